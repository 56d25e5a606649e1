// The weights of a waybill beside its papers: loaded, unloaded, lost, allowed, and what is deducted for it.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { lossOf } from '@yunshu/domain/goods/freight'
import { grams, type Grams } from '@yunshu/domain/figures/weight'
import { Explained } from '../../ui/Explained.tsx'
import { Money, nothing, tonsText, Weight } from '../../ui/Figures.tsx'
import { lossRuleText, lossSentence } from './loss.ts'

/** A weight rounded down to kilograms, so that tons have three decimals. */
const toKilograms = (weight: Grams): Grams => grams(Math.floor(weight / 1000) * 1000)

/** The deduction is what the rule makes of the weights: the signature fixes it. */
export function WeightsLine({ waybill }: { waybill: WaybillDetail }) {
  const { loadWeightG, unloadWeightG, disputedWeightG, lossRule, planWeightG } = waybill
  const loss =
    loadWeightG === undefined || unloadWeightG === undefined || unloadWeightG > loadWeightG
      ? undefined
      : lossOf(loadWeightG, unloadWeightG, lossRule)
  const isOver = loss !== undefined && loss.deducted > 0
  return (
    <dl className="wb-weights">
      {loadWeightG === undefined && (
        <div>
          <dt>计划(吨)</dt>
          <dd>
            <Weight value={planWeightG} />
          </dd>
        </div>
      )}
      <div>
        <dt>装货(吨)</dt>
        <dd>
          <Weight value={loadWeightG} />
        </dd>
      </div>
      <div>
        <dt>卸货(吨)</dt>
        <dd>
          <Weight value={unloadWeightG} />
        </dd>
      </div>
      {disputedWeightG !== undefined && (
        <div className="wb-over">
          <dt>卸货（收货方）</dt>
          <dd>
            <Weight value={disputedWeightG} />
          </dd>
        </div>
      )}
      <div className={isOver ? 'wb-over' : undefined}>
        <dt>
          <Explained label="亏吨(吨)" />
        </dt>
        <dd>
          {loss === undefined ? nothing : <Weight value={loss.lost} />}
          {loss !== undefined && lossRule.kind !== 'NONE' && (
            <small className="wb-allowed"> 允许 {tonsText(toKilograms(loss.allowed))}</small>
          )}
        </dd>
      </div>
      {lossRule.kind !== 'NONE' && (
        <div>
          <dt>亏吨扣款(元)</dt>
          <dd>
            {loss === undefined ? nothing : <Money value={loss.amount} />}
            <HowCounted waybill={waybill} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The rule, and what it makes of the weights, when asked for. */
function HowCounted({ waybill: { lossRule, loadWeightG, unloadWeightG } }: { waybill: WaybillDetail }) {
  return (
    <details className="wb-how">
      <summary>怎么算的</summary>
      <p>{lossRuleText(lossRule)}。</p>
      {loadWeightG !== undefined && unloadWeightG !== undefined && (
        <p>{lossSentence(loadWeightG, unloadWeightG, lossRule).text}。</p>
      )}
    </details>
  )
}
