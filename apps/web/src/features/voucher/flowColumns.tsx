// The statement of an account as it is drawn; the last line of a day says what the day came to.
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import type { FlowLine } from '@yunshu/contract/voucher/flow'
import { flowListColumns } from '@yunshu/contract/voucher/flowColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { tradeRecons } from '@yunshu/domain/trade'
import { fen, negateFen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { useCan } from '../../lib/can.ts'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'

function EntryNumber({ line: { entryNo, voucherId, branchCompanyId } }: { line: FlowLine }) {
  const mayOpen = useCan('voucher.view')
  if (!mayOpen) return entryNo
  return (
    <a className="ys-link" href={voucherUrl({ id: voucherId, branchCompanyId })}>
      {entryNo}
    </a>
  )
}

function SheetNumber({ settlementNum }: { settlementNum: string }) {
  const mayOpen = useCan('settlement.view')
  if (!mayOpen) return settlementNum
  return (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )
}

/** The account whose balance stands beside its lines, and whose it is. */
type Whose = Readonly<Partial<Record<'account' | 'partyId' | 'branchId', string | undefined>>>

/** The balance after a line. */
function askedOf({ voucherId, n }: FlowLine, { account, partyId, branchId }: Whose): BooksAmount {
  const given = Object.entries({ account, partyId, branchId }).filter(([, value]) => value !== undefined)
  return { amountOf: 'flow', figure: 'balance', id: voucherId, n, ...Object.fromEntries(given) }
}

const singles = drawColumns(flowListColumns, {
  date: {},
  summary: { width: 240, card: 'title' },
  counterparty: {
    width: 190,
    card: 'hide',
    render: ({ counterparty }) =>
      counterparty === undefined ? nothing : <span title={counterparty}>{shortBranch(counterparty)}</span>,
  },
  settlementNum: {
    width: 180,
    card: 'hide',
    render: line => (line.settlementNum === undefined ? nothing : <SheetNumber settlementNum={line.settlementNum} />),
  },
  waybillNo: { width: 180, card: 'hide' },
  income: { width: 125 },
  outgo: { width: 125 },
  balance: { width: 140 },
  dayIncome: { width: 125, card: 'hide' },
  dayOutgo: { width: 125, card: 'hide' },
  entryNo: { width: 180, card: 'hide', render: line => <EntryNumber line={line} /> },
  branchName: { width: 190, card: 'hide' },
  recon: {
    width: 90,
    card: 'hide',
    render: ({ recon }) =>
      recon === undefined ? nothing : <Tag tone={recon === 'matched' ? 'good' : 'warn'}>{tradeRecons[recon]}</Tag>,
  },
})

const pair = pairing(singles)

/** The summary without the number that stands beside it. */
const words = factOf(singles, 'summary', {
  render: ({ summary, waybillNo = '', settlementNum = '' }) =>
    summary.replace(waybillNo, '').replace(settlementNum, '').trim() || summary,
})
const sheet = factOf(singles, 'settlementNum')

/** The sheet it belongs to, else the waybill. */
const paper = factOf(singles, 'settlementNum', {
  render: line => (line.settlementNum === undefined ? (line.waybillNo ?? nothing) : sheet.render(line)),
  holds: ['settlementNum', 'waybillNo'],
})

const otherWay = { '+': '−', '−': '+' } as const
/** An amount behind the sign of its way; nothing where nothing went that way. A red one takes back: it goes the other way. */
const signed = (sign: '+' | '−', amount: Fen | undefined): string => {
  if (amount === undefined || amount === 0) return ''
  return amount < 0 ? `${otherWay[sign]}${printMoney(negateFen(amount))}` : `${sign}${printMoney(amount)}`
}

/** The amount that came in or went out, by its sign. */
const change = factOf(singles, 'income', {
  title: '收入 + / 支出 −(元)',
  render: ({ income, outgo }: FlowLine) => (
    <span className="ys-figure">{signed('+', income) || signed('−', outgo) || printMoney(fen(0))}</span>
  ),
  totals: (['income', 'outgo'] as const).flatMap(key => factOf(singles, key).totals ?? []),
  holds: ['income', 'outgo'],
})
/** The sums of a day under the last of its lines; days without any say nothing. */
const ofDay = factOf(singles, 'dayIncome', {
  title: '当日',
  render: ({ dayIncome, dayOutgo }: FlowLine) => {
    const sums = [signed('+', dayIncome), signed('−', dayOutgo)].filter(Boolean)
    return sums.length === 0 ? null : <span className="ys-figure">当日 {sums.join(' ')}</span>
  },
  holds: ['dayIncome', 'dayOutgo'],
})

/** The columns of the statement of an account: the house reconciles; a company has no file of the bank. */
export function flowColumnsOf(whose: Whose, isHouse: boolean): readonly Column<FlowLine>[] {
  const balance = (line: FlowLine) => <AskedMoney asked={askedOf(line, whose)} value={line.balance} />
  const own = singles.flatMap(column =>
    column.key === 'recon' && !isHouse ? [] : [column.key === 'balance' ? { ...column, render: balance } : column],
  )
  const head = [
    pair('entry', ['date', 'entryNo'], { width: 150, fits: true }),
    // movements of one kind are told apart by the sheet or waybill below their word
    pair('summary', [words, paper], { title: '摘要 / 结算单或运单', width: 190, card: 'title' }),
    pair('party', ['counterparty'], { width: 175, isNamed: true }),
    pair('change', [change, ofDay], { title: '收入 + / 支出 −(元)', width: 190, align: 'right', card: 'figure' }),
    pairing(own)('balance', ['balance'], { width: 140, align: 'right', isNamed: true, isKept: true }),
  ]
  return withDefaults(isHouse ? [...head, pair('recon', ['recon'], { width: 90, card: 'hide' })] : head, own)
}
