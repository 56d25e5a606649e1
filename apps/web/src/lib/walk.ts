// One stop of the Tab key for a row or a column of controls: arrows walk inside it, Home and End lead to its ends.
import { useEffect, useLayoutEffect, type RefObject } from 'react'

const items = (box: HTMLElement | null, walked: string): HTMLElement[] =>
  [...(box?.querySelectorAll<HTMLElement>(walked) ?? [])].filter(item => item.checkVisibility())

/** Makes one item the stop of the Tab key: the given one, else the current page's, else the first. */
function setStop(box: HTMLElement | null, walked: string, given?: Element | null): void {
  const all = items(box, walked)
  const stop = all.find(item => item === given) ?? all.find(item => item.ariaCurrent) ?? all[0]
  for (const item of all) item.tabIndex = item === stop ? 0 : -1
}

/**
 * Elements marked `data-walk` in `box`, or those `walked` selects, are walked. One marked `data-aside` belongs to the item
 * in the same `li`, and is reached across: to the right and back.
 */
export function useWalk(box: RefObject<HTMLElement | null>, axis: 'x' | 'y', walked = '[data-walk]'): void {
  // items come and go with every draw
  useLayoutEffect(() => setStop(box.current, walked, box.current?.querySelector(':focus')))
  useEffect(() => {
    const place = box.current
    if (!place) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const here = document.activeElement
      const row = here?.closest('li')
      const aside = row?.querySelector<HTMLElement>('[data-aside]')
      const own = row?.querySelector<HTMLElement>(walked)
      const all = items(place, walked)
      const at = all.findIndex(item => item === here || item === own)
      if (at < 0) return
      const [back, on] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
      const across = { ArrowRight: aside, ArrowLeft: own }[event.key]
      const to =
        event.key === on
          ? (all[at + 1] ?? all[0])
          : event.key === back
            ? all.at(at - 1)
            : event.key === 'Home'
              ? all[0]
              : event.key === 'End'
                ? all.at(-1)
                : across
      if (!to) return
      event.preventDefault()
      to.focus()
    }
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.matches(walked)) setStop(place, walked, target)
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) setStop(place, walked)
    }
    place.addEventListener('keydown', onKeyDown)
    place.addEventListener('focusin', onFocusIn)
    place.addEventListener('focusout', onFocusOut)
    return () => {
      place.removeEventListener('keydown', onKeyDown)
      place.removeEventListener('focusin', onFocusIn)
      place.removeEventListener('focusout', onFocusOut)
      // those that stay without the walk are stops again
      for (const item of place.querySelectorAll(walked)) item.removeAttribute('tabindex')
    }
  }, [box, axis, walked])
}
