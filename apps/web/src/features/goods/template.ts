// Templates of goods: the form as it is kept, and as it opens again; times are told from the day it was kept on.
import { fieldLabel } from '@yunshu/contract/labels'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { nameOf } from '../../lib/faults.ts'
import { pathOf } from '../../ui/form/schemaAt.ts'
import type { Suggestion } from './suggestion.ts'
import { draftFaults } from './draftFaults.ts'
import { readDraft, type GoodsDraft } from './publishForm.ts'

/** The text to keep. Its shipper and the customer's number belong to one order only. */
export function writeTemplate(draft: GoodsDraft, now: number): string {
  const { shipperId: _for, copiedFrom: _from, upstreamNo: _no, ...rest } = draft
  return JSON.stringify({ day: startOfDay(now), draft: rest })
}

/** The form a template fills today; parts that are not what the form expects are those of an empty form. */
export function readTemplate(body: string, now: number, kind: GoodsKind): GoodsDraft | undefined {
  const { day, draft } = parse(body)
  const read = readDraft(JSON.stringify(draft ?? {}), now, kind)
  const days = typeof day === 'number' ? Math.round((startOfDay(now) - day) / DAY_MS) : 0
  return read && laterBy(read, days * DAY_MS)
}

function parse(body: string): { day?: unknown; draft?: unknown } {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const moved = <T>(time: T, by: number): T | number => (typeof time === 'number' ? time + by : time)

function laterBy(draft: GoodsDraft, by: number): GoodsDraft {
  const places = (points: GoodsDraft['loadPoints']): GoodsDraft['loadPoints'] =>
    points?.map(
      point => point && { ...point, windowStart: moved(point.windowStart, by), windowEnd: moved(point.windowEnd, by) },
    )
  const { gx } = draft
  return {
    ...draft,
    loadPoints: places(draft.loadPoints),
    unloadPoints: places(draft.unloadPoints),
    validTo: moved(draft.validTo, by),
    priceSteps: draft.priceSteps?.map(step => step && { ...step, effectiveAt: moved(step.effectiveAt, by) }),
    ...(gx
      ? {
          gx: {
            ...gx,
            plannedDepartAt: moved(gx.plannedDepartAt, by),
            via: gx.via?.map(place => place && { ...place, plannedAt: moved(place.plannedAt, by) }),
          },
        }
      : {}),
  }
}

/** Marks of parts that hold no more, at their fields: divisions that are gone, and whatever would be refused now. */
export function templateMarks(
  draft: GoodsDraft,
  kind: GoodsKind,
  isCurrent: (code: string) => boolean,
): readonly Suggestion[] {
  const regions = (['loadPoints', 'unloadPoints'] as const).flatMap(side =>
    (draft[side] ?? []).flatMap((point, at) => {
      const code = point?.regionCode
      return typeof code === 'string' && !isCurrent(code)
        ? [templateMark([side, at, 'regionCode'], code, '模板中的省市区已撤销，请重新选择')]
        : []
    }),
  )
  const faults = Object.entries(draftFaults(draft, kind)).map(([dotted, mark]) => {
    const path = pathOf(dotted)
    return templateMark(path, valueAt(draft, path), mark)
  })
  return [...regions, ...faults]
}

const templateMark = (path: Suggestion['path'], value: unknown, mark: string): Suggestion => ({
  path,
  value,
  mark,
  item: fieldLabel(nameOf(path.join('.'))),
  isDoubt: true,
})

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inside, part) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, part) : undefined),
    value,
  )
