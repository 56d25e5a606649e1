// Acts of the command panel that name a truck or a lane.
import type { TodayItem } from '@yunshu/contract/today'
import { expect, test } from 'vitest'
import { apartFromVerb, laneActs, truckActs } from './namedActs.ts'

const item = (kind: TodayItem['kind'], no: string, more: Partial<TodayItem> = {}): TodayItem => ({
  kind,
  id: no,
  no,
  since: 0,
  path: `/appoint/waybill/${no}`,
  ...more,
})

test('a truck goes into the plan of a task that waits for trucks; without one nothing is offered', () => {
  const trucks = [{ title: '冀AY1126' }]
  const tasks = [
    item('dispatch', 'RW1', { loadPlace: '陕西省 / 榆林市', unloadPlace: '河南省 / 南阳市' }),
    item('dispatch', 'RW2', { loadPlace: '山西省 / 大同市' }),
    item('sign', 'YD1'),
  ]
  expect(truckActs(trucks, tasks, ['派']).map(({ title, note, path }) => [title, note, path])).toEqual([
    ['派 冀AY1126', '任务 RW1', '/appoint/waybill/RW1?plate=%E5%86%80AY1126'],
    ['派 冀AY1126', '任务 RW2', '/appoint/waybill/RW2?plate=%E5%86%80AY1126'],
  ])
  expect(truckActs(trucks, tasks, ['派', '南阳']).map(({ note }) => note)).toEqual(['任务 RW1'])
  expect(truckActs(trucks, tasks, ['签收'])).toEqual([])
  expect(truckActs(trucks, [item('sign', 'YD1')], ['派'])).toEqual([])
  expect([apartFromVerb('派冀AY1126'), apartFromVerb('派车 1126')]).toEqual(['派 冀AY1126', '派车 1126'])
})

test('a lane is read from its verb or its arrow, and other texts are none', () => {
  const titles = (text: string) => laneActs(text).map(({ title }) => title)
  for (const text of ['发布 榆林→南阳', '榆林→南阳', '榆林->南阳', '发货榆林到南阳', '发 榆林 - 南阳'])
    expect(titles(text), text).toEqual(['发布 榆林→南阳'])
  for (const text of ['到达装货', '发布货源', '发布 榆林', 'YD2611-01', '榆林到南阳'])
    expect(titles(text), text).toEqual([])
  expect(laneActs('发布 榆林→南阳 煤 33吨')[0]?.path).toBe(
    `/goods/publish?lane=${encodeURIComponent('榆林→南阳 煤 33吨').replaceAll('%20', '+')}`,
  )
})
