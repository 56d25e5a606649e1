// The list of settlement details as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { deductionWords, settleDetailListColumns } from '@yunshu/contract/settlement/settleDetailColumns'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import { detailStages, isStageOpen } from '@yunshu/domain/settlement/settleDetail'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { Money, nothing, orNothing, Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { SiteText } from '../../ui/list/EndText.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { StateTag, Tag, TurnTag } from '../../ui/StatusTag.tsx'
import { settlementUrl } from './settlementColumns.tsx'

/** The days a part is late while its money is still to come. */
const lateDays = ({ dueAt, stage }: SettleDetailRow): number =>
  dueAt !== undefined && isStageOpen(stage) ? daysOverdue(dueAt, serverNow()) : 0

function DueDay({ row }: { row: SettleDetailRow }) {
  const days = lateDays(row)
  return (
    <>
      <Time value={row.dueAt} dayOnly /> {days > 0 && <Tag tone="bad">{`逾期 ${days} 天`}</Tag>}
    </>
  )
}

const sheet = ({ settlementNum, pSettlementNum }: SettleDetailRow) =>
  settlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={settlementUrl(settlementNum, pSettlementNum)}>
      {settlementNum}
    </a>
  )

type PartAmount = 'part' | 'partFreight' | 'partSetOff' | 'partPay'
/** An amount of a part with what it is made of; a fee of work handed down is told on its own sheet. */
const PartMoney = ({ row, of, value }: { row: SettleDetailRow; of: PartAmount; value: Fen | undefined }) =>
  row.part === 'fee' || value === 0 ? (
    <Money value={value} />
  ) : (
    <AskedMoney asked={{ amountOf: of, id: row.waybillId, partId: row.id }} value={value} />
  )

const partMoney = (row: SettleDetailRow, of: PartAmount, value: Fen | undefined) =>
  value === undefined ? nothing : <PartMoney row={row} of={of} value={value} />

const singles = drawColumns(settleDetailListColumns, {
  waybillNo: {
    width: 180,
    fixed: 'start',
    card: 'title',
    render: ({ waybillId, waybillNo }: SettleDetailRow) => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
        {waybillNo}
      </a>
    ),
  },
  upstreamNo: { width: 160, card: 'hide' },
  part: { width: 100 },
  stage: { width: 100 },
  carrierName: { width: 210 },
  shipperName: { width: 210, card: 'hide' },
  payee: { width: 150, card: 'hide' },
  plate: { width: 110 },
  driverName: { width: 100, card: 'hide' },
  loadPlace: { width: 150, card: 'hide' },
  unloadPlace: { width: 150, card: 'hide' },
  loadWeight: { width: 110, card: 'hide' },
  unloadWeight: { width: 110, card: 'hide' },
  freight: { width: 130, card: 'hide', render: row => <PartMoney row={row} of="partFreight" value={row.freight} /> },
  issued: { width: 120, card: 'hide' },
  deducted: { width: 120, card: 'hide' },
  penalty: { width: 120, card: 'hide' },
  reasons: { width: 260, card: 'hide' },
  due: { width: 130, render: row => <PartMoney row={row} of="part" value={row.due} /> },
  setOff: { width: 120, card: 'hide', render: row => partMoney(row, 'partSetOff', row.setOff) },
  pay: { width: 130, card: 'hide', render: row => partMoney(row, 'partPay', row.pay) },
  settlementNum: { width: 180, card: 'hide', render: sheet },
  signedAt: { card: 'hide' },
  dueAt: { width: 170, render: (row: SettleDetailRow) => <DueDay row={row} /> },
  paidAt: { card: 'hide' },
  bankSerial: { width: 190, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})

/** Fuel and advances had before, and deductions, on hover with their reasons. */
function Less({ row }: { row: SettleDetailRow }) {
  const { issued, deducted } = row
  const [given, taken] = [printMoney(issued), printMoney(deducted)]
  const reasons = deductionWords(row)
  const said =
    issued !== 0 && deducted !== 0
      ? `发 ${given} 扣 ${taken}`
      : issued !== 0
        ? `已发放 ${given}`
        : deducted !== 0
          ? `扣款 ${taken}`
          : undefined
  if (said === undefined && reasons.length === 0) return null
  return <span title={reasons.join('\n') || undefined}>{said ?? '调差'}</span>
}

type Side = 'house' | 'shipper' | 'carrier'
/** The side that has to act on the receipt a part waits for. */
const receiptWord = ({ receiptState }: SettleDetailRow, side: Side): string | null =>
  receiptState === 'waiting' || receiptState === 'rejected'
    ? side === 'carrier'
      ? '等我方上传'
      : '等承运商上传'
    : receiptState === 'uploaded' || receiptState === 'posted'
      ? side === 'shipper'
        ? '等我方审核'
        : '等货主审核'
      : null

/** The one the receipt of a part waits for: a colleague where the reader may not upload it. */
function ReceiptWord({ row, side }: { row: SettleDetailRow; side: Side }) {
  const mayUpload = useCan('receipt.upload')
  const word = receiptWord(row, side)
  return side === 'carrier' && !mayUpload && word === '等我方上传' ? '等调度上传' : word
}

