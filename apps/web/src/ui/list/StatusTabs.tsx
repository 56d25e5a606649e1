// States of a list as tabs with counts above it.
import { printCount } from '@yunshu/domain/figures/decimal'
import type { Machine, State } from '@yunshu/domain/states'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { useSession } from '../../lib/session.ts'
import { countLook } from '../turn.ts'
import { More } from './RowActions.tsx'
import { useFitting } from './useFitting.ts'

/** Counts stop here; more reads 1万+. @source contract: counters stop at 10,001 */
const countedMost = 10_000

/** A count as its tab shows it. */
export const countText = (count: number): string => (count > countedMost ? '1万+' : printCount(count))

interface StatusTabsProps<S extends string> {
  machine: Machine<S>
  /** Undefined: all. */
  value: S | undefined
  counts: Readonly<Record<string, number>> | undefined
  /** Of these, rows whose next step another person has to take. */
  own?: Readonly<Record<string, number>> | undefined
  /** States to offer; all of the machine unless told. */
  states?: readonly S[]
  /** The key of the counts all rows stand under, where the tabs overlap. */
  allUnder?: string | undefined
  /** Id of the element the tabs steer. */
  panelId: string
  onChange: (state: S | undefined) => void
}

/** Those that do not fit stand under 更多, never the chosen one. Arrow keys walk the tabs, as the role promises. */
export function StatusTabs<S extends string>({
  machine,
  value,
  counts,
  own,
  states = Object.keys(machine.states) as S[],
  allUnder,
  panelId,
  onChange,
}: StatusTabsProps<S>) {
  const bar = useRef<HTMLDivElement>(null)
  const tabs = useMemo<readonly (S | undefined)[]>(() => [undefined, ...states], [states])
  const total =
    counts &&
    (allUnder === undefined ? states.reduce((sum, state) => sum + (counts[state] ?? 0), 0) : (counts[allUnder] ?? 0))
  const labelOf = (state: S | undefined): string => (state === undefined ? '全部' : machine.states[state].label)
  const countOf = (state: S | undefined): number | undefined =>
    state === undefined ? total : counts && (counts[state] ?? 0)
  const fitting = useFitting(bar, tabs.indexOf(value), `${tabs.length} ${JSON.stringify(counts)}`)
  const shown = tabs.filter((_, index) => fitting === undefined || fitting.has(index))
  const rest = tabs.filter(state => !shown.includes(state))
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = shown[(shown.indexOf(value) + step + shown.length) % shown.length]
    onChange(next)
    bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div className="ys-status">
      <div ref={bar} className="ys-status-tabs" role="tablist" aria-label="按状态筛选" tabIndex={-1} onKeyDown={walk}>
        {tabs.map(state => {
          const count = countOf(state)
          return (
            <button
              key={state ?? ''}
              type="button"
              role="tab"
              aria-selected={state === value}
              aria-controls={panelId}
              tabIndex={state === value ? 0 : -1}
              {...(shown.includes(state) ? {} : { 'data-beyond': true, 'aria-hidden': true })}
              onClick={() => onChange(state)}
            >
              {labelOf(state)}
              {count !== undefined && (
                <Count state={state && machine.states[state]} count={count} own={state && own?.[state]} />
              )}
            </button>
          )
        })}
      </div>
      {rest.length > 0 && (
        <More
          as="ys-bar-button"
          name="更多状态"
          actions={rest.map(state => {
            const count = countOf(state)
            return {
              label: `${labelOf(state)}${count === undefined ? '' : ` ${countText(count)}`}`,
              onClick: () => onChange(state),
            }
          })}
        >
          更多 ▾
        </More>
      )}
    </div>
  )
}

/** The number of rows behind a tab, coloured where they are out of order or wait for the reader. */
function Count({ state, count, own = 0 }: { state: State | undefined; count: number; own: number | undefined }) {
  const look = useSession(session => (state && count > 0 ? countLook(state, session, count === own) : undefined))
  return <span className={look === undefined ? 'ys-count' : `ys-count ys-count-${look}`}>{countText(count)}</span>
}
