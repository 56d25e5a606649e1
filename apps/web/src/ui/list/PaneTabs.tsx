// Lists that share a page, as tabs in their bar: they look as the states of other lists do.
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { More } from './RowActions.tsx'
import { useFitting } from './useFitting.ts'

interface PaneTabsProps<K extends string> {
  name: string
  /** `text` says the label in the menu, where it is more than words. */
  panes: readonly { readonly value: K; readonly label: ReactNode; readonly text?: string }[]
  value: K
  onChange: (value: K) => void
}

/** Those that do not fit stand under 更多, never the chosen one. Arrow keys walk the tabs, as the role promises. */
export function PaneTabs<K extends string>({ name, panes, value, onChange }: PaneTabsProps<K>) {
  const bar = useRef<HTMLDivElement>(null)
  const chosen = panes.findIndex(pane => pane.value === value)
  const textOf = ({ text, label, value: own }: (typeof panes)[number]): string =>
    text ?? (typeof label === 'string' ? label : own)
  const fitting = useFitting(bar, chosen, panes.map(textOf).join())
  const shown = panes.filter((_, index) => fitting === undefined || fitting.has(index))
  const rest = panes.filter(pane => !shown.includes(pane))
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = shown.findIndex(pane => pane.value === value)
    const pane = shown[(at + step + shown.length) % shown.length]
    if (pane === undefined) return
    onChange(pane.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[panes.indexOf(pane)]?.focus()
  }
  return (
    <div className="ys-status ys-panes">
      <div ref={bar} className="ys-status-tabs" role="tablist" aria-label={name} tabIndex={-1} onKeyDown={walk}>
        {panes.map(pane => (
          <button
            key={pane.value}
            type="button"
            role="tab"
            aria-selected={pane.value === value}
            tabIndex={pane.value === value ? 0 : -1}
            {...(shown.includes(pane) ? {} : { 'data-beyond': true, 'aria-hidden': true })}
            onClick={() => onChange(pane.value)}
          >
            {pane.label}
          </button>
        ))}
      </div>
      {rest.length > 0 && (
        <More
          as="ys-bar-button"
          name={`更多${name}`}
          actions={rest.map(pane => ({
            label: textOf(pane),
            onClick: () => onChange(pane.value),
          }))}
        >
          更多 ▾
        </More>
      )}
    </div>
  )
}
