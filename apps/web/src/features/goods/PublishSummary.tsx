// Goods read back before they are published: everything that binds, in the words of the people it goes to.
import { printMoney } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { pricings, publishTargets } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { lossText, needText, planText, poundText, receiptText, termText, windowText } from '@yunshu/domain/goods/words'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import type { ReactNode } from 'react'
import { takersText, untilText } from './FoldStrip.tsx'
import { cargoTotals, estimateGoods, type Goods } from './publishForm.ts'

type Points = Goods['loadPoints']

const sideOf = (points: Points): string => points.map(({ regionName, name }) => `${regionName} ${name}`).join('、')
const timesOf = (points: Points): string => points.map(point => windowText(point) ?? '时间不限').join('、')

function cargoOf(goods: Goods): string {
  const { weight } = cargoTotals(goods)
  const names = goods.items.map(({ name }) => name).join('、')
  return weight > 0 ? `${names}，${printTons(grams(weight))} 吨` : names
}

function quantityOf({ quantityMode, totalQty }: Goods, trucks: number | undefined): string {
  const about = trucks !== undefined && quantityMode !== 'BY_TRUCK' ? `，约 ${trucks} 车` : ''
  return `${printQuantity(quantityMode, totalQty)}${about}`
}

const pricesOf = ({ pricing, unitPrice, priceSteps = [] }: Goods): string =>
  `${printUnitPrice(unitPrice)} ${pricings[pricing].label}${priceSteps.length > 0 ? `，另有 ${priceSteps.length} 次调价` : ''}`

/** The agreements beside cargo and money, without those nobody asked for. */
const termsOf = ({ vehicleNeed, lossRule, poundRule, receiptRule }: Goods): string =>
  [
    vehicleNeed.types.length + vehicleNeed.lengthsDm.length > 0 || vehicleNeed.minTonnageG ? needText(vehicleNeed) : '',
    lossText(lossRule),
    poundRule ? poundText(poundRule) : '',
    `回单：${receiptText(receiptRule)}`,
  ]
    .filter(words => words !== '')
    .join('；')

function moneyOf(goods: Goods): ReactNode {
  const { freight } = estimateGoods(goods)
  if (freight === undefined) return '按实际数量计算'
  return (
    <>
      <strong>{printMoney(freight)} 元</strong> <span className="ys-weak">{moneyInWords(freight)}</span>
    </>
  )
}

/** The consequence of publishing, for those who may take the goods. */
const afterText = ({ publishTo, takeMode }: Goods): string =>
  takeMode === 'GRAB'
    ? `发布后，${publishTargets[publishTo]}立即可以接单。`
    : '发布后承运商不能自行接单，由贵公司派给承运商。'

export function PublishSummary({ goods }: { goods: Goods }) {
  const lines: readonly (readonly [string, ReactNode])[] = [
    ['从哪到哪', `${sideOf(goods.loadPoints)} → ${sideOf(goods.unloadPoints)}`],
    ['运什么', cargoOf(goods)],
    ['运多少', quantityOf(goods, estimateGoods(goods).trucks)],
    ['装货', timesOf(goods.loadPoints)],
    ['卸货', timesOf(goods.unloadPoints)],
    ['单价', pricesOf(goods)],
    ['预估总额', moneyOf(goods)],
    ['怎么付', `${planText(goods.payPlan)}，${termText(goods.payPlan)}`],
    ['谁可接单', takersText(goods)],
    ['到什么时候', untilText(goods)],
    ['其他约定', termsOf(goods)],
  ]
  return (
    <>
      <dl className="gd-summary">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="gd-after">{afterText(goods)}</p>
    </>
  )
}
