// The open tabs with input that is not saved yet, so that nothing closes or reloads over it unasked.
import { use, useEffect, useId } from 'react'
import { TabContext } from './tab.ts'

/** Forms with unsaved input: form id → tab key. */
const forms = new Map<string, string>()

/** Marks the page's tab as holding unsaved input while `dirty`; survives the tab being hidden. */
export function useDirty(dirty: boolean): void {
  const { key, isInFront } = use(TabContext)
  const id = `${key} ${useId()}`
  useEffect(() => {
    if (!dirty) {
      // input dropped while the tab was hidden is reported now
      forms.delete(id)
      return
    }
    forms.set(id, key)
    return () => {
      // React also cleans up when it hides the tab, yet the input is still there
      if (isInFront()) forms.delete(id)
    }
  }, [id, key, dirty, isInFront])
}

/** True if a tab, or any of several, holds unsaved input. */
export function isDirty(keys?: readonly string[]): boolean {
  const dirty = [...forms.values()]
  return keys === undefined ? dirty.length > 0 : dirty.some(key => keys.includes(key))
}

/** Forgets the forms of tabs that are gone or freshly mounted. */
export function forgetDirty(keys?: readonly string[]): void {
  for (const [id, key] of forms) if (keys === undefined || keys.includes(key)) forms.delete(id)
}