/** The stage, marked where the receipt is the reader's own to give or to judge: not where a colleague does it. */
function Stage({ row, side }: { row: SettleDetailRow; side: Side }) {
  const mayAct = useCan(side === 'carrier' ? 'receipt.upload' : 'receipt.audit')
  return row.stage === 'waiting' && mayAct && receiptWord(row, side)?.startsWith('等我方') ? (
    <TurnTag>{detailStages[row.stage].label}</TurnTag>
  ) : (
    <StateTag state={detailStages[row.stage]} />
  )
}
const stageOn = (side: Side) =>
  factOf(singles, 'stage', { render: (row: SettleDetailRow) => <Stage row={row} side={side} /> })

const isOnHold = ({ stage }: SettleDetailRow): boolean => stage === 'held' || stage === 'paused'

/** The reason of a hold, or the day it was paid on or falls due: late ones say by how many days. */
const dueOrPaid = (side: Side) =>
  factOf(singles, 'dueAt', {
    title: '到期 / 付款',
    render: (row: SettleDetailRow) => {
      if (isOnHold(row) && row.reason !== undefined) return <span title={row.reason}>{row.reason}</span>
      if (row.stage === 'waiting') return <ReceiptWord row={row} side={side} />
      if (row.paidAt !== undefined) return <Time value={row.paidAt} dayOnly />
      if (row.dueAt === undefined || !isStageOpen(row.stage)) return nothing
      const days = lateDays(row)
      return days > 0 ? (
        <b className="ys-minus">逾期 {days} 天</b>
      ) : (
        <>
          <Time value={row.dueAt} dayOnly /> 到期
        </>
      )
    },
    holds: ['dueAt', 'paidAt'],
  })

/** The bank's number of a payment, or its words where it failed. */
const bank = factOf(singles, 'bankSerial', {
  title: '银行流水',
  render: (row: SettleDetailRow) =>
    row.reason === undefined || isOnHold(row) ? orNothing(row.bankSerial) : <b className="ys-minus">{row.reason}</b>,
  holds: ['bankSerial', 'reason'],
})

type Word = Partial<Record<string, string>>
/** The carrier is to receive what the others owe: its own words for the same amounts. */
const ownWords: Word = { freight: '应收(元)', due: '应收现金(元)', pay: '本次应收(元)' }

/** The list for a side; a company that only carries or only ships sees the other party alone. */
function columnsFor(side: Side) {
  const said =
    side === 'carrier' ? singles.map(column => ({ ...column, title: ownWords[column.key] ?? column.title })) : singles
  const pair = pairing(said)
  // a second amount is said where there is one
  const lessFact = factOf(said, 'deducted', {
    render: (row: SettleDetailRow) => <Less row={row} />,
    totals: ['issued', 'deducted'].flatMap(key => factOf(said, key).totals ?? []),
    holds: ['issued', 'deducted'],
  })
  const setOff = factOf(said, 'setOff', {
    render: (row: SettleDetailRow) => (row.setOff ? <PartMoney row={row} of="partSetOff" value={row.setOff} /> : null),
  })
  const siteFact = (key: 'loadPlace' | 'unloadPlace') =>
    factOf(said, key, { render: (row: SettleDetailRow) => <SiteText place={row[key]} /> })
  const party = side === 'carrier' ? 'shipperName' : 'carrierName'
  /** By the name people call it, so that none is cut off. */
  const known = factOf(said, party, {
    render: ({ [party]: name }: SettleDetailRow) => <span title={name}>{shortCompany(name)}</span>,
  })
  return withDefaults(
    [
      pair('number', ['waybillNo', 'part'], { width: 160, fixed: 'start', card: 'title' }),
      pair('stage', [stageOn(side), dueOrPaid(side)], { title: '状态 / 日期', width: 100, card: 'tag' }),
      pair('due', ['due', setOff], {
        title: side === 'carrier' ? '应收现金 / 抵欠(元)' : '应付现金 / 抵欠(元)',
        width: 135,
        align: 'right',
        card: 'figure',
      }),
      pair('freight', ['freight', lessFact], {
        title: side === 'carrier' ? '应收 / 已发、扣款(元)' : '应付 / 已发、扣款(元)',
        width: 130,
        align: 'right',
        card: 'hide',
      }),
      { ...pair('parties', [known, 'payee'], { width: 150, card: 'line' }), isShared: true },
      {
        ...pair('route', [siteFact('loadPlace'), siteFact('unloadPlace')], {
          title: '装货地 → 卸货地',
          width: 190,
          card: 'route',
        }),
        isShared: true,
      },
      pair('sheet', ['settlementNum', bank], { width: 140, card: 'hide' }),
      { ...pair('truck', ['plate', 'driverName'], { width: 95, card: 'hide' }), isShared: true },
    ],
    said,
  )
}

export const settleDetailColumns = columnsFor('house')
const [ofShipper, ofCarrier] = [columnsFor('shipper'), columnsFor('carrier')]

/** The columns for somebody on these sides: a company on both reads them as the house does. */
export function settleDetailColumnsOf(sides: readonly RoleSide[]): readonly Column<SettleDetailRow>[] {
  if (sides.some(isHouseSide) || sides.length > 1) return settleDetailColumns
  return sides[0] === 'carrier' ? ofCarrier : ofShipper
}

/** Parts of one waybill stand together. */
export const sameWaybill = ({ waybillId }: SettleDetailRow): string => waybillId
