// The open tabs with input that was not sent, so that nothing closes or reloads over it unasked unless a draft holds it.
import { use, useEffect, useId } from 'react'
import { TabContext } from './tab.ts'

/** Forms with input that was not sent: form id → tab key, and whether a draft holds all of it. */
const forms = new Map<string, { readonly tab: string; readonly isKept: boolean }>()

/**
 * Marks the page's tab as holding input that was not sent while `dirty`; survives the tab being hidden. `isKept`: a draft
 * holds it, so that nobody is asked.
 */
export function useDirty(dirty: boolean, isKept = false): void {
  const { key, isInFront } = use(TabContext)
  const id = `${key} ${useId()}`
  useEffect(() => {
    if (!dirty) {
      // input dropped while the tab was hidden is reported now
      forms.delete(id)
      return
    }
    forms.set(id, { tab: key, isKept })
    return () => {
      // React also cleans up when it hides the tab, yet the input is still there
      if (isInFront()) forms.delete(id)
    }
  }, [id, key, dirty, isKept, isInFront])
}

const holds = (keys: readonly string[] | undefined, isKept: boolean): boolean =>
  [...forms.values()].some(form => form.isKept === isKept && (keys === undefined || keys.includes(form.tab)))

/** True if a tab, or any of several, holds input that would be lost with it. */
export const isDirty = (keys?: readonly string[]): boolean => holds(keys, false)

/** True if a tab holds input that a draft keeps. */
export const isDrafted = (key: string): boolean => holds([key], true)

/** Forgets the forms of tabs that are gone or freshly mounted. */
export function forgetDirty(keys?: readonly string[]): void {
  for (const [id, { tab }] of forms) if (keys === undefined || keys.includes(tab)) forms.delete(id)
}
