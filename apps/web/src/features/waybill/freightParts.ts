// The figures a freight is made of, in words: weight and unit price, and the claims both sides agreed on.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { fen, printMoney, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { printTons } from '@yunshu/domain/figures/weight'
import { billedWeight } from '@yunshu/domain/goods/freight'
import { lossBases, pricings } from '@yunshu/domain/goods/goods'
import type { ClaimSide } from '@yunshu/domain/settlement/charges'

type Facts = Pick<
  WaybillDetail,
  'pricing' | 'loadWeightG' | 'unloadWeightG' | 'lossRule' | 'shipperUnitPrice' | 'carrierUnitPrice' | 'claims'
>

/** 按卸货量 32.250 吨 × 293.21 元/吨，加已确认费用 260.00 元: deductions of the carrier are not part of its freight. */
export function freightParts(waybill: Facts, account: ClaimSide): string {
  const { pricing, loadWeightG, unloadWeightG, lossRule, claims } = waybill
  const price = account === 'SHIPPER' ? waybill.shipperUnitPrice : waybill.carrierUnitPrice
  const unit = price === undefined ? '' : `${printUnitPrice(price)} ${pricings[pricing].label}`
  const isByWeight = pricing === 'PER_TON' && loadWeightG !== undefined && unloadWeightG !== undefined
  const base = isByWeight
    ? `${lossBases[lossRule.basis]} ${printTons(billedWeight(lossRule.basis, loadWeightG, unloadWeightG))} 吨${unit === '' ? '' : ` × ${unit}`}`
    : unit
  const agreed = claims.filter(({ side, state }) => side === account && state === 'agreed').map(({ amount }) => amount)
  const sum = (amounts: readonly Fen[]): string => printMoney(fen(Math.abs(sumFen(amounts))))
  const [extra, cut] = [agreed.filter(amount => amount > 0), agreed.filter(amount => amount < 0)]
  return [
    base,
    extra.length > 0 ? `加已确认费用 ${sum(extra)} 元` : '',
    account === 'SHIPPER' && cut.length > 0 ? `减已确认扣款 ${sum(cut)} 元` : '',
    account === 'CARRIER' && cut.length > 0 ? `另有已确认扣款 ${sum(cut)} 元` : '',
  ]
    .filter(part => part !== '')
    .join('，')
}
