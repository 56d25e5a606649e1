// States of a list as tabs with counts above it.
import type { Machine } from '@yunshu/domain/states'
import { useRef, type KeyboardEvent } from 'react'

/** Counts stop here; more reads 1万+. @source contract: counters stop at 10,001 */
const countedMost = 10_000

/** A count as its tab shows it. */
export const countText = (count: number): string => (count > countedMost ? '1万+' : String(count))

interface StatusTabsProps<S extends string> {
  machine: Machine<S>
  /** Undefined: all. */
  value: S | undefined
  counts: Readonly<Record<string, number>> | undefined
  /** States to offer; all of the machine unless told. */
  states?: readonly S[]
  /** Id of the element the tabs steer. */
  panelId: string
  onChange: (state: S | undefined) => void
}

/** Arrow keys walk the tabs, as the tablist role promises. */
export function StatusTabs<S extends string>({
  machine,
  value,
  counts,
  states = Object.keys(machine.states) as S[],
  panelId,
  onChange,
}: StatusTabsProps<S>) {
  const bar = useRef<HTMLDivElement>(null)
  const tabs: readonly (S | undefined)[] = [undefined, ...states]
  const total = counts && states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = (tabs.indexOf(value) + step + tabs.length) % tabs.length
    onChange(tabs[index])
    bar.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div ref={bar} className="ys-status-tabs" role="tablist" aria-label="按状态筛选" tabIndex={-1} onKeyDown={walk}>
      {tabs.map(state => {
        const count = state === undefined ? total : counts && (counts[state] ?? 0)
        return (
          <button
            key={state ?? ''}
            type="button"
            role="tab"
            aria-selected={state === value}
            aria-controls={panelId}
            tabIndex={state === value ? 0 : -1}
            onClick={() => onChange(state)}
          >
            {state === undefined ? '全部' : machine.states[state].label}
            {count !== undefined && <span className="ys-count">{countText(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}
