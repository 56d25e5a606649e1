// The list of settlement details as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { settleDetailListColumns } from '@yunshu/contract/settlement/settleDetailColumns'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { isStageOpen } from '@yunshu/domain/settlement/settleDetail'
import { serverNow } from '../../lib/clock.ts'
import { nothing, Time } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { RouteText } from '../../ui/list/RouteText.tsx'
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

const route = factOf(singles, 'loadPlace', {
  title: '路线',
  render: ({ loadPlace, unloadPlace }: SettleDetailRow) => (
    <RouteText loadPlace={loadPlace} unloadPlace={unloadPlace} />
  ),
  holds: ['loadPlace', 'unloadPlace'],
})

export const settleDetailColumns = withDefaults(
  [
    pair('number', ['waybillNo', 'signedAt'], { width: 165, fixed: 'start', card: 'title' }),
    pair('stage', ['stage', 'part'], { width: 100, card: 'tag' }),
    pair('parties', ['carrierName', 'payee'], { width: 160, card: 'line' }),
    pair('trip', [route, 'plate'], { width: 150, card: 'route' }),
    pair('freight', ['freight', 'deducted'], { width: 115, align: 'right', card: 'hide' }),
    pair('due', ['due', 'setOff'], { width: 115, align: 'right', card: 'figure' }),
    pair('sheet', ['settlementNum', 'reason'], { width: 155, card: 'hide' }),
    pair('days', ['dueAt', 'paidAt'], { width: 140 }),
  ],
  singles,
)
