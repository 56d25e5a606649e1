// Companies the house serves: who waits to be verified, and how the others stand.
import { countCompanies, listCompanies, type CompanyRow } from '@yunshu/contract/company/company'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { companyStates } from '@yunshu/domain/company/company'
import { companySides } from '@yunshu/domain/company/papers'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { companyColumns } from './companyColumns.tsx'

const query = [
  { name: 'text', input: <TextInput placeholder="企业名称、信用代码" max={50} /> },
  { name: 'side', label: '身份', input: <KeySelect table={companySides} /> },
] satisfies QueryField<typeof listCompanies>[]
const tabs = { field: 'state', machine: companyStates, counts: countCompanies } as const
const rowKey = (row: CompanyRow): string => row.id
const rowName = (row: CompanyRow): string => row.name
const open = (row: CompanyRow): string => screenUrl('CompanyDetails', { id: row.id })
/** One that waits to be verified is, with its papers in view. */
const actions = (row: CompanyRow): readonly RowAction[] =>
  row.state === 'pending' ? [{ label: '审核', to: open(row) }] : []

/** Screen CompanyList. */
export default function CompanyListPage() {
  return (
    <ListPage
      call={listCompanies}
      columns={companyColumns}
      rowKey={rowKey}
      rowName={rowName}
      empty="还没有企业：企业注册后在这里审核"
      open={open}
      actions={actions}
      query={query}
      tabs={tabs}
    />
  )
}
