// Presses and typed fields of a page, counted as a person would.
import type { Page } from 'playwright-core'

export interface Presses {
  readonly clicks: number
  readonly typed: number
}

/** Counts from now on, until the page is loaded anew: clicks, and fields something is typed into. */
export function countPresses(page: Page): Promise<void> {
  return page.evaluate(() => {
    const count = { clicks: 0, typed: 0 }
    const fields = new WeakSet<EventTarget>()
    Reflect.set(globalThis, 'countedPresses', count)
    const onClick = ({ isTrusted }: MouseEvent): void => {
      // a label passes its click on to its box, untrusted
      if (isTrusted) count.clicks += 1
    }
    const onInput = ({ target }: Event): void => {
      const isTyped = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (!isTyped || fields.has(target) || /checkbox|radio|file/.test(target.type)) return
      fields.add(target)
      count.typed += 1
    }
    addEventListener('click', onClick, { capture: true })
    addEventListener('input', onInput, { capture: true })
  })
}

/** The count of a page so far. */
export const countedPresses = (page: Page): Promise<Presses> =>
  page.evaluate(() => Reflect.get(globalThis, 'countedPresses') as Presses)
