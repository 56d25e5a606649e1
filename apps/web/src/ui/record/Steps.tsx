// The way a record went and goes, from top to bottom: each step with who took it and when, the present one, and those
// still to come.
import type { Machine } from '@yunshu/domain/states'
import type { ReactNode } from 'react'
import { Time } from '../Figures.tsx'
import './record.css'

/** A step that was taken. */
export interface Reached<S extends string> {
  readonly state: S
  /** Absent where nothing tells it. */
  readonly at: number | undefined
  /** The person who took it, or a fact of it: a weight. */
  readonly by?: ReactNode
}

interface StepsProps<S extends string> {
  machine: Machine<S>
  /** States of the usual way, in order. */
  way: readonly S[]
  state: S
  reached: readonly Reached<S>[]
  /** Names of steps, where those of the states are not what is done in them. */
  labels?: Readonly<Partial<Record<S, string>>>
  /** Names of steps that are done: what was done to come into their states. */
  done?: Readonly<Partial<Record<S, string>>>
  /** Beside the present step: whom it waits for. */
  now?: ReactNode
}

/** The way with a state off it (取消) behind the last step that was taken. */
function stepsOf<S extends string>(way: readonly S[], state: S, isReached: (state: S) => boolean): readonly S[] {
  if (way.includes(state)) return way
  return [...way.slice(0, way.findLastIndex(isReached) + 1), state]
}

/**
 * The last step of the way is done once it is reached: nothing follows it. A step named by what is done in it, or by the
 * same word once it is done (已签收), is done as well, and the next is waited for.
 */
export function Steps<S extends string>({ machine, way, state, reached, labels, done, now }: StepsProps<S>) {
  const found = new Map(reached.map(each => [each.state, each]))
  const steps = stepsOf(way, state, each => found.has(each))
  const here = steps.indexOf(state)
  const { tone, label } = machine.states[state]
  const isTaken = found.get(state)?.at !== undefined && (labels?.[state] !== undefined || done?.[state] === label)
  const isOver = tone !== 'bad' && (here === steps.length - 1 || isTaken)
  // none where the way is over
  const current = isOver ? here + 1 : here
  return (
    <ol className="ys-way">
      {steps.map((each, index) => {
        const step = found.get(each)
        const isNow = index === current
        const look = isNow ? `now ys-way-${tone}` : index <= here ? 'done' : 'next'
        const isCurrent = index === Math.min(current, steps.length - 1)
        return (
          <li key={each} className={`ys-way-${look}`} {...(isCurrent ? { 'aria-current': 'step' as const } : {})}>
            <span className="ys-way-dot" aria-hidden="true" />
            <span className="ys-way-what">
              {labels?.[each] ?? (look === 'done' ? done?.[each] : undefined) ?? machine.states[each].label}
              {step?.by !== undefined && <small>{step.by}</small>}
              {isNow && now !== undefined && <small>{now}</small>}
            </span>
            {step?.at !== undefined && index <= here && (
              <small>
                <Time value={step.at} />
              </small>
            )}
          </li>
        )
      })}
    </ol>
  )
}
