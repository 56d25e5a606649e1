// Acts of the command panel that name a thing: 派 冀AY1126 sends a truck for a task that waits, 发布 榆林→南阳 publishes on a
// lane.
import { laneField, plateField } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { TodayItem } from '@yunshu/contract/today'

/** An act as the panel shows it. */
interface NamedAct {
  readonly title: string
  readonly note: string
  readonly path: string
}

/** 派冀AY1126 as 派 冀AY1126: the verb is a word of its own. */
export const apartFromVerb = (text: string): string => text.replace(/^派(?=[\u4e00-\u9fff][a-z])/i, '派 ')

/** Trucks that were found, and tasks that wait for trucks, of which acts are made. */
const most = { trucks: 2, tasks: 3 } as const

/** A truck into the plan of each task that waits; `words` stand beside the plate and choose among the tasks. */
export function truckActs(
  trucks: readonly { readonly title: string }[],
  items: readonly TodayItem[],
  words: readonly string[],
): NamedAct[] {
  const tasks = items
    .filter(({ kind }) => kind === 'dispatch')
    .filter(({ no, whose = '', about = '', loadPlace = '', unloadPlace = '' }) =>
      words.every(word => `派 派车 ${no} ${whose} ${about} ${loadPlace} ${unloadPlace}`.includes(word)),
    )
  return trucks.slice(0, most.trucks).flatMap(({ title }) =>
    tasks.slice(0, most.tasks).map(({ no, about, whose, path }) => ({
      title: `派 ${title}`,
      note: ['任务', no, about, whose].filter(Boolean).join(' '),
      path: `${path}?${new URLSearchParams({ [plateField]: title }).toString()}`,
    })),
  )
}

/** The two places of a lane as people type it; the verb may be left out before an arrow. */
const lanes = [/^(?:发布|发货|发)\s*(\S+?)\s*(?:→|->|—+|–|-|~|到|至|>)\s*(\S.*)$/, /^(\S+?)\s*(?:→|->)\s*(\S.*)$/]

/** Publishing on the lane a text names. */
export function laneActs(text: string): NamedAct[] {
  const [, from, to] = lanes.map(form => form.exec(text.trim())).find(found => found !== null) ?? []
  if (from === undefined || to === undefined) return []
  const lane = `${from}→${to}`
  return [
    {
      title: `发布 ${lane}`,
      note: '发布货源，填好装卸地',
      path: `${screenUrl('GoodsPublish')}?${new URLSearchParams({ [laneField]: lane }).toString()}`,
    },
  ]
}
