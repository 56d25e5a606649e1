// The conditions of the lists of parts that can be settled, and the way to a file of what they hold.
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { listSettleable, type SettleableRow } from '@yunshu/contract/settlement/settleable'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useMobile } from '../../lib/useMobile.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { filedColumns } from '../../ui/list/listParts.tsx'
import { QueryForm, type QueryField } from '../../ui/list/QueryForm.tsx'
import { sayFilter } from '../../ui/list/sayFilter.ts'
import { useExport } from '../../ui/list/useExport.tsx'

const byText = (text: string) => (text === '' ? {} : { text })
const companies = ({ rows }: { rows: readonly { companyId: string; name: string }[] }) =>
  rows.map(({ companyId, name }) => ({ value: companyId, label: name }))

type Field = QueryField<typeof listSettleable>
export type Filter = UrlFilter<typeof listSettleable>
const usual: readonly Field[] = [
  { name: 'numbers', input: <NumbersInput placeholder="运单号，可粘贴多个" /> },
  { name: 'plate', input: <TextInput /> },
  { name: 'driver', input: <TextInput /> },
  { name: 'payee', input: <TextInput /> },
  { range: ['from', 'to'], label: '签收时间', input: <DateRangeInput /> },
  { range: ['dueFrom', 'dueTo'], label: '到期日', input: <DateRangeInput /> },
]
const related: readonly Field[] = [
  {
    name: 'carrierId',
    input: <CallSelect call={listCarriers} input={byText} options={companies} placeholder="全部" />,
  },
  {
    name: 'shipperId',
    input: <CallSelect call={listShippers} input={byText} options={companies} placeholder="全部" />,
  },
]
const allFields: readonly Field[] = [...usual.slice(0, 1), ...related, ...usual.slice(1)]

/** Fields a phone shows until more are asked for, so that rows stay in view. */
const fieldsOfPhone = 2

/** The conditions of a list. */
export function MakeQuery({ filter, onQuery }: { filter: Filter; onQuery: (next: Filter) => void }) {
  const canSeeRelations = useCan('relation.view')
  const isMobile = useMobile()
  const [isWhole, setWhole] = useState(() => Object.keys(filter).length > 0)
  const fields = canSeeRelations ? allFields : usual
  return (
    <>
      <QueryForm
        call={listSettleable}
        fields={isMobile && !isWhole ? fields.slice(0, fieldsOfPhone) : fields}
        filter={filter}
        onQuery={onQuery}
        onReset={() => onQuery({})}
      />
      {isMobile && (
        <Button size="small" type="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起条件' : '更多条件'}
        </Button>
      )}
    </>
  )
}

interface MakeExportProps {
  /** The name of the list and what it asks for beside the conditions. */
  list: string
  only: Filter
  filter: Filter
  columns: readonly Column<SettleableRow>[]
}

/** The file of a list: its rows under its conditions, its columns. */
export function MakeExport({ list, only, filter, columns }: MakeExportProps) {
  const exporting = useExport(listSettleable)
  if (exporting.ask === undefined) return null
  const which = { names: Object.keys(only), label: '范围', text: list }
  return (
    <>
      <Button size="small" onClick={exporting.ask}>
        导出
      </Button>
      {exporting.dialog({
        filter: { ...filter, ...only },
        said: [which, ...sayFilter(allFields, filter)],
        columns: filedColumns(columns.filter(({ key }) => key !== 'box')),
        chosen: [],
        total: undefined,
      })}
    </>
  )
}
