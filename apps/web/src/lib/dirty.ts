// Which open tabs hold input that is not saved yet, so that nothing closes or reloads over it unasked.
import { use, useEffect, useId } from 'react'
import { TabContext } from './tab.ts'

/** Forms with unsaved input: form id → tab key. */
const forms = new Map<string, string>()

/** Marks the page's tab as holding unsaved input while `isDirty`; survives the tab being hidden. */
export function useDirty(isDirty: boolean): void {
  const { key } = use(TabContext)
  const id = `${key} ${useId()}`
  useEffect(() => {
    // no clean-up on hiding: React pauses effects of a hidden tab, yet its input is still there
    if (isDirty) forms.set(id, key)
    else forms.delete(id)
  }, [id, key, isDirty])
}

/** True if a tab, or any of several, holds unsaved input. */
export function isDirty(keys?: readonly string[]): boolean {
  const dirty = [...forms.values()]
  return keys === undefined ? dirty.length > 0 : dirty.some((key) => keys.includes(key))
}

/** Forgets the forms of tabs that are gone or freshly mounted. */
export function forgetDirty(keys?: readonly string[]): void {
  for (const [id, key] of forms) if (keys === undefined || keys.includes(key)) forms.delete(id)
}
