// Trails of waybills as evidence: when they are sealed, how they stand, and whose signature it needs.
import { MINUTE_MS } from '../figures/time.ts'
import type { WaybillState } from '../waybill/waybill.ts'

/** The state of the evidence of a waybill. */
export const evidenceStates = { waiting: '未封存', due: '等待封存', sealed: '已封存' } as const

/** States of waybills whose trail is evidence: the receiver has signed. */
export const sealedStates: readonly WaybillState[] = ['signed', 'finished']

/** Positions a terminal kept back come within this time after the span has ended, ms; later ones are an addition. */
const sealRestMs = 10 * MINUTE_MS

/** When the trail of a span is to be sealed; undefined while it is not. */
export const sealDueAt = (state: WaybillState, toAt: number | undefined, now: number): number | undefined =>
  toAt === undefined || !sealedStates.includes(state) ? undefined : Math.max(toAt + sealRestMs, now)

/** Late positions of a sealed trail are gathered for this long, ms: a terminal that kept hours back sends them at once. */
export const additionRestMs = sealRestMs

/** Pages and calls a look at a trail comes from (`track_views.why`). */
export const lookReasons = {
  playback: '轨迹回放',
  evidence: '轨迹证据',
  stops: '停车记录',
  days: '里程报表',
  online: '上线率与完整率',
  trips: '行程记录',
  alarms: '报警记录',
  area: '区域查车',
  terminal: '终端报文',
} as const
/** The page a look came from. */
export type LookReason = keyof typeof lookReasons

/** The same list asked for again within this time is the same look, ms. */
export const sameLookMs = 5 * MINUTE_MS
/** Lines of looks are kept this long, days. */
export const looksKeptDays = 3 * 365
