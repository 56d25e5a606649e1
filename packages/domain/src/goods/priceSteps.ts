// Price plans of goods (价格计划): unit prices that come into force at agreed moments, and the one in force at a given
// moment.
import type { UnitPrice } from '../figures/unitPrice.ts'

/** The unit price from a moment on, ms. */
export interface PriceStep {
  readonly unitPrice: UnitPrice
  readonly effectiveAt: number
}

/** The most steps one plan may have. */
export const priceStepsMax = 10

/**
 * The price in force at a moment: that of the last step that has come into force, before the first the base price.
 * The order of the steps does not matter. The trade knows the steps as 运费计划: 计划运价 and 生效时间.
 */
export function priceAt(base: UnitPrice, steps: readonly PriceStep[], at: number): UnitPrice {
  return lastStep(steps, at)?.unitPrice ?? base
}

function lastStep(steps: readonly PriceStep[], at: number): PriceStep | undefined {
  let last: PriceStep | undefined
  for (const step of steps)
    if (step.effectiveAt <= at && (last === undefined || step.effectiveAt >= last.effectiveAt)) last = step
  return last
}

/** When the next step comes into force after a moment; undefined when none is left. */
export function nextStepAt(steps: readonly { readonly effectiveAt: number }[], at: number): number | undefined {
  const later = steps.map(step => step.effectiveAt).filter(effectiveAt => effectiveAt > at)
  return later.length === 0 ? undefined : Math.min(...later)
}

/** The steps still to come after a moment. */
export const stepsAfter = <S extends { readonly effectiveAt: number }>(steps: readonly S[], at: number): S[] =>
  steps.filter(step => step.effectiveAt > at)

/** Faults of a plan by field path: prices above zero, moments in the future and one after the other. */
export function priceStepFaults(
  steps: readonly { readonly unitPrice: number; readonly effectiveAt: number }[],
  now: number,
): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [n, { unitPrice, effectiveAt }] of steps.entries()) {
    if (unitPrice <= 0) faults[`priceSteps.${n}.unitPrice`] = '须大于0'
    const before = steps[n - 1]
    if (effectiveAt <= now) faults[`priceSteps.${n}.effectiveAt`] = '须晚于当前时间'
    else if (before && effectiveAt <= before.effectiveAt)
      faults[`priceSteps.${n}.effectiveAt`] = '须晚于上一项的生效时间'
  }
  return faults
}
