// A waybill on paper (A4): what driver, shipper and receiver sign.
import { product } from '@yunshu/domain/account'
import type { WaybillDetail } from '@yunshu/contract/waybill'
import { formatDateTime } from '@yunshu/domain/time'
import { waybillStates } from '@yunshu/domain/waybill'
import { printTons, type Grams } from '@yunshu/domain/weight'
import { serverNow } from '../../lib/clock.ts'

const tons = (weight: Grams | undefined): string => (weight === undefined ? '' : printTons(weight))
const place = ({ regionName, address, contact, mobile }: WaybillDetail['loadPoints'][number]): string => `${regionName} ${address}（${contact} ${mobile}）`

/** Prices stay off the paper: it travels with the driver. */
export function WaybillPrint({ waybill }: { waybill: WaybillDetail }) {
  const { waybillNo, upstreamNo, shipperName, carrierName, plate, driverName, driverMobile, loadPoints, unloadPoints, items, planWeightG, loadWeightG, unloadWeightG } = waybill
  return (
    <div className="wb-print">
      <h1>货物运单</h1>
      <p className="wb-print-head"><span>运单号：{waybillNo}</span><span>客户单号：{upstreamNo ?? ''}</span><span>状态：{waybillStates.states[waybill.state].label}</span></p>
      <table className="ys-table">
        <tbody>
          <tr><th scope="row">货主</th><td>{shipperName}</td><th scope="row">承运商</th><td>{carrierName}</td></tr>
          <tr><th scope="row">车牌号</th><td>{plate}</td><th scope="row">司机</th><td>{driverName} {driverMobile}</td></tr>
          {loadPoints.map((point, index) => <tr key={`l${index}`}><th scope="row">装货地</th><td colSpan={3}>{place(point)}</td></tr>)}
          {unloadPoints.map((point, index) => <tr key={`u${index}`}><th scope="row">卸货地</th><td colSpan={3}>{place(point)}</td></tr>)}
          <tr><th scope="row">货物</th><td colSpan={3}>{items.map(({ name, packing }) => (packing ? `${name}（${packing}）` : name)).join('、')}</td></tr>
          <tr><th scope="row">计划重量(吨)</th><td>{tons(planWeightG)}</td><th scope="row">装货重量(吨)</th><td>{tons(loadWeightG)}</td></tr>
          <tr><th scope="row">卸货重量(吨)</th><td>{tons(unloadWeightG)}</td><th scope="row">下单时间</th><td>{formatDateTime(waybill.createdAt)}</td></tr>
        </tbody>
      </table>
      <div className="wb-print-signs"><span>发货人签字：</span><span>司机签字：</span><span>收货人签字（盖章）：</span></div>
      <p className="wb-print-foot">{product.name}　打印时间 {formatDateTime(serverNow())}</p>
    </div>
  )
}
