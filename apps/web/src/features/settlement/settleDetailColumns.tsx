// The list of settlement details as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { settleDetailListColumns } from '@yunshu/contract/settlement/settleDetailColumns'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { isStageOpen } from '@yunshu/domain/settlement/settleDetail'
import { serverNow } from '../../lib/clock.ts'
import { Money, nothing, orNothing, Time } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
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
  freight: { width: 130, card: 'hide' },
  issued: { width: 120, card: 'hide' },
  deducted: { width: 120, card: 'hide' },
  due: { width: 130 },
  setOff: { width: 120, card: 'hide' },
  pay: { width: 130, card: 'hide' },
  settlementNum: { width: 180, card: 'hide', render: sheet },
  signedAt: { card: 'hide' },
  dueAt: { width: 170, render: (row: SettleDetailRow) => <DueDay row={row} /> },
  paidAt: { card: 'hide' },
  bankSerial: { width: 190, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})

const pair = pairing(singles)

/** The day it was paid on, or falls due: late ones say by how many days. */
const dueOrPaid = factOf(singles, 'dueAt', {
  title: '到期 / 付款',
  render: (row: SettleDetailRow) => {
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
  render: ({ bankSerial, reason }: SettleDetailRow) =>
    reason === undefined ? orNothing(bankSerial) : <b className="ys-minus">{reason}</b>,
  holds: ['bankSerial', 'reason'],
})

/** A second amount, said where there is one. */
const unlessZero = (key: 'deducted' | 'setOff') =>
  factOf(singles, key, { render: (row: SettleDetailRow) => (row[key] ? <Money value={row[key]} /> : null) })
const [deducted, setOff] = [unlessZero('deducted'), unlessZero('setOff')]

export const settleDetailColumns = withDefaults(
  [
    pair('number', ['waybillNo', 'part'], { width: 160, fixed: 'start', card: 'title' }),
    pair('stage', ['stage', dueOrPaid], { width: 100, card: 'tag' }),
    { ...pair('parties', ['carrierName', 'payee'], { width: 150, card: 'line' }), isShared: true },
    {
      ...pair('route', ['loadPlace', 'unloadPlace'], { title: '装货地 → 卸货地', width: 190, card: 'route' }),
      isShared: true,
    },
    pair('freight', ['freight', deducted], { title: '应付 / 扣款(元)', width: 115, align: 'right', card: 'hide' }),
    pair('due', ['due', setOff], { title: '现金 / 抵欠(元)', width: 115, align: 'right', card: 'figure' }),
    pair('sheet', ['settlementNum', bank], { width: 165, card: 'hide' }),
    { ...pair('truck', ['plate', 'driverName'], { width: 95, card: 'hide' }), isShared: true },
  ],
  singles,
)

/** Parts of one waybill stand together. */
export const sameWaybill = ({ waybillId }: SettleDetailRow): string => waybillId
