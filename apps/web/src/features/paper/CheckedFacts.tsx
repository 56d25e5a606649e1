// A checked waybill: that it is ours, and what of it strangers may compare with the paper in their hands.
import type { CheckedWaybill } from '@yunshu/contract/waybill/paper'
import { chainLegs, legStates, type ChainLeg } from '@yunshu/domain/chain/chain'
import { printYuan } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printTons, type Grams } from '@yunshu/domain/figures/weight'
import { waybillWayDone } from '@yunshu/domain/waybill/wayDone'
import { receiptStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { PublicFact } from '../../parts/public/PublicFrame.tsx'

const tons = (weight: Grams | undefined): string => (weight === undefined ? '--' : `${printTons(weight)} 吨`)

/** Sections of a public sheet. */
export function CheckedFacts({ waybill }: { waybill: CheckedWaybill }) {
  const { waybillNo, state, freight, times, receiptState, receiptFiles, isPaid, legs } = waybill
  return (
    <>
      <section className="pg-head" aria-label="核验结果">
        <h1>运单 {waybillNo}</h1>
        <span className="pg-kind">{waybillStates.states[state].label}</span>
        <p className="pg-weak">此运单由本平台出具。请与纸质运单逐项核对，车牌和司机只显示部分。</p>
      </section>
      <section aria-label="运单内容">
        <dl className="pg-facts">
          <PublicFact name="托运人">{waybill.shipperName}</PublicFact>
          <PublicFact name="承运人">{waybill.carrierName}</PublicFact>
          <PublicFact name="路线">{waybill.route}</PublicFact>
          <PublicFact name="货物">{waybill.itemNames}</PublicFact>
          <PublicFact name="车牌号">{waybill.plate}</PublicFact>
          <PublicFact name="司机">{waybill.driverName}</PublicFact>
          <PublicFact name="计划重量">{tons(waybill.planWeightG)}</PublicFact>
          <PublicFact name="装货重量">{tons(waybill.loadWeightG)}</PublicFact>
          <PublicFact name="卸货重量">{tons(waybill.unloadWeightG)}</PublicFact>
          {freight !== undefined && <PublicFact name="运费">{printYuan(freight)} 元</PublicFact>}
        </dl>
      </section>
      <section aria-label="运输进度">
        <h2>运输进度</h2>
        <dl className="pg-facts">
          {times.map(step => (
            <PublicFact key={step.state} name={waybillWayDone[step.state] ?? waybillStates.states[step.state].label}>
              {formatDateTime(step.at)}
            </PublicFact>
          ))}
          <PublicFact name="回单">
            {receiptStates.states[receiptState].label}
            {receiptFiles > 0 && `，${receiptFiles} 个文件`}
          </PublicFact>
          <PublicFact name="运费结算">{isPaid ? '已结算' : '未结清'}</PublicFact>
        </dl>
      </section>
      {legs !== undefined && (
        <section aria-label="四流核对">
          <h2>四流核对</h2>
          <p className="pg-weak">单据在签收后陆续补齐，“缺”表示平台尚未收齐。</p>
          <dl className="pg-facts">
            {(Object.keys(chainLegs) as ChainLeg[]).map(leg => (
              <PublicFact key={leg} name={chainLegs[leg]}>
                {legStates.states[legs[leg]].label}
              </PublicFact>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
