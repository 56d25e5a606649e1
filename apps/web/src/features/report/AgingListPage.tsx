// Aging of receivables: what shippers owe by days past due, as of the end of any day, with the ledger beside it.
import { listAging, sumAging, urgeReceivables, type AgingRow } from '@yunshu/contract/report/aging'
import { listUrl } from '@yunshu/contract/screens/screens'
import { negateFen, printMoney, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { useCallback, useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useMobile, useNarrow } from '../../lib/useMobile.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { UrgeDialog } from '../../parts/urge/UrgeDialog.tsx'
import { toldUrge } from '../../parts/urge/urging.ts'
import { AskWriteOffDialog } from '../../parts/writeOff/AskWriteOffDialog.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { AgingCheck } from './aged.tsx'
import { agingColumnsOf } from './agingColumns.tsx'

const rowKey = ({ key }: AgingRow): string => key
const rowName = ({ shipperName }: AgingRow): string => shipperName
const open = ({ shipperId, branchCompanyId }: AgingRow): string =>
  listUrl('FlowingWater', { account: '1122.01', partyId: shipperId, branchId: branchCompanyId })
/** The distance of the ledger from the items, by the side that is larger. */
const saidOf = (difference: Fen): string =>
  `总账比明细${difference > 0 ? `多 ${printMoney(difference)}` : `少 ${printMoney(negateFen(difference))}`} 元`
const query: readonly QueryField<typeof listAging>[] = [
  { name: 'at', label: '截至日期', input: <DateInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="货主" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

const invalidates = [listAging]
const lateOf = ({ d30, d60, d90, older }: AgingRow): Fen => sumFen([d30, d60, d90, older])
/** The message to a shipper in short. */
const aboutOf = (row: AgingRow): string =>
  `欠${row.branchName} ${row.items} 单运费 ${printMoney(row.total)} 元，其中逾期 ${printMoney(lateOf(row))} 元`

/** Screen AgingList. */
export default function AgingListPage() {
  const { filter } = useUrlFilter(listAging)
  const { data } = useCall(sumAging, filter, { quiet: true })
  const isMobile = useMobile()
  const isNarrow = useNarrow()
  const { at } = filter
  const as = isMobile ? 'card' : isNarrow ? 'narrow' : 'table'
  const columns = useMemo(() => agingColumnsOf(as, at), [as, at])
  const canGiveUp = useCan('debt.collect')
  const { run, isBusy } = useSend(urgeReceivables, { invalidates })
  const [asking, setAsking] = useState<AgingRow>()
  const [urging, setUrging] = useState<AgingRow>()
  const actions = useCallback(
    (row: AgingRow): readonly RowAction[] => {
      if (!canGiveUp) return []
      const { urges, urgedAt = 0 } = row
      const label = urges === 0 ? '催款' : `催款（已催 ${urges} 次）`
      return [
        urgedAt >= startOfDay(serverNow())
          ? { label, why: '今天已经催过，明天可以再催' }
          : // nothing is overdue: no step that is due
            { label, isAside: lateOf(row) === 0, onClick: () => setUrging(row) },
        { label: '申请坏账核销', isAside: true, danger: true, onClick: () => setAsking(row) },
      ]
    },
    [canGiveUp],
  )
  return (
    <>
      <ListPage
        call={listAging}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        sums={sumAging}
        actions={actions}
        head={
          data?.check && <AgingCheck at={at} lacks={data.check.isEqual ? undefined : saidOf(data.check.difference)} />
        }
        empty="没有未收的应收账款"
      />
      {urging && (
        <UrgeDialog
          act="催款"
          name={urging.shipperName}
          about={aboutOf(urging)}
          isBusy={isBusy}
          onUrge={() =>
            void run({ shipperId: urging.shipperId, branchId: urging.branchCompanyId }).then(told => {
              if (told) toldUrge(told)
              setUrging(undefined)
            })
          }
          onClose={() => setUrging(undefined)}
        />
      )}
      {asking && (
        <Reopens by={() => setAsking(asking)}>
          <AskWriteOffDialog
            shipperId={asking.shipperId}
            branchId={asking.branchCompanyId}
            onClose={() => setAsking(undefined)}
          />
        </Reopens>
      )}
    </>
  )
}
