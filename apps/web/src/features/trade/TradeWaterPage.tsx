// Trades: one row for each real movement of money, with its slip.
import { listTrades, sumTrades, type TradeRow } from '@yunshu/contract/trade/trade'
import { listUrl } from '@yunshu/contract/screens/screens'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import {
  companyTradeKinds,
  tradeDirectionTabs,
  tradeKinds,
  tradeMarks,
  tradeRecons,
  tradeSlips,
} from '@yunshu/domain/trade'
import { useMemo } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { lacksRecon, tradeColumns } from './tradeColumns.tsx'
import { TradeDrawer } from './TradeDrawer.tsx'
import { useSlipBatch } from './useSlipBatch.tsx'
import './trade.css'

const rowKey = ({ id }: TradeRow): string => id
const rowName = ({ tradeNo }: TradeRow): string => tradeNo
const tabs = { field: 'direction', machine: tradeDirectionTabs } as const
const copy = copyAction<TradeRow>('复制流水号', ({ tradeNo }) => tradeNo)
const queryOf = (isHouse: boolean): readonly QueryField<typeof listTrades>[] => [
  { name: 'text', input: <TextInput max={60} placeholder="流水号、单据号、收付款方" /> },
  {
    name: 'kind',
    input: isHouse ? <KeySelect table={tradeKinds} /> : <KeySelect table={tradeKinds} keys={companyTradeKinds} />,
  },
  { range: ['from', 'to'], label: '时间', input: <DateRangeInput /> },
  {
    name: 'numbers',
    input: <NumbersInput placeholder="银行流水号、运单号、结算单号、支付任务号、单据号，可粘贴多个" />,
  },
  { name: 'settlementNum', label: '结算单号', input: <TextInput max={35} /> },
  { name: 'waybillNo', label: '运单号', input: <TextInput max={35} /> },
  { name: 'amountFrom', input: <MoneyInput /> },
  { name: 'amountTo', input: <MoneyInput /> },
  { name: 'channel', label: '渠道', input: <KeySelect table={payChannels} /> },
  { name: 'mark', input: <KeySelect table={tradeMarks} /> },
  { name: 'slip', input: <KeySelect table={tradeSlips} /> },
  ...(isHouse
    ? [
        { name: 'recon' as const, label: '对账', input: <KeySelect table={tradeRecons} /> },
        { name: 'branchId' as const, input: <BranchSelect /> },
      ]
    : []),
]

/** A movement not compared with the bank yet leads to the day of its branch. */
const actions = (row: TradeRow): readonly RowAction[] => {
  const { recon, branchCompanyId, happenedAt } = row
  if (recon !== 'open') return []
  const from = startOfDay(happenedAt)
  const day = { branchId: branchCompanyId, from: String(from), to: String(from + DAY_MS) }
  return [{ label: '去对账', to: listUrl('ReconList', day), isAside: !lacksRecon(row) }]
}

/** Screen TradeWater. */
export default function TradeWaterPage() {
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const query = useMemo(() => queryOf(isHouse), [isHouse])
  const canRecon = useCan('recon.view') && isHouse
  const papers = useSlipBatch()
  const bulk = useMemo(() => [papers.print, copy], [papers.print])
  return (
    <>
      <ListPage
        call={listTrades}
        columns={tradeColumns[isHouse ? 'house' : 'company']}
        rowKey={rowKey}
        rowName={rowName}
        query={query}
        tabs={tabs}
        bulk={bulk}
        drawer={(id, onClose) => <TradeDrawer id={id} onClose={onClose} />}
        {...(canRecon ? { actions } : {})}
        sums={sumTrades}
        empty="还没有资金往来"
      />
      {papers.view}
    </>
  )
}
