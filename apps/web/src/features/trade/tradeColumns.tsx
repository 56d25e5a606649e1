// The list of trades as it is drawn.
import { listUrl, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import type { TradeRow } from '@yunshu/contract/trade/trade'
import { tradeListColumns } from '@yunshu/contract/trade/tradeColumns'
import { printMoney, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { tradeDirections, tradeKindName, tradeMarks, tradeRecons, type TradeRecord } from '@yunshu/domain/trade'
import { serverNow } from '../../lib/clock.ts'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { Asked, AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { HappenedAt, Money, nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'
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

/** Lists of the records a movement can be of. */
const listOfRecord = {
  fund: 'FundList',
  remittance: 'RemittanceList',
  refund: 'RefundList',
  deposit: 'DepositList',
  depositBack: 'DepositBackList',
} as const satisfies Record<TradeRecord, ScreenName>

/** The number of a record beside sheets, which leads to it in its list where the person may open that. */
export function RecordNumber({ of: { record, recordNo } }: { of: Pick<TradeRow, 'record' | 'recordNo'> }) {
  const list = record && listOfRecord[record]
  const mayOpen = useSession(
    ({ jurisdiction }) => jurisdiction?.accessRoutes.some(({ name }) => name === list) ?? false,
  )
  if (list === undefined || recordNo === undefined) return nothing
  if (!mayOpen) return recordNo
  return (
    <a className="ys-link" href={listUrl(list, { text: recordNo })}>
      {recordNo}
    </a>
  )
}

interface TradeMoneyProps {
  id: string
  of: 'amount' | 'fee'
  value: Fen | undefined
  strong?: boolean
}
/** An amount of a movement with what it is made of; a movement without a fee has none to tell. */
export const TradeMoney = ({ id, of, value, strong = false }: TradeMoneyProps) =>
  value === 0 ? (
    <Money value={value} strong={strong} />
  ) : (
    <AskedMoney asked={{ amountOf: 'trade', figure: of, id }} value={value} strong={strong} />
  )

const singles = drawColumns(tradeListColumns, {
  tradeNo: { width: 185, fixed: 'start', card: 'title' },
  happenedAt: { render: ({ happenedAt }: TradeRow) => <HappenedAt value={happenedAt} whole /> },
  kind: { width: 110 },
  direction: { width: 80 },
  income: { width: 130, render: row => <TradeMoney id={row.id} of="amount" value={row.income} /> },
  outgo: { width: 130, render: row => <TradeMoney id={row.id} of="amount" value={row.outgo} /> },
  fee: { width: 100, card: 'hide', render: row => <TradeMoney id={row.id} of="fee" value={row.fee} /> },
  payer: { width: 200, card: 'hide' },
  payerAccount: { width: 180, card: 'hide' },
  payee: { width: 200 },
  payeeAccount: { width: 180, card: 'hide' },
  channel: { width: 110, card: 'hide' },
  bankSerial: { width: 200, card: 'hide' },
  settlementNum: {
    width: 180,
    card: 'hide',
    render: ({ settlementNum }: TradeRow) =>
      settlementNum === undefined ? nothing : <SheetNumber settlementNum={settlementNum} />,
  },
  taskNo: { width: 180, card: 'hide' },
  record: { width: 110, card: 'hide' },
  recordNo: {
    width: 180,
    card: 'hide',
    render: (row: TradeRow) => (row.recordNo === undefined ? nothing : <RecordNumber of={row} />),
  },
  waybills: { width: 90, card: 'hide', render: ({ waybills }: TradeRow) => (waybills === 0 ? nothing : waybills) },
  mark: { width: 90 },
  recon: { width: 90, card: 'hide' },
  slips: { width: 80, card: 'hide', render: ({ slips }: TradeRow) => (slips === 0 ? nothing : `${slips} 份`) },
  branchName: { width: 200, card: 'hide' },
})

const pair = pairing(singles)
const [income, outgo] = [factOf(singles, 'income'), factOf(singles, 'outgo')]

/** The amount with the sign of its direction: money that left is nothing wrong, so it is not red. */
const amount = {
  ...income,
  title: '金额(元)',
  render: ({ id, direction, income: came, outgo: left }: TradeRow) => (
    <Asked asked={{ amountOf: 'trade', figure: 'amount', id }}>
      <span className="ys-figure" title={tradeDirections[direction]}>
        {direction === 'IN' ? '+' : '−'}
        {printMoney(came ?? left ?? ZERO_FEN)}
      </span>
    </Asked>
  ),
  totals: [...(income.totals ?? []), ...(outgo.totals ?? [])],
  holds: ['income', 'outgo', 'direction'],
}
const fee = factOf(singles, 'fee', {
  render: (row: TradeRow) =>
    row.fee === 0 ? null : (
      <>
        手续费 <TradeMoney id={row.id} of="fee" value={row.fee} />
      </>
    ),
})
/** Its standing is said only where it is not what everybody takes it for. */
const kind = factOf(singles, 'kind', {
  render: (row: TradeRow) =>
    row.mark === 'done' ? (
      tradeKindName(row)
    ) : (
      <>
        {tradeKindName(row)} <Tag tone="warn">{tradeMarks[row.mark]}</Tag>
      </>
    ),
  holds: ['kind', 'mark'],
})
/** The other side; a shipper's own bank, where it tops up or is given money back. */
function OtherName({ name }: { name: string }) {
  const isOwn = useSession(({ info }) => info?.companyName === name)
  return isOwn ? '本公司银行账户' : name
}

/** The other side stands first: the payer of money that came in, the payee of money that went out. */
const other = factOf(singles, 'payer', {
  title: '对方',
  render: (row: TradeRow) => <OtherName name={(row.direction === 'IN' ? row.payer : row.payee).name} />,
})
/** The reader's own side; a shipper's is the account its money stands on (decision 210). */
const own = (isHouse: boolean) =>
  factOf(singles, 'payee', {
    title: '本方',
    render: (row: TradeRow) => {
      if (!isHouse && !row.isCarriers) return `平台账户 · ${shortBranch(row.branchName)}`
      return shortBranch(row.direction === 'IN' ? row.payee.name : row.payer.name)
    },
  })
const moment = factOf(singles, 'happenedAt', { render: (row: TradeRow) => <HappenedAt value={row.happenedAt} /> })

const channel = factOf(singles, 'channel', {
  render: ({ channel: by, slips }: TradeRow) =>
    [by && payChannels[by], slips > 0 && `银行回单 ${slips} 份`].filter(Boolean).join(' · ') || null,
  holds: ['channel', 'slips'],
})
/** The document it was paid for. */
const document = factOf(singles, 'settlementNum', {
  title: '单据',
  render: (row: TradeRow) =>
    row.settlementNum !== undefined ? (
      <SheetNumber settlementNum={row.settlementNum} />
    ) : row.recordNo !== undefined ? (
      <RecordNumber of={row} />
    ) : (
      row.taskNo
    ),
  holds: ['settlementNum', 'record', 'recordNo', 'taskNo'],
})

const head = (isHouse: boolean) => [
  pair('number', ['tradeNo', moment], { width: 180, fixed: 'start', card: 'title' }),
  // with whom is the question of the page: it stays where room is scarce
  pair('parties', [other, own(isHouse)], { width: 200 }),
  pair('kind', [kind, document], { width: 180 }),
  // the charge of the bank is the house's
  pair('amount', isHouse ? [amount, fee] : [amount], { width: 140, align: 'right', card: 'figure' }),
]
const bank = pair('bank', ['bankSerial', channel], { title: '银行流水号 / 渠道、回单', width: 190, card: 'hide' })
/** The bank's file of a day comes the day after: only a movement from before yesterday waits too long. */
export const lacksRecon = ({ recon, happenedAt }: Pick<TradeRow, 'recon' | 'happenedAt'>): boolean =>
  recon === 'open' && happenedAt < startOfDay(serverNow()) - DAY_MS

/** A movement nobody compared with the bank yet is still open. */
const recon = pair(
  'recon',
  [
    factOf(singles, 'recon', {
      render: (row: TradeRow) =>
        row.recon === undefined ? (
          nothing
        ) : row.recon === 'open' ? (
          <Tag tone={lacksRecon(row) ? 'warn' : 'idle'}>{tradeRecons.open}</Tag>
        ) : (
          tradeRecons.matched
        ),
    }),
  ],
  { width: 100, card: 'tag' },
)

/** The house reconciles and bears the bank's charges; a company does neither. */
export const tradeColumns = {
  house: withDefaults([...head(true), recon, bank], singles),
  company: withDefaults(
    [...head(false), bank],
    singles.filter(({ key }) => key !== 'recon' && key !== 'fee'),
  ),
} as const
