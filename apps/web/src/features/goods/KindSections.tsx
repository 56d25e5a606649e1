// Sections that only some goods have: the trunk line they ride on, and the plan of their price.
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { pricings } from '@yunshu/domain/goods/goods'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time, UnitPriceText } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { serverNow } from '../../lib/clock.ts'

export function TrunkFacts({ goods: { gx } }: { goods: GoodsDetail }) {
  if (!gx) return null
  return (
    <Section title="干线信息">
      <Facts
        items={[
          ['线路名称', gx.lineName],
          ['班次号', gx.shiftNo],
          ['计划发车时间', <Time key="depart" value={gx.plannedDepartAt} />],
          ['甩挂运输', gx.dropAndHook ? '甩挂' : '不甩挂'],
        ]}
      />
      {gx.via.length > 0 && (
        <ol className="gd-via" aria-label="途经点">
          {gx.via.map((place, index) => (
            <li key={index}>
              <strong>{place.name}</strong>{' '}
              <span className="ys-weak">
                {place.regionName}
                {place.plannedAt !== undefined && (
                  <>
                    ，计划到达 <Time value={place.plannedAt} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

type Step = GoodsDetail['priceSteps'][number]

/** A price the person may not see has no column. */
function stepColumns(steps: readonly Step[], unit: string): readonly Column<Step>[] {
  const price = (key: string, title: string, read: (step: Step) => Step['shipperUnitPrice']): Column<Step>[] =>
    steps.some(step => read(step) !== undefined)
      ? [
          {
            key,
            title: `${title}(${unit})`,
            width: 160,
            align: 'right',
            render: step => <UnitPriceText value={read(step)} />,
          },
        ]
      : []
  return [
    { key: 'at', title: '生效时间', width: 180, render: step => <Time value={step.effectiveAt} /> },
    ...price('shipper', '托运单价', step => step.shipperUnitPrice),
    ...price('carrier', '承运单价', step => step.carrierUnitPrice),
    {
      key: 'state',
      title: '状态',
      width: 110,
      render: step => (step.effectiveAt <= serverNow() ? <Tag tone="good">已生效</Tag> : <Tag tone="idle">待生效</Tag>),
    },
  ]
}
const rowKey = (step: Step): string => String(step.effectiveAt)

export function PriceSteps({ goods: { priceSteps, pricing } }: { goods: GoodsDetail }) {
  if (priceSteps.length === 0) return null
  return (
    <Section title="价格计划">
      <SimpleTable
        title="价格计划"
        rows={priceSteps}
        columns={stepColumns(priceSteps, pricings[pricing].label)}
        rowKey={rowKey}
      />
    </Section>
  )
}
