// The terms of the task vehicles are sent for, in one strip: limits, times at the places, remark.
import type { AppointView } from '@yunshu/contract/task/task'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { formatDateTime } from '@yunshu/domain/figures/time'
import type { ReactNode } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import { goodsUrl } from './offerColumns.tsx'

type Place = AppointView['loadPoints'][number]

/** 11-22 23:09 ～ 11-29 03:09; empty where a place names no time. */
const windowText = ({ windowStart, windowEnd }: Place): string =>
  windowStart === undefined && windowEnd === undefined
    ? ''
    : [windowStart, windowEnd].map(ms => (ms === undefined ? '' : formatDateTime(ms).slice(5, 16))).join(' ～ ')
/** Times of the places that name one, with the name where there are several. */
const timesText = (places: readonly Place[]): string =>
  places
    .map(place => (windowText(place) === '' ? '' : `${places.length > 1 ? `${place.name} ` : ''}${windowText(place)}`))
    .filter(Boolean)
    .join('；')
/** Names of the places, where the head has room for the first of them only. */
const placesText = (places: readonly Place[]): string =>
  places.length < 2 ? '' : places.map(({ regionName, name }) => `${regionName} ${name}`).join('；')

export function TaskStrip({
  view: { task, loadPoints, unloadPoints, perTruckMax, trucksToday, isDropAndHook },
}: {
  view: AppointView
}) {
  const isMobile = useMobile()
  const mode = task.quantityMode
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      '货源',
      <a key="goods" className="ys-link" href={goodsUrl(task.goodsId)}>
        {task.goodsNo}
      </a>,
    ],
    ['货主', isMobile ? task.shipperName : ''],
    ['派单方', task.giverName === task.shipperName ? '' : task.giverName],
    ['单车上限', perTruckMax === undefined || mode === 'BY_TRUCK' ? '' : printQuantity(mode, perTruckMax)],
    ['今日还可派', trucksToday === undefined ? '' : `${trucksToday} 车`],
    ['运输', isDropAndHook ? '甩挂运输' : ''],
    ['装货时间', timesText(loadPoints)],
    ['卸货时间', timesText(unloadPoints)],
    ['装货地', placesText(loadPoints)],
    ['卸货地', placesText(unloadPoints)],
    ['备注', task.remark],
  ]
  const strip = (
    <dl className="tk-strip" aria-label="任务">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
  // on a phone the trucks come first
  return isMobile ? (
    <details className="tk-terms">
      <summary>装卸时间与要求</summary>
      {strip}
    </details>
  ) : (
    strip
  )
}
