// The list of debts as it is drawn.
import type { DebtRow } from '@yunshu/contract/debt/debt'
import { debtListColumns } from '@yunshu/contract/debt/debtColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { fen } from '@yunshu/domain/figures/money'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, nothing } from '../../ui/Figures.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const sheetLink = (settlementNum: string | undefined) =>
  settlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )

/** The sheet a debt comes of, or the waybill where fuel was used for one that came to nothing. */
const sourceLink = ({ settlementNum, waybillId, waybillNo }: DebtRow) =>
  settlementNum === undefined && waybillId !== undefined ? (
    <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
      {waybillNo}
    </a>
  ) : (
    sheetLink(settlementNum)
  )

const singles = drawColumns(debtListColumns, {
  debtNo: { width: 190, fixed: 'start', card: 'title' },
  stage: { width: 100 },
  carrierName: { width: 220 },
  shipperName: { width: 220, card: 'hide' },
  origin: { width: 150 },
  settlementNum: {
    width: 190,
    card: 'line',
    render: (row: DebtRow) => sourceLink(row),
  },
  createdAt: { card: 'hide' },
  amount: { width: 130 },
  offset: { width: 120, card: 'hide' },
  collected: { width: 120, card: 'hide' },
  writtenOff: { width: 120, card: 'hide' },
  open: { width: 130, card: 'figure' },
  age: { width: 100 },
  nextDueAt: { width: 120, card: 'hide' },
  takenBy: { width: 190, card: 'hide', render: ({ takenBy }: DebtRow) => sheetLink(takenBy) },
  branchName: { width: 200, card: 'hide' },
  asker: { width: 110, card: 'hide' },
  checker: { width: 110, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})

const pair = pairing(singles)

/** The days it stands; nothing once it is settled. */
const age = factOf(singles, 'age', {
  title: '账龄',
  render: row => (row.age === undefined ? nothing : row.age === 0 ? '今天产生' : `已欠 ${row.age} 天`),
})
/** Everything that made the debt smaller. */
const paid = factOf(singles, 'collected', {
  title: '已抵扣、收回(元)',
  render: row => <Money value={fen(row.offset + row.collected + row.writtenOff)} />,
  holds: ['offset', 'collected', 'writtenOff'],
  totals: ['offset', 'collected', 'writtenOff'].flatMap(key => factOf(singles, key).totals ?? []),
})
const nextDue = factOf(singles, 'nextDueAt')
/** The day the next part is due; a debt that a sheet takes has none. */
const due = factOf(singles, 'nextDueAt', {
  title: '下期到期',
  render: row => (row.takenBy === undefined ? nextDue.render(row) : '从结算单抵扣'),
  holds: ['nextDueAt', 'shipperName'],
})

const who = factOf(singles, 'carrierName', {
  render: ({ carrierName }) => <span title={carrierName}>{shortCompany(carrierName)}</span>,
})

const debtsWith = (whom: ReturnType<typeof pair>) =>
  withDefaults(
    [
      pair('debt', ['debtNo'], { width: 160, fixed: 'start', card: 'title' }),
      pair('standing', ['stage', age], { width: 110, card: 'tag' }),
      pair('open', ['open'], { width: 120, align: 'right', card: 'figure', orders: ['open'] }),
      whom,
      pair('source', ['origin', 'settlementNum'], { title: '来源 / 单号', width: 160, fits: true, card: 'hide' }),
      pair('amount', ['amount', 'createdAt'], { title: '欠款(元) / 发生', width: 130, align: 'right', card: 'hide' }),
      pair('paid', [paid], { width: 110, align: 'right', card: 'hide' }),
      pair('due', [due, 'takenBy'], { title: '下期到期 / 抵扣单', width: 150, card: 'hide', orders: ['dueAt'] }),
    ],
    singles,
  )
const branch = factOf(singles, 'branchName', { render: ({ branchName }) => <BranchText name={branchName} /> })

/** A carrier reads whom it owes, not its own name in every row. */
export const debtColumns = {
  others: debtsWith(pair('who', [who], { width: 160 })),
  carrier: debtsWith(pair('whom', [branch], { width: 160 })),
} as const
