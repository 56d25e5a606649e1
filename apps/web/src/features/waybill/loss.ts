// Remarks on weights while they are typed: loss in transit and whether it is beyond the rule.
import { lossOf } from '@yunshu/domain/goods/freight'
import { printMoney } from '@yunshu/domain/figures/money'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { lossScopes } from '@yunshu/domain/goods/goods'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { printKg, type Grams } from '@yunshu/domain/figures/weight'

type Rule = WaybillDetail['lossRule']

/** One sentence about the loss between two weights under a rule; `isOver` when something would be deducted. */
export function lossSentence(load: Grams, unload: Grams, rule: Rule): { text: string; isOver: boolean } {
  if (unload > load) return { text: '卸货重量大于装货重量，请核对磅单', isOver: true }
  const { lost, allowed, deducted, amount } = lossOf(load, unload, rule)
  if (lost === 0) return { text: '没有亏吨', isOver: false }
  const words = `亏吨 ${printKg(lost)} 公斤`
  if (rule.kind === 'NONE') return { text: `${words}（不计亏吨）`, isOver: false }
  if (deducted === 0) return { text: `${words}，在允许的 ${printKg(allowed)} 公斤之内`, isOver: false }
  return { text: `${words}，超过允许的 ${printKg(allowed)} 公斤，预计扣款 ${printMoney(amount)} 元`, isOver: true }
}

/** The loss rule in words, such as 允许 3‰，超耗部分按 800.00 元/吨扣款. */
export function lossRuleText(rule: Rule): string {
  if (rule.kind === 'NONE') return '不计亏吨'
  const allowed =
    rule.kind === 'PERMILLE' ? `${printDecimal(rule.allow, 3, 0)}‰` : `${printDecimal(rule.allow, 3, 0)} 公斤`
  return `允许 ${allowed}，${lossScopes[rule.scope]}按 ${printUnitPrice(rule.deductUnitPrice)} 元/吨扣款`
}
