// A press on a row, beside its links, buttons and boxes, shows it beside the list; a press that selects text or moves
// does not. The whole cell of a box is its target.
import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { ListState } from './listState.ts'

/** A pointer that moved as far as this between down and up selects text, px. */
const movedPx = 4
const ownPress = 'a, button, input, label, select, textarea, summary, [role=button], .ys-strip'

/** The handlers of what holds the rows; each row names itself by `data-row-key`. */
export function useRowPress(list: ListState, canPeek: boolean) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      from.current = { x: clientX, y: clientY }
    },
    onClick: ({ target, clientX, clientY, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest(ownPress) || ctrlKey || metaKey || shiftKey) return
      const box = target.closest('td')?.querySelector<HTMLElement>('.ys-pick')
      if (box) return box.click()
      const id = target.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey']
      const { x = clientX, y = clientY } = from.current ?? {}
      if (id === undefined || Math.hypot(clientX - x, clientY - y) >= movedPx) return
      if (getSelection()?.isCollapsed === false) return
      list.setState({ active: id, hot: id, takesFocus: false, isPeeking: canPeek })
    },
  }
}
