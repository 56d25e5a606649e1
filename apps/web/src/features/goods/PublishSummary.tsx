// The last step before goods are published: everything that binds, read once, in the words of the people it goes to.
import { printMoney } from '@yunshu/domain/figures/money'
import { isUnitPrice, printUnitPrice, unitPrice } from '@yunshu/domain/figures/unitPrice'
import { pricings } from '@yunshu/domain/goods/goods'
import { planText } from '@yunshu/domain/goods/words'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { Section } from '../../ui/Facts.tsx'
import { useDraftValues } from './EstimateLine.tsx'
import { takersText, untilText } from './FoldStrip.tsx'
import { cargoTotals, estimateGoods, planRest, type Goods, type GoodsDraft } from './publishForm.ts'

const missing = (what: string): ReactNode => <span className="gd-missing">{what}未填</span>

function cargoOf(draft: GoodsDraft): ReactNode {
  const names = (draft.items ?? []).flatMap(item => (item?.name ? [item.name] : []))
  const { weight } = cargoTotals(draft)
  if (names.length === 0) return missing('货物')
  return `${names.join('、')}${weight > 0 ? `，${printTons(grams(weight))} 吨` : ''}`
}

function sideOf(points: GoodsDraft['loadPoints'], what: string): ReactNode {
  const named = (points ?? []).filter(point => point?.regionName || point?.name)
  if (named.length === 0) return missing(what)
  return named.map(point => [point?.regionName, point?.name].filter(text => text).join(' ')).join('、')
}

function quantityOf({ quantityMode, totalQty }: GoodsDraft, trucks: number | undefined): ReactNode {
  if (typeof totalQty !== 'number' || quantityMode === undefined) return missing('总量')
  const about = trucks !== undefined && quantityMode !== 'BY_TRUCK' ? `，约 ${trucks} 车` : ''
  return `${printQuantity(quantityMode, totalQty)}${about}`
}

function priceOf({ pricing, unitPrice: price }: GoodsDraft): ReactNode {
  if (pricing === undefined || !isUnitPrice(price) || price === 0) return missing('托运单价')
  return `${printUnitPrice(unitPrice(price))} ${pricings[pricing].label}`
}

function planOf({ payPlan }: GoodsDraft): ReactNode {
  return payPlan !== undefined && planRest(payPlan) === 0 ? planText(payPlan as Goods['payPlan']) : missing('支付方案')
}

export function PublishSummary({ form }: { form: FormInstance }) {
  const draft = useDraftValues(form)
  const { freight, trucks } = estimateGoods(draft)
  const lines: readonly (readonly [string, ReactNode])[] = [
    ['运什么', cargoOf(draft)],
    [
      '从哪到哪',
      <span key="route">
        {sideOf(draft.loadPoints, '装货地')} → {sideOf(draft.unloadPoints, '卸货地')}
      </span>,
    ],
    ['运多少', quantityOf(draft, trucks)],
    ['单价', priceOf(draft)],
    [
      '预估总额',
      freight === undefined ? (
        <span key="freight" className="ys-weak">
          数量与单价齐后算出
        </span>
      ) : (
        <strong key="freight">{printMoney(freight)} 元</strong>
      ),
    ],
    ['怎么付', planOf(draft)],
    ['谁可接单', takersText(draft)],
    ['到什么时候', untilText(draft)],
  ]
  return (
    <Section title="发布前核对">
      <dl className="gd-summary">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
