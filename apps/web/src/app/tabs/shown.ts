// The tabs as they are drawn: a page that stayed laid out comes to the front in the press itself, and React follows
// once it is painted.
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import { handleId, panelId, type Row } from './rules.ts'
import { useTabs } from './store.ts'

/** Pages behind the one in front that stay laid out. */
const laidOutMost = 5

interface Shown extends Row {
  /** Keys of the pages that stay laid out, the one in front first. */
  readonly laidOut: readonly string[]
}

/** The row of tabs for drawing; `useTabs` is where it is decided, a frame ahead at most. */
export const useShown = create<Shown>(() => ({ ...useTabs.getState(), laidOut: [] }))

let turn = 0

function follow(): void {
  turn++
  const row = useTabs.getState()
  const before = useShown
    .getState()
    .laidOut.filter(key => key !== row.activeKey && row.tabs.some(tab => tab.key === key))
  const front = row.activeKey === undefined ? [] : [row.activeKey]
  useShown.setState({ ...row, laidOut: [...front, ...before].slice(0, laidOutMost + 1) })
}

/** Says in the document which page is in front, as React will; true if that page needs nothing else to be seen. */
function bringForward(key: string | undefined): boolean {
  for (const slot of document.querySelectorAll<HTMLElement>('[data-slot]'))
    slot.toggleAttribute('data-back', slot.dataset['slot'] !== key)
  for (const handle of document.querySelectorAll('.tabs-list [role="tab"]'))
    handle.setAttribute('aria-selected', String(key !== undefined && handle.id === handleId(key)))
  const panel = key === undefined ? null : document.getElementById(panelId(key))
  // React itself hides a page that was mounted anew while it was behind
  return panel !== null && !panel.hasAttribute('style') && panel.closest('[data-cold]') === null
}

/** Has the drawn row follow the decided one from now on. */
export function drawTabs(): void {
  follow()
  useTabs.subscribe((row, before) => {
    const isMove = row.activeKey !== before.activeKey
    const isThere = isMove && bringForward(row.activeKey)
    const mine = ++turn
    // nothing is painted in a window that is not seen
    if (!isThere || row.tabs !== before.tabs || document.visibilityState === 'hidden') return follow()
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (mine === turn) follow()
      }),
    )
  })
  // a key is for the page that is seen
  addEventListener(
    'keydown',
    () => {
      if (useShown.getState().activeKey !== useTabs.getState().activeKey) flushSync(follow)
    },
    { capture: true },
  )
}

const heardNothing = { setProperty: (): void => {}, display: '' }

/**
 * Lets a panel stay laid out: React takes pages behind out of the layout by their `style`, which costs them 88 ms on the
 * way back; style sheets say it of their slots instead (decision 067).
 */
export function stayLaidOut(panel: HTMLElement): void {
  if (!panel.hasAttribute('style')) Object.defineProperty(panel, 'style', { value: heardNothing, configurable: true })
}
