// The columns of the waybill list; price columns are offered to those who may see the price.
import { screenUrl } from '@yunshu/contract/screens'
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { receiptStates, waybillSettleStates, waybillSources, waybillStates } from '@yunshu/domain/waybill/waybill'
import { waybillAlerts } from '@yunshu/domain/waybill/alerts'
import { shortPlace } from '../../ui/placeText.ts'
import { moneyColumn, stateColumn, textColumn, timeColumn, weightColumn, type Column } from '../../ui/list/column.tsx'

/** Address of a waybill's page. */
export const waybillUrl = (id: string): string => screenUrl('WaybillDetails', { id })

function SheetLink({ settlementNum }: { settlementNum: string | undefined }) {
  return settlementNum === undefined ? (
    '--'
  ) : (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )
}

/** What is wrong or late, each as a mark. */
function Alerts({ alerts }: Pick<WaybillRow, 'alerts'>) {
  if (alerts.length === 0) return '--'
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

/** City, district and place; the whole address when pointed at. */
const Place = ({ place }: { place: string }) => <span title={place}>{shortPlace(place)}</span>

export const waybillColumns: readonly Column<WaybillRow>[] = [
  textColumn('waybillNo', '运单号', row => row.waybillNo, { width: 180, fixed: 'start', fits: true, card: 'title' }),
  stateColumn('state', '状态', waybillStates, row => row.state),
  { key: 'alerts', title: '异常与超期', width: 130, render: row => <Alerts alerts={row.alerts} /> },
  textColumn('upstreamNo', '客户单号', row => row.upstreamNo, { width: 150, isHidden: true }),
  textColumn('plate', '车牌号', row => row.plate, { width: 110, fits: true }),
  {
    key: 'driver',
    title: '司机',
    width: 190,
    render: row => (
      <>
        {row.driverName} <span className="ys-weak">{row.driverMobile}</span>
      </>
    ),
  },
  { key: 'loadPlace', title: '装货地', width: 210, render: row => <Place place={row.loadPlace} /> },
  { key: 'unloadPlace', title: '卸货地', width: 210, render: row => <Place place={row.unloadPlace} /> },
  textColumn('itemNames', '货物', row => row.itemNames, { width: 120 }),
  textColumn('shipperName', '货主', row => row.shipperName, { width: 200, card: 'hide' }),
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 200, card: 'hide' }),
  weightColumn('planWeightG', '计划', row => row.planWeightG, { card: 'hide', isHidden: true }),
  weightColumn('loadWeightG', '装货', row => row.loadWeightG, { card: 'hide' }),
  weightColumn('unloadWeightG', '卸货', row => row.unloadWeightG, { card: 'hide' }),
  weightColumn('lossG', '亏损', row => row.lossG, { card: 'hide', width: 110 }),
  moneyColumn('shipperFreight', '托运运费', row => row.shipperFreight, { permit: 'price.shipper', width: 130 }),
  moneyColumn('carrierFreight', '承运运费', row => row.carrierFreight, { permit: 'price.carrier', width: 130 }),
  moneyColumn('margin', '毛利', row => row.margin, { permit: 'price.margin', card: 'hide' }),
  moneyColumn('oil', '油卡', row => row.oil, { permit: 'price.carrier', card: 'hide', width: 110 }),
  moneyColumn('deducted', '扣款', row => row.deducted, { permit: 'price.carrier', card: 'hide', width: 110 }),
  moneyColumn('payable', '应付', row => row.payable, { permit: 'price.carrier', card: 'hide', width: 130 }),
  moneyColumn('paid', '已付', row => row.paid, { permit: 'price.carrier', card: 'hide', width: 130 }),
  moneyColumn('open', '未付', row => row.open, { permit: 'price.carrier', card: 'hide', width: 130 }),
  stateColumn('receiptState', '回单', receiptStates, row => row.receiptState, { card: 'line' }),
  stateColumn('settleState', '结算', waybillSettleStates, row => row.settleState, { card: 'line' }),
  {
    key: 'settlementNum',
    title: '结算单号',
    width: 180,
    card: 'hide',
    render: row => <SheetLink settlementNum={row.settlementNum} />,
  },
  {
    key: 'goodsNo',
    title: '货源号',
    width: 180,
    card: 'hide',
    isHidden: true,
    render: row => (
      <a className="ys-link" href={screenUrl('GoodsDetails', { id: row.goodsId })}>
        {row.goodsNo}
      </a>
    ),
  },
  textColumn('source', '来源', row => waybillSources[row.source], { width: 100, card: 'hide', isHidden: true }),
  timeColumn('createdAt', '下单时间', row => row.createdAt),
  timeColumn('loadedAt', '装货时间', row => row.loadedAt, { card: 'hide' }),
  timeColumn('signedAt', '签收时间', row => row.signedAt, { card: 'hide' }),
  timeColumn('finishedAt', '完结时间', row => row.finishedAt, { card: 'hide', isHidden: true }),
  timeColumn('dueAt', '应付日期', row => row.dueAt, { card: 'hide', dayOnly: true }),
]
