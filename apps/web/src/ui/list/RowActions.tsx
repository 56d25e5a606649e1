// The 操作 cell: the first two actions as text, the rest under 更多.
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent, type ToggleEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import type { RowAction } from './column.tsx'

const shownMost = 2

/** Dangerous actions come last and are red. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const ordered = [...actions.filter((each) => !each.danger), ...actions.filter((each) => each.danger)]
  const shown = ordered.slice(0, shownMost)
  const rest = ordered.slice(shownMost)
  return (
    <span className="ys-actions">
      {shown.map((action) => action.to !== undefined && !action.disabled
        ? <Link key={action.label} className="ys-link" to={action.to}>{action.label}</Link>
        : <button key={action.label} type="button" className={action.danger ? 'ys-link ys-danger' : 'ys-link'} disabled={action.disabled} onClick={action.onClick}>{action.label}</button>)}
      {rest.length > 0 && <More actions={rest} />}
    </span>
  )
}

/** The room a menu wants below its button, px by row of it. */
const itemHeight = 34

/** A native popover: it opens at the first click, costs nothing while closed, and gives the focus back to its button, which looks like `as`. */
export function More({ actions, as = 'ys-link' }: { actions: readonly RowAction[]; as?: 'ys-link' | 'ys-more-button' }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>()
  const navigate = useNavigate()
  useEffect(() => {
    if (!place) return
    const close = (): void => menu.current?.hidePopover()
    // the menu stands still while its row would move away
    addEventListener('scroll', close, { capture: true, once: true })
    return () => removeEventListener('scroll', close, { capture: true })
  }, [place])
  const open = ({ newState }: ToggleEvent): void => {
    const box = button.current?.getBoundingClientRect()
    if (newState !== 'open' || !box) return
    const isLow = box.bottom + (actions.length + 1) * itemHeight > innerHeight
    setPlace({ right: innerWidth - box.right, ...(isLow ? { bottom: innerHeight - box.top } : { top: box.bottom }) })
  }
  const items = (): HTMLButtonElement[] => [...(menu.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
  const opened = ({ newState }: ToggleEvent): void => {
    if (newState === 'open') items()[0]?.focus()
    // only now: while it closes, the focus has to be in it to go back to the button
    else setPlace(undefined)
  }
  const walk = (event: KeyboardEvent): void => {
    const all = items()
    const now = all.findIndex((item) => item === document.activeElement)
    const next = { ArrowDown: (now + 1) % all.length, ArrowUp: (now - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  const press = ({ to, onClick, why }: RowAction): void => {
    if (why !== undefined) return
    menu.current?.hidePopover()
    if (to !== undefined) void navigate(to)
    else onClick?.()
  }
  return (
    <>
      <button ref={button} type="button" className={as} popoverTarget={id} aria-haspopup="menu" aria-expanded={place !== undefined}>更多</button>
      <div ref={menu} id={id} popover="auto" role="menu" aria-label="更多操作" className="ys-more" tabIndex={-1} style={place} onBeforeToggle={open} onToggle={opened} onKeyDown={walk}>
        {place && actions.map((action) => <button key={action.label} type="button" role="menuitem" tabIndex={-1} className={action.danger ? 'ys-danger' : ''} disabled={action.disabled} aria-disabled={action.why !== undefined} onClick={() => press(action)}>{action.label}{action.why !== undefined && <small>{action.why}</small>}</button>)}
      </div>
    </>
  )
}
