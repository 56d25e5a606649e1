// The head of a task that is handed down: its state and what is left of it, and the terms it came with.
import type { ReleaseView } from '@yunshu/contract/task/release'
import { pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { taskStates } from '@yunshu/domain/task/task'
import type { ReactNode } from 'react'
import { UnitPriceText } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { wayParts } from '../../ui/record/heroLine.ts'
import { shortCompany } from '../../ui/shortCompany.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { appointUrl, goodsUrl, restOfTotal } from './offerColumns.tsx'

export function ReleaseHero({ view: { task } }: { view: ReleaseView }) {
  const { loadPlace, unloadPlace, itemNames, shipperName, quantityMode: mode } = task
  return (
    <Hero
      word="转派任务"
      name={task.taskNo}
      tag={<StatusTag machine={taskStates} state={task.state} />}
      line={[...wayParts(loadPlace, unloadPlace), ` · ${itemNames} · ${shortCompany(shipperName)}`]}
      figure={{
        value: restOfTotal(task, task.qty).replace(` ${quantityModes[mode].unit}`, ''),
        label: `待派 / 任务(${quantityModes[mode].unit})`,
      }}
      hasPager={false}
      acts={
        <PageActions actions={task.acts.includes('dispatch') ? [{ label: '自己派车', to: appointUrl(task.id) }] : []} />
      }
    />
  )
}

/** The source and terms of the work, as the page that sends vehicles says them. */
export function ReleaseStrip({ view: { task, unitPrice: own } }: { view: ReleaseView }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      '货源',
      <a key="goods" className="ys-link" href={goodsUrl(task.goodsId)}>
        {task.goodsNo}
      </a>,
    ],
    ['派单方', task.giverName === task.shipperName ? undefined : task.giverName],
    [
      '本公司单价',
      own === undefined ? undefined : (
        <span key="price">
          <UnitPriceText value={own} /> {pricings[task.pricing].label}
        </span>
      ),
    ],
  ]
  return (
    <dl className="tk-strip" aria-label="任务">
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
