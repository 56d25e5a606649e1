// Companies the house serves: who waits to be verified, and how the others stand.
import { countCompanies, listCompanies, type CompanyRow } from '@yunshu/contract/company'
import { screenUrl } from '@yunshu/contract/screens'
import { companyStates } from '@yunshu/domain/company/company'
import { companySides } from '@yunshu/domain/company/papers'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

const columns: readonly Column<CompanyRow>[] = [
  textColumn('name', '企业名称', row => row.name, { width: 240, fixed: 'start', card: 'title' }),
  stateColumn('state', '状态', companyStates, row => row.state, { width: 100 }),
  textColumn('side', '身份', row => companySides[row.side].label, { width: 120 }),
  textColumn('creditCode', '统一社会信用代码', row => row.creditCode, { width: 190 }),
  textColumn('contactName', '联系人', row => row.contactName, { width: 100 }),
  textColumn('contactMobile', '联系手机号', row => row.contactMobile, { width: 130 }),
  textColumn('branchName', '服务分公司', row => row.branchName, { width: 230, card: 'hide' }),
  timeColumn('submittedAt', '提交时间', row => row.submittedAt),
  timeColumn('createdAt', '注册时间', row => row.createdAt, { card: 'hide' }),
]
const query = [
  { name: 'text', input: <TextInput placeholder="企业名称、简称、信用代码、联系人" max={50} /> },
] satisfies QueryField<typeof listCompanies>[]
const tabs = { field: 'state', machine: companyStates, counts: countCompanies } as const
const rowKey = (row: CompanyRow): string => row.id
const rowName = (row: CompanyRow): string => row.name
const open = (row: CompanyRow): string => screenUrl('CompanyDetails', { id: row.id })

/** Screen CompanyList. */
export default function CompanyListPage() {
  return (
    <ListPage
      call={listCompanies}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      tabs={tabs}
    />
  )
}
