// The acts on a row: its next step as text, the rest under 更多.
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
} from 'react'
import { useNavigate } from 'react-router'
import type { RowAction } from './column.tsx'

/** Two acts stand side by side; of more the first does, and the rest in a menu. */
const shownMost = 2

/** Dangerous actions come last and are red. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const open = actions.filter(({ isRare }) => !isRare)
  const ordered = [...open.filter(each => !each.danger), ...open.filter(each => each.danger)]
  const shown = ordered.slice(0, actions.length > shownMost ? 1 : shownMost)
  const rest = [...ordered.slice(shown.length), ...actions.filter(({ isRare }) => isRare)]
  return (
    <span className="ys-actions">
      {shown.map(action =>
        action.to !== undefined && !action.disabled ? (
          <a key={action.label} className="ys-link" href={action.to}>
            {action.label}
          </a>
        ) : (
          <button
            key={action.label}
            type="button"
            className={action.danger ? 'ys-link ys-danger' : 'ys-link'}
            disabled={action.disabled}
            onClick={action.onClick}
          >
            {action.label}
          </button>
        ),
      )}
      {rest.length > 0 && <More actions={rest}>…</More>}
    </span>
  )
}

/**
 * The button of a menu, which looks like `as`; a list draws hundreds, so the menu itself is made when it is asked for.
 */
export function More({
  actions,
  as = 'ys-link',
  name = '更多',
  children = '更多',
}: {
  actions: readonly RowAction[]
  as?: 'ys-link' | 'ys-more-button' | 'ys-bar-button'
  /** The name of the button, read aloud. */
  name?: string
  /** The mark on it. */
  children?: ReactNode
}) {
  const [button, setButton] = useState<HTMLButtonElement>()
  // a press on the button closes an open menu before it is a click; the keyboard (detail 0) presses nothing
  const wasOpen = useRef(false)
  return (
    <>
      <button
        type="button"
        className={as}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        onPointerDown={() => {
          wasOpen.current = button !== undefined
        }}
        onClick={({ currentTarget, detail }) => {
          if (detail === 0 || !wasOpen.current) setButton(currentTarget)
        }}
      >
        {children}
      </button>
      {button && <Menu actions={actions} button={button} onClose={() => setButton(undefined)} />}
    </>
  )
}

/** The room a menu wants below its button, px by row of it. */
const itemHeight = 34

function placeAt(button: HTMLElement, rows: number): CSSProperties {
  const box = button.getBoundingClientRect()
  const isLow = box.bottom + (rows + 1) * itemHeight > innerHeight
  return { right: innerWidth - box.right, ...(isLow ? { bottom: innerHeight - box.top } : { top: box.bottom }) }
}

const itemsOf = (menu: HTMLElement | null): HTMLButtonElement[] => [
  ...(menu?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? []),
]

/**
 * A native popover that is open from the start: Escape and a press outside close it, and the focus goes back to where
 * it was.
 */
function Menu({
  actions,
  button,
  onClose,
}: {
  actions: readonly RowAction[]
  button: HTMLElement
  onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  const [place] = useState(() => placeAt(button, actions.length))
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const { current } = menu
    // effects run again when a tab comes back to the front
    if (!current || current.matches(':popover-open')) return
    current.showPopover()
    itemsOf(current)[0]?.focus()
  }, [])
  useEffect(() => {
    const close = (): void => menu.current?.hidePopover()
    // the menu stands still while its row would move away
    addEventListener('scroll', close, { capture: true, once: true })
    return () => removeEventListener('scroll', close, { capture: true })
  }, [])
  const toggled = ({ newState }: ToggleEvent): void => {
    if (newState === 'closed') onClose()
  }
  const walk = (event: KeyboardEvent): void => {
    const all = itemsOf(menu.current)
    const now = all.findIndex(item => item === document.activeElement)
    const next = {
      ArrowDown: (now + 1) % all.length,
      ArrowUp: (now - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
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
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label="更多操作"
      className="ys-more"
      tabIndex={-1}
      style={place}
      onToggle={toggled}
      onKeyDown={walk}
    >
      {actions.map(action => (
        <button
          key={action.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={action.danger ? 'ys-danger' : ''}
          disabled={action.disabled}
          aria-disabled={action.why !== undefined}
          onClick={() => press(action)}
        >
          {action.label}
          {action.why !== undefined && <small>{action.why}</small>}
        </button>
      ))}
    </div>
  )
}
