// A waybill on paper (A4): three copies for shipper, carrier and receiver, with a code that proves the number is ours.
import { publicScreens } from '@yunshu/contract/publicScreens'
import type { WaybillPaper } from '@yunshu/contract/waybill/paper'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { checkFragment, paperCopies } from '@yunshu/domain/waybill/paper'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { printTons, type Grams } from '@yunshu/domain/figures/weight'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import './waybillPaper.css'

/** A waybill for paper; the code only for those who may hand it on. */
export type PaperFacts = Omit<WaybillPaper, 'checkCode'> & { readonly checkCode?: string | undefined }

const tons = (weight: Grams | undefined): string => (weight === undefined ? '' : printTons(weight))
const place = ({ regionName, address, contact, mobile }: PaperFacts['loadPoints'][number]): string =>
  `${regionName} ${address}（${contact} ${mobile}）`

/** The address of the check with the pair of a paper filled in: the text of the code on it. */
export const checkAddress = (pair: { waybillNo: string; checkCode: string; linkCode?: string }): string =>
  `${location.origin}${publicScreens.checkWaybill}${checkFragment(pair)}`

/** Prices stay off the paper: it travels with the driver, whose number is masked. */
function Copy({ waybill, name }: { waybill: PaperFacts; name: string }) {
  const { waybillNo, checkCode, upstreamNo, loadPoints, unloadPoints } = waybill
  return (
    <section className="wb-print">
      <header className="wb-print-top">
        <div>
          <h1>货物运单</h1>
          <p className="wb-print-copy">{name}</p>
        </div>
        {checkCode !== undefined && (
          <figure>
            <QrCode text={checkAddress({ waybillNo, checkCode })} label={`运单 ${waybillNo} 核验二维码`} size={96} />
            <figcaption>校验码 {checkCode}</figcaption>
          </figure>
        )}
      </header>
      <p className="wb-print-head">
        <span>运单号：{waybillNo}</span>
        <span>客户单号：{upstreamNo ?? ''}</span>
        <span>状态：{waybillStates.states[waybill.state].label}</span>
      </p>
      <table className="ys-table">
        <tbody>
          <PartyRows waybill={waybill} />
          {loadPoints.map((point, index) => (
            <tr key={`l${index}`}>
              <th scope="row">装货地</th>
              <td colSpan={3}>{place(point)}</td>
            </tr>
          ))}
          {unloadPoints.map((point, index) => (
            <tr key={`u${index}`}>
              <th scope="row">卸货地</th>
              <td colSpan={3}>{place(point)}</td>
            </tr>
          ))}
          <CargoRows waybill={waybill} />
          <tr>
            <th scope="row">备注</th>
            <td colSpan={3} className="wb-print-remark" aria-label="手写备注" />
          </tr>
        </tbody>
      </table>
      <div className="wb-print-signs">
        <span>托运人签字（盖章）：</span>
        <span>司机签字：</span>
        <span>收货人签字（盖章）：</span>
      </div>
      <PaperFoot />
    </section>
  )
}

/** Both parties, the vehicle with its driver, and vehicles before it. */
function PartyRows({ waybill }: { waybill: PaperFacts }) {
  const { shipperName, shipperCode, carrierName, carrierCode, plate, driverName, driverMobile, driverIdNo, segments } =
    waybill
  return (
    <>
      <tr>
        <th scope="row">托运人</th>
        <td>
          {shipperName}
          <br />
          {shipperCode}
        </td>
        <th scope="row">承运人</th>
        <td>
          {carrierName}
          <br />
          {carrierCode}
        </td>
      </tr>
      <tr>
        <th scope="row">车牌号</th>
        <td>{plate}</td>
        <th scope="row">司机</th>
        <td>
          {driverName} {driverMobile}
          <br />
          身份证 {driverIdNo}
        </td>
      </tr>
      {segments.length > 0 && (
        <tr>
          <th scope="row">换车</th>
          <td colSpan={3}>{segments.map(segment => `${segment.plate}（${segment.driverName}）`).join(' → ')}</td>
        </tr>
      )}
    </>
  )
}

/** The cargo and its weights. */
function CargoRows({ waybill }: { waybill: PaperFacts }) {
  const { items, planWeightG, loadWeightG, unloadWeightG } = waybill
  return (
    <>
      <tr>
        <th scope="row">货物</th>
        <td colSpan={3}>
          {items.map(({ name: item, packing }) => (packing ? `${item}（${packing}）` : item)).join('、')}
        </td>
      </tr>
      <tr>
        <th scope="row">计划重量(吨)</th>
        <td>{tons(planWeightG)}</td>
        <th scope="row">装货重量(吨)</th>
        <td>{tons(loadWeightG)}</td>
      </tr>
      <tr>
        <th scope="row">卸货重量(吨)</th>
        <td>{tons(unloadWeightG)}</td>
        <th scope="row">下单时间</th>
        <td>{formatDateTime(waybill.createdAt)}</td>
      </tr>
    </>
  )
}

/** Three sheets, one below the other. */
export function WaybillSheets({ waybill }: { waybill: PaperFacts }) {
  return (
    <>
      {paperCopies.map(name => (
        <Copy key={name} waybill={waybill} name={name} />
      ))}
    </>
  )
}
