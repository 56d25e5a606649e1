// The values typed into a dialog: kept as a draft like those of a form (decisions 050 and 068).
import type { Call } from '@yunshu/contract/call'
import { useState } from 'react'
import { createStore, useStore } from 'zustand'
import { draftForm } from './formDraft.ts'
import { startOf, useFormDraft, type FormDrafting } from './useFormDraft.tsx'

export interface TypedInto {
  /** The call the dialog sends. */
  readonly call: Pick<Call, 'path' | 'secret'>
  /** The record it is about, with its version: id, number, move. */
  readonly fixed: object
  /** The dialog in words, for those told of its draft. */
  readonly title: string
  /** The part of the record, where several dialogs send the same call. */
  readonly part?: string | undefined
  /** Address of the act, which opens the dialog again; otherwise the page does it (`Reopens`). */
  readonly url?: string | undefined
  /** Files are chosen beside the values: no draft holds those. */
  readonly hasFiles?: boolean
  /** The values stand on the page itself, which shows its draft whenever it is opened. */
  readonly isPage?: boolean
}

/** `draft` is for the `WriteDialog` that asks for the values. */
export function useTyped<T extends Readonly<Record<string, unknown>>>(
  into: TypedInto,
  initial: T,
): {
  readonly typed: T
  readonly type: (change: Partial<T>) => void
  /** It was sent, and the page stays: it starts over with the first values. */
  readonly clear: () => void
  readonly draft: FormDrafting
} {
  const { call, fixed, title, part, url, hasFiles = false, isPage = false } = into
  const [{ store, held }] = useState(() => {
    const made = createStore<T>()(() => fitting(initial, startOf(draftForm(call, fixed, part), { ...initial })))
    const lay = (values: object): void => made.setState(fitting(initial, values), true)
    return { store: made, held: { read: () => made.getState(), lay } }
  })
  const typed = useStore(store)
  const draft = useFormDraft({
    held,
    call,
    initial,
    fixed,
    follows: false,
    title,
    part,
    isOwn: false,
    isDrawer: !isPage,
    url,
    hasFiles,
    onValues: () => {},
  })
  const type = (change: Partial<T>): void => {
    store.setState(change)
    draft.changed()
  }
  const clear = (): void => {
    store.setState({ ...initial }, true)
    draft.restart()
  }
  return { typed, type, clear, draft }
}

/** The values of a dialog out of a draft, which an older release may have written: others than it asks for are left out. */
function fitting<T extends object>(initial: T, values: object): T {
  const fits = ([name, value]: [string, unknown]): boolean => {
    if (!Object.hasOwn(initial, name)) return false
    const own: unknown = Reflect.get(initial, name)
    return own === undefined || (typeof own === typeof value && Array.isArray(own) === Array.isArray(value))
  }
  return { ...initial, ...Object.fromEntries(Object.entries(values).filter(fits)) }
}
