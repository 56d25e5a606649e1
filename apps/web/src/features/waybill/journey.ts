// The journey of a waybill as steps to draw: which are done, which is current, and when each was reached.
import { waybillStates, type WaybillState } from '@yunshu/domain/waybill'

/** The states of a journey without mishap, in order. */
export const journeyStates = ['toAccept', 'toLoad', 'loading', 'inTransit', 'arrived', 'toSign', 'signed', 'finished'] as const satisfies readonly WaybillState[]

/** What people call a step once it is behind them; a step ahead carries the label of its state. */
const reachedLabels: Readonly<Record<(typeof journeyStates)[number], string>> = {
  toAccept: '已派单', toLoad: '已接单', loading: '到达装货地', inTransit: '装货发车', arrived: '到达卸货地', toSign: '卸货完成', signed: '已签收', finished: '已完成',
}

/** Where a mishap shows: at the step it interrupts. */
const mishaps: Readonly<Partial<Record<WaybillState, (typeof journeyStates)[number]>>> = { interrupted: 'inTransit', disputed: 'toSign' }

export interface JourneyStep { readonly state: WaybillState; readonly title: string; readonly at?: number; readonly status: 'finish' | 'process' | 'wait' | 'error' }

/** The steps of a waybill: its states in order with the time each was first reached; a cancelled or voided one ends with that. */
export function journeySteps(state: WaybillState, times: readonly { state: WaybillState; at: number }[]): JourneyStep[] {
  const reached = new Map<WaybillState, number>()
  for (const time of times) if (!reached.has(time.state)) reached.set(time.state, time.at)
  const isStopped = state === 'cancelled' || state === 'void'
  const shown = isStopped ? journeyStates.filter((step) => reached.has(step)) : journeyStates
  const here = mishaps[state] ?? state
  const current = journeyStates.findIndex((step) => step === here)
  const steps = shown.map((step, index): JourneyStep => {
    const isBehind = isStopped || index < current || (index === current && state === 'finished')
    const status = isBehind ? 'finish' : index > current ? 'wait' : here === state ? 'process' : 'error'
    const label = status === 'error' ? waybillStates.states[state].label : status === 'wait' ? waybillStates.states[step].label : reachedLabels[step]
    return withTime({ state: step, title: label, status }, status === 'wait' ? undefined : reached.get(status === 'error' ? state : step))
  })
  return isStopped ? [...steps, withTime({ state, title: waybillStates.states[state].label, status: 'error' }, reached.get(state))] : steps
}

function withTime(step: JourneyStep, at: number | undefined): JourneyStep {
  return at === undefined ? step : { ...step, at }
}
