// The way a record goes: states passed with their time, the present one, and those still to come.
import type { Machine } from '@yunshu/domain/states'
import { Time } from './Figures.tsx'

interface StepperProps<S extends string> {
  machine: Machine<S>
  /** States of the usual way, in order. */
  way: readonly S[]
  state: S
  /** When states were reached. */
  times: readonly { readonly state: S; readonly at: number }[]
}

/** A state off the usual way (取消, 异议) is shown after the last one reached. */
export function Stepper<S extends string>({ machine, way, state, times }: StepperProps<S>) {
  const at = new Map(times.map(each => [each.state, each.at]))
  const reached = way.findLastIndex(each => each === state || at.has(each))
  const here = way.indexOf(state)
  const steps = here >= 0 ? way : [...way.slice(0, reached + 1), state]
  const now = steps.indexOf(state)
  return (
    <ol className="ys-steps">
      {steps.map((each, index) => (
        <li
          key={each}
          className={
            index < now
              ? 'ys-step-done'
              : index === now
                ? `ys-step-now ys-step-${machine.states[each].tone}`
                : 'ys-step-next'
          }
          {...(index === now ? { 'aria-current': 'step' as const } : {})}
        >
          <span className="ys-step-dot" aria-hidden="true" />
          <span>{machine.states[each].label}</span>
          {at.has(each) && (
            <small>
              <Time value={at.get(each)} />
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}
