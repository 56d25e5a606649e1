// The waybill list as it is drawn.
import { screenUrl } from '@yunshu/contract/screens'
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { waybillListColumns } from '@yunshu/contract/waybill/waybillColumns'
import { waybillAlerts } from '@yunshu/domain/waybill/alerts'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'

/** Address of a waybill's page. */
export const waybillUrl = (id: string): string => screenUrl('WaybillDetails', { id })

function SheetLink({ settlementNum }: { settlementNum: string | undefined }) {
  return settlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )
}

/** Faults and delays, each as a mark. */
function Alerts({ alerts }: Pick<WaybillRow, 'alerts'>) {
  if (alerts.length === 0) return nothing
  return (
    <>
      {alerts.map(alert => (
        <span key={alert} className="ys-tag ys-tag-bad ys-alert">
          {waybillAlerts[alert]}
        </span>
      ))}
    </>
  )
}

const driver = ({ driverName, driverMobile }: WaybillRow) => (
  <>
    {driverName} <span className="ys-weak">{driverMobile}</span>
  </>
)
const goodsLink = ({ goodsId, goodsNo }: WaybillRow) => (
  <a className="ys-link" href={screenUrl('GoodsDetails', { id: goodsId })}>
    {goodsNo}
  </a>
)

export const waybillColumns = drawColumns(waybillListColumns, {
  waybillNo: { width: 180, fixed: 'start', fits: true, card: 'title' },
  state: {},
  alerts: { width: 130, render: row => <Alerts alerts={row.alerts} /> },
  upstreamNo: { width: 150, isHidden: true },
  plate: { width: 110, fits: true },
  driver: { width: 190, render: driver },
  loadPlace: { width: 210 },
  unloadPlace: { width: 210 },
  itemNames: { width: 120 },
  shipperName: { width: 200, card: 'hide' },
  carrierName: { width: 200, card: 'hide' },
  planWeightG: { card: 'hide', isHidden: true },
  loadWeightG: { card: 'hide' },
  unloadWeightG: { card: 'hide' },
  lossG: { width: 110, card: 'hide' },
  shipperFreight: { width: 130 },
  carrierFreight: { width: 130 },
  margin: { card: 'hide' },
  oil: { width: 110, card: 'hide' },
  deducted: { width: 110, card: 'hide' },
  payable: { width: 130, card: 'hide' },
  paid: { width: 130, card: 'hide' },
  open: { width: 130, card: 'hide' },
  receiptState: { card: 'line' },
  settleState: { card: 'line' },
  settlementNum: { width: 180, card: 'hide', render: row => <SheetLink settlementNum={row.settlementNum} /> },
  goodsNo: { width: 180, card: 'hide', isHidden: true, render: goodsLink },
  source: { width: 100, card: 'hide', isHidden: true },
  createdAt: {},
  loadedAt: { card: 'hide' },
  signedAt: { card: 'hide' },
  finishedAt: { card: 'hide', isHidden: true },
  dueAt: { card: 'hide' },
})
