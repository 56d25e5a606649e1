// Terms of goods in the words people use: vehicles wanted, plan of payment, loss in transit, receipts.
import type { LossRule, PayPlan, ReceiptRule } from '@yunshu/contract/goods'
import type { Output } from '@yunshu/contract/call'
import type { getGoods } from '@yunshu/contract/goods'
import { printDecimal } from '@yunshu/domain/decimal'
import { lossScopes } from '@yunshu/domain/goods'
import { payParts } from '@yunshu/domain/payPlan'
import { printUnitPrice } from '@yunshu/domain/unitPrice'
import { printTons } from '@yunshu/domain/weight'
import { lengthText, typeText } from './needOptions.ts'

/** 半挂牵引车 / 自卸（重型），13米，载重不少于 30.000 吨. */
export function needText({ types, lengthsDm, minTonnageG }: Output<typeof getGoods>['vehicleNeed']): string {
  const parts = [
    types.map(typeText).join(' / '), lengthsDm.map(lengthText).join(' / '),
    minTonnageG === undefined || minTonnageG === 0 ? '' : `载重不少于 ${printTons(minTonnageG)} 吨`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '不限' : parts.join('，')
}

/** 油卡 30%，到付 50%，回单付 20%. */
export function planText(plan: PayPlan): string {
  const shares = [['pre', plan.prePpm], ['oil', plan.oilPpm], ['etc', plan.etcPpm], ['arrive', plan.arrivePpm], ['receipt', plan.receiptPpm]] as const
  return shares.filter(([, ppm]) => ppm > 0).map(([part, ppm]) => `${payParts[part].label} ${printDecimal(ppm, 4, 0)}%`).join('，')
}

export const termText = ({ termDays }: PayPlan): string => (termDays === 0 ? '无账期' : `${termDays} 天`)

/** 允许 3‰，超耗部分按 800.00 元/吨扣款. */
export function lossText({ kind, allow, scope, deductUnitPrice }: LossRule): string {
  if (kind === 'NONE') return '不计亏吨'
  return `允许 ${printDecimal(allow, 3, 0)}${kind === 'PERMILLE' ? '‰' : ' 公斤'}，${lossScopes[scope]}按 ${printUnitPrice(deductUnitPrice)} 元/吨扣款`
}

/** 照片；原件 2 份，7 天内返回. */
export function receiptText({ needPhoto, needOriginal, copies, returnDays }: ReceiptRule): string {
  if (!needPhoto && !needOriginal) return '不需要回单'
  const wanted = [needPhoto ? '照片' : '', needOriginal ? `原件 ${copies} 份` : ''].filter((part) => part !== '').join('；')
  return returnDays > 0 ? `${wanted}，${returnDays} 天内返回` : wanted
}
