// A row of buttons that is one stop of the Tab key: arrows, Home and End walk inside.
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import './toolbar.css'

export interface ToolbarItem {
  readonly key: string
  readonly text: ReactNode
  /** The whole of what is cut, or what the button does. */
  readonly title?: string | undefined
  readonly isPressed?: boolean
  readonly isOpen?: boolean
  readonly press: () => void
}

export function Toolbar({ label, items }: { label: string; items: readonly ToolbarItem[] }) {
  const [at, setAt] = useState<string>()
  const stop = items.some(({ key }) => key === at) ? at : items[0]?.key
  const walk = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const all = [...(event.currentTarget.parentElement?.children ?? [])].filter(each => each instanceof HTMLElement)
    const next = stepOf(event.key, all.indexOf(event.currentTarget), all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div className="ys-toolbar" role="toolbar" aria-label={label}>
      {items.map(({ key, text, title, isPressed, isOpen, press }) => (
        <button
          key={key}
          type="button"
          className="ys-chip-button"
          title={title}
          aria-pressed={isPressed}
          aria-expanded={isOpen}
          tabIndex={key === stop ? 0 : -1}
          onFocus={() => setAt(key)}
          onKeyDown={walk}
          onClick={press}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

/** The place a key leads to in a row of so many; undefined for other keys. */
function stepOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
