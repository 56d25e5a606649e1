// Drawers and dialogs that were open with something typed when their page ended, offered until they are opened again or
// put away.
import { create } from 'zustand'
import { draftsLeftOpen, markOpen, type LeftOpen } from './drafts.ts'

interface Left {
  /** The latest first. */
  readonly left: readonly LeftOpen[]
  /** The form people go on with, until its page has opened it. */
  readonly wanted: string | undefined
}

export const useLeftOpen = create<Left>(() => ({ left: [], wanted: undefined }))

/** Looks once, when the portal is drawn: what is opened from then on speaks for itself. */
export const findLeftOpen = (): void => useLeftOpen.setState({ left: draftsLeftOpen() })

const without = (form: string): void => {
  const { left, wanted } = useLeftOpen.getState()
  if (wanted === form) useLeftOpen.setState({ wanted: undefined })
  if (left.some(each => each.form === form)) useLeftOpen.setState({ left: left.filter(each => each.form !== form) })
}

/** A form stands open again: nobody needs to offer it. */
export const noteOpened = without

/** People go on with one: the page at its address opens it (`useReopening`). */
export function goOnWith(draft: LeftOpen): void {
  putAway([draft])
  useLeftOpen.setState({ wanted: draft.form })
}

/** People do not want to be offered these: the drafts stay, and come with their forms. */
export function putAway(forms: readonly LeftOpen[]): void {
  for (const { form } of forms) {
    markOpen(form, false)
    without(form)
  }
}
