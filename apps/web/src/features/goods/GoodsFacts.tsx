// Facts of goods: who offers them to whom, what vehicles are wanted, prices and terms of payment, loss and receipts.
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { goodsKinds, lossBases, pricings, publishTargets, roundings, takeModes } from '@yunshu/domain/goods/goods'
import { lossText, needText, planText, poundText, receiptText, termText } from '@yunshu/domain/goods/words'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import type { ReactNode } from 'react'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time, UnitPriceText } from '../../ui/Figures.tsx'
import { goodsUrl } from './goodsColumns.tsx'

interface Props {
  goods: GoodsDetail
}

export function BasicFacts({ goods }: Props) {
  const { carriers, publishTo } = goods
  return (
    <Section title="基本信息">
      <Facts
        items={[
          ['类型', goodsKinds[goods.kind]],
          ['标题', goods.title],
          ['客户单号', goods.upstreamNo],
          ['货主', goods.shipperName],
          ['接单方式', takeModes[goods.takeMode]],
          ['截止时间', <Time key="to" value={goods.validTo} />],
          ['发布时间', <Time key="at" value={goods.createdAt} />],
          [
            '再来一单自',
            goods.copiedFrom && (
              <a key="from" className="ys-link" href={goodsUrl(goods.copiedFrom.id)}>
                {goods.copiedFrom.goodsNo}
              </a>
            ),
          ],
          [
            '发布对象',
            publishTargets[publishTo] +
              (carriers.length > 0 ? `（${carriers.length} 家）：${carriers.map(({ name }) => name).join('、')}` : ''),
            'wide',
          ],
          ['备注', goods.remark, 'wide'],
        ]}
      />
    </Section>
  )
}

// a price the person may not see is absent, and so is its fact
const priceFact = (price: UnitPrice | undefined, unit: string): ReactNode =>
  price === undefined ? undefined : (
    <>
      <UnitPriceText value={price} /> {unit}
    </>
  )

export function TermFacts({ goods }: Props) {
  const unit = pricings[goods.pricing].label
  return (
    <Section title="车辆与结算要求">
      <Facts
        items={[
          ['车辆要求', needText(goods.vehicleNeed), 'wide'],
          ['计价方式', unit],
          ['托运单价', priceFact(goods.shipperUnitPrice, unit)],
          ['承运单价', priceFact(goods.carrierUnitPrice, unit)],
          ['计量依据', lossBases[goods.lossRule.basis]],
          ['支付方案', planText(goods.payPlan)],
          ['账期', termText(goods.payPlan)],
          ['亏吨规则', lossText(goods.lossRule)],
          ['抹零', roundings[goods.lossRule.rounding]],
          ['回单要求', receiptText(goods.receiptRule)],
          ['磅单要求', poundText(goods.poundRule)],
          ['每日车数上限', goods.dailyTrucks === undefined ? undefined : `${goods.dailyTrucks} 车`],
        ]}
      />
    </Section>
  )
}
