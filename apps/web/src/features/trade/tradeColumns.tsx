// The list of trades as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { TradeRow } from '@yunshu/contract/trade/trade'
import { tradeListColumns } from '@yunshu/contract/trade/tradeColumns'
import { negateFen } from '@yunshu/domain/figures/money'
import { useCan } from '../../lib/can.ts'
import { Money, nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** The number of a sheet, which leads to it where the person may open sheets. */
export function SheetNumber({ settlementNum }: { settlementNum: string | undefined }) {
  const mayOpen = useCan('settlement.view')
  if (settlementNum === undefined) return nothing
  if (!mayOpen) return settlementNum
  return (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )
}

const singles = drawColumns(tradeListColumns, {
  tradeNo: { width: 185, fixed: 'start', card: 'title' },
  happenedAt: { whole: true },
  kind: { width: 110 },
  direction: { width: 80 },
  income: { width: 130 },
  outgo: { width: 130 },
  fee: { width: 100, card: 'hide' },
  payer: { width: 200, card: 'hide' },
  payerAccount: { width: 180, card: 'hide' },
  payee: { width: 200 },
  payeeAccount: { width: 180, card: 'hide' },
  channel: { width: 110, card: 'hide' },
  bankSerial: { width: 200, card: 'hide' },
  settlementNum: {
    width: 180,
    card: 'hide',
    render: ({ settlementNum }: TradeRow) => <SheetNumber settlementNum={settlementNum} />,
  },
  taskNo: { width: 180, card: 'hide' },
  recordNo: { width: 180, card: 'hide' },
  waybills: { width: 90, card: 'hide' },
  mark: { width: 90 },
  slips: { width: 80, card: 'hide', render: ({ slips }: TradeRow) => (slips === 0 ? nothing : `${slips} 份`) },
  branchName: { width: 200, card: 'hide' },
})

const pair = pairing(singles)
const [income, outgo] = [factOf(singles, 'income'), factOf(singles, 'outgo')]

/** The amount; below zero where it left. */
const amount = {
  ...income,
  title: '金额(元)',
  render: (row: TradeRow) => <Money value={row.income ?? (row.outgo && negateFen(row.outgo))} />,
  totals: [...(income.totals ?? []), ...(outgo.totals ?? [])],
  holds: ['income', 'outgo', 'direction'],
}
const fee = factOf(singles, 'fee', {
  render: (row: TradeRow) =>
    row.fee === 0 ? null : (
      <>
        手续费 <Money value={row.fee} />
      </>
    ),
})
const waybills = factOf(singles, 'waybills', {
  render: (row: TradeRow) => (row.waybills === 0 ? null : `运单 ${row.waybills} 张`),
})

export const tradeColumns = withDefaults(
  [
    pair('number', ['tradeNo', 'happenedAt'], { width: 180, fixed: 'start', card: 'title' }),
    pair('kind', ['kind', 'mark'], { width: 110 }),
    pair('amount', [amount, fee], { width: 140, align: 'right', card: 'figure' }),
    pair('parties', ['payee', 'payer'], { width: 215 }),
    pair('bank', ['bankSerial', 'channel'], { width: 175, card: 'hide' }),
    pair('sheet', ['settlementNum', waybills], { width: 165, card: 'hide' }),
    'slips',
  ],
  singles,
)
