// Aging of payables: what the house owes carriers by the days its parts are past due, as of the end of any day.
import { listPayables, sumPayables, type PayableRow } from '@yunshu/contract/report/payable'
import { listUrl } from '@yunshu/contract/screens/screens'
import { printMoney } from '@yunshu/domain/figures/money'
import { useMemo } from 'react'
import { useCan } from '../../lib/can.ts'
import { useMobile, useNarrow } from '../../lib/useMobile.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { useCall } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { AgingCheck } from './aged.tsx'
import { payableColumnsOf } from './payableColumns.tsx'

const rowKey = ({ key }: PayableRow): string => key
const rowName = ({ carrierName }: PayableRow): string => carrierName
const open = ({ carrierId, branchCompanyId }: PayableRow): string =>
  listUrl('FlowingWater', { account: '2202.01', partyId: carrierId, branchId: branchCompanyId })
/** The way to the sheets by which a carrier is paid. */
const actions = ({ carrierId, d7, d30, older }: PayableRow): readonly RowAction[] => [
  {
    label: '看结算单',
    to: listUrl('SettlementList', { carrierId, overdue: d7 + d30 + older > 0 ? 'true' : '' }),
    isAside: true,
  },
]
const query: readonly QueryField<typeof listPayables>[] = [
  { name: 'at', label: '截至日期', input: <DateInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="承运商" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** Screen PayableList. */
export default function PayableListPage() {
  const canSettle = useCan('settlement.view')
  const { filter } = useUrlFilter(listPayables)
  const { data } = useCall(sumPayables, filter, { quiet: true })
  const isMobile = useMobile()
  const isNarrow = useNarrow()
  const { at } = filter
  const as = isMobile ? 'card' : isNarrow ? 'narrow' : 'table'
  const columns = useMemo(() => payableColumnsOf(as, at), [as, at])
  return (
    <ListPage
      call={listPayables}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      sums={sumPayables}
      {...(canSettle ? { actions } : {})}
      head={
        data?.check && (
          <AgingCheck
            at={at}
            lacks={data.check.isEqual ? undefined : `与总账相差待拆分的 ${printMoney(data.sums.rest)} 元`}
          />
        )
      }
      empty="没有未付的应付账款"
    />
  )
}
