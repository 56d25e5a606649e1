// Lists that share a page, as tabs in their bar: they look as the states of other lists do.
import type { KeyboardEvent, ReactNode } from 'react'

interface PaneTabsProps<K extends string> {
  name: string
  panes: readonly { readonly value: K; readonly label: ReactNode }[]
  value: K
  onChange: (value: K) => void
}

/** Arrow keys walk the tabs, as the role promises. */
export function PaneTabs<K extends string>({ name, panes, value, onChange }: PaneTabsProps<K>) {
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = panes.findIndex(pane => pane.value === value)
    const next = (at + step + panes.length) % panes.length
    const pane = panes[next]
    if (pane) onChange(pane.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="ys-status-tabs ys-panes" role="tablist" aria-label={name} tabIndex={-1} onKeyDown={walk}>
      {panes.map(pane => (
        <button
          key={pane.value}
          type="button"
          role="tab"
          aria-selected={pane.value === value}
          tabIndex={pane.value === value ? 0 : -1}
          onClick={() => onChange(pane.value)}
        >
          {pane.label}
        </button>
      ))}
    </div>
  )
}
