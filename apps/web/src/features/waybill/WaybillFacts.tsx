// Facts of a waybill: who, with what vehicle, and the money agreed on.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { pricings, quantityModes, roundings } from '@yunshu/domain/goods/goods'
import { payParts } from '@yunshu/domain/settlement/payPlan'
import { plateColours } from '@yunshu/domain/codes'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { waybillSettleStates, waybillSources } from '@yunshu/domain/waybill/waybill'
import type { ReactNode } from 'react'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time, UnitPriceText, Weight } from '../../ui/Figures.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { EtaFact } from './EtaFact.tsx'
import { lossRuleText } from './loss.ts'

interface Props {
  waybill: WaybillDetail
}

/** Numbers, parties and the vehicle. */
export function BasicFacts({ waybill }: Props) {
  const colour = plateColours.find(({ code }) => code === waybill.plateColor)?.label
  return (
    <Section title="基本信息">
      <Facts
        items={[
          ['客户单号', waybill.upstreamNo ?? ''],
          [
            '货源号',
            <a key="goods" className="ys-link" href={screenUrl('GoodsDetails', { id: waybill.goodsId })}>
              {waybill.goodsNo}
            </a>,
          ],
          ['任务号', waybill.taskNo ?? ''],
          ['货主', waybill.shipperName],
          ['承运商', waybill.carrierName],
          ['车牌号', colour === undefined ? waybill.plate : `${waybill.plate}（${colour}）`],
          ['司机', `${waybill.driverName} ${waybill.driverMobile}`],
          [
            '核定载质量(吨)',
            waybill.vehicleTonnageG === undefined ? '' : <Weight key="tonnage" value={waybill.vehicleTonnageG} />,
          ],
          ['计划装货', waybill.plannedLoadAt === undefined ? '' : <Time key="planned" value={waybill.plannedLoadAt} />],
          ...(waybill.eta ? [['预计到达', <EtaFact key="eta" eta={waybill.eta} />, 'wide'] as const] : []),
          ['来源', waybillSources[waybill.source]],
          ['下单时间', <Time key="created" value={waybill.createdAt} />],
        ]}
      />
    </Section>
  )
}

// no permit for a price: the value is absent and so is its fact
const unlessAbsent = <T,>(value: T | undefined, draw: (value: T) => ReactNode): ReactNode =>
  value === undefined ? undefined : draw(value)

/** The prices and rules agreed on; leaves out prices the person may not see. */
export function PriceFacts({ waybill }: Props) {
  const { payPlan } = waybill
  const shares = [
    ['pre', payPlan.prePpm],
    ['oil', payPlan.oilPpm],
    ['etc', payPlan.etcPpm],
    ['arrive', payPlan.arrivePpm],
    ['receipt', payPlan.receiptPpm],
  ] as const
  const plan = shares
    .filter(([, ppm]) => ppm > 0)
    .map(([part, ppm]) => `${payParts[part].label} ${printDecimal(ppm, 4, 0)}%`)
    .join('，')
  const priceOf = (price: UnitPrice | undefined): ReactNode =>
    unlessAbsent(price, value => (
      <>
        <UnitPriceText value={value} /> {pricings[waybill.pricing].label}
      </>
    ))
  return (
    <Section title="计价">
      <Facts
        items={[
          ['托运单价', priceOf(waybill.shipperUnitPrice)],
          ['承运单价', priceOf(waybill.carrierUnitPrice)],
          ['计价', pricings[waybill.pricing].label],
          [
            '计费数量',
            printQuantity(waybill.quantityMode, waybill.qty) +
              (waybill.quantityMode === 'BY_TRUCK' ? '' : `（${quantityModes[waybill.quantityMode].label}）`),
          ],
          ['亏吨规则', lossRuleText(waybill.lossRule)],
          ['抹零', roundings[waybill.lossRule.rounding]],
          ['支付方案', plan],
          ['账期', payPlan.termDays === 0 ? '无账期' : `${payPlan.termDays} 天`],
        ]}
      />
    </Section>
  )
}

/** State and amounts of payment; leaves out what the person may not see. */
export function SettleFacts({ waybill }: Props) {
  const { dueAt, id } = waybill
  return (
    <Section title="结算" extra={<StatusTag machine={waybillSettleStates} state={waybill.settleState} />}>
      <Facts
        items={[
          [
            '应付(元)',
            unlessAbsent(waybill.payable, value => (
              <AskedMoney asked={{ amountOf: 'carrierFreight', id }} value={value} />
            )),
          ],
          [
            '扣款(元)',
            unlessAbsent(waybill.deducted, value => <AskedMoney asked={{ amountOf: 'deducted', id }} value={value} />),
          ],
          ['油卡(元)', unlessAbsent(waybill.oil, amount => <Money value={amount} />)],
          ['已付(元)', unlessAbsent(waybill.paid, amount => <Money value={amount} />)],
          [
            '已抵欠款(元)',
            waybill.setOff === undefined || waybill.setOff === 0 ? undefined : (
              <Money key="off" value={waybill.setOff} />
            ),
          ],
          [
            '未付(元)',
            unlessAbsent(waybill.open, value => <AskedMoney asked={{ amountOf: 'open', id }} value={value} strong />),
          ],
          ['应付日期', dueAt === undefined ? '' : <Time key="due" value={dueAt} dayOnly />],
          [
            '结算单',
            waybill.settlementNum === undefined ? (
              ''
            ) : (
              <a
                key="sheet"
                className="ys-link"
                href={screenUrl('SettlementNormal', { settlementNum: waybill.settlementNum })}
              >
                {waybill.settlementNum}
              </a>
            ),
          ],
        ]}
      />
    </Section>
  )
}
