// The bar of the lists of parts that can be settled: search, conditions, and a menu of the rest with the file of the list.
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { listSettleable, type SettleableRow } from '@yunshu/contract/settlement/settleable'
import { useId, useMemo, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { useMobile } from '../../lib/useMobile.ts'
import type { UrlFilter, UrlState } from '../../lib/urlState.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { Column, RowAction } from '../../ui/list/column.tsx'
import { ListBar } from '../../ui/list/ListBar.tsx'
import { ListFilter, panelFields, useFilterPanel } from '../../ui/list/ListFilter.tsx'
import { filedColumns } from '../../ui/list/listParts.tsx'
import { PlainTools } from '../../ui/list/PlainTools.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { sayFilter, sayUnread } from '../../ui/list/sayFilter.ts'
import { searchOf } from '../../ui/list/SearchField.tsx'
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

/** The companies of the rows, by whose names chips say them: the address has their ids alone. */
const related = (row: SettleableRow | undefined): readonly Field[] => [
  {
    name: 'carrierId',
    input: <CallSelect call={listCarriers} input={byText} options={companies} placeholder="全部" />,
    say: () => row?.carrierName ?? '已选',
  },
  {
    name: 'shipperId',
    input: <CallSelect call={listShippers} input={byText} options={companies} placeholder="全部" />,
    say: () => row?.shipperName ?? '已选',
  },
]
const search = searchOf(usual)

interface MakeQueryProps {
  /** The choice of lists, left in the bar. */
  head: ReactNode
  url: UrlState<typeof listSettleable>
  /** The first row under the conditions. */
  first: SettleableRow | undefined
  /** The name of the list and what it asks for beside the conditions. */
  list: string
  only: Filter
  columns: readonly Column<SettleableRow>[]
  /** Acts on the whole list. */
  more: readonly RowAction[]
  onAgain: () => void
}

export function MakeQuery({ head, url, first, list, only, columns, more, onAgain }: MakeQueryProps) {
  const canSeeRelations = useCan('relation.view')
  const isMobile = useMobile()
  const panelId = useId()
  const panel = useFilterPanel(false)
  const exporting = useExport(listSettleable)
  const { filter, unread } = url
  const all = useMemo(() => (canSeeRelations ? [...usual, ...related(first)] : usual), [canSeeRelations, first])
  const said = useMemo(() => [...sayFilter(all, filter), ...sayUnread(unread)], [all, filter, unread])
  const which = { names: Object.keys(only), label: '范围', text: list }
  return (
    <>
      <ListBar
        {...{ call: listSettleable, url, search, panelId, head, onAgain, isMobile }}
        tabs={undefined}
        counts={undefined}
        bulk={null}
        primary={null}
        tools={
          <PlainTools
            more={more}
            conditions={said.length}
            isFilterOpen={panel.isOpen}
            onFilter={panel.toggle}
            onExport={exporting.ask}
            onRefresh={onAgain}
          />
        }
      />
      <ListFilter
        {...{ call: listSettleable, url, said, onAgain }}
        fields={panelFields(all, search)}
        tabs={undefined}
        isOpen={panel.isOpen}
        onClose={panel.close}
        onKeep={undefined}
      />
      {exporting.dialog({
        filter: { ...filter, ...only },
        said: [which, ...said],
        columns: filedColumns(columns.filter(({ key }) => key !== 'box')),
        chosen: [],
        total: undefined,
      })}
    </>
  )
}
