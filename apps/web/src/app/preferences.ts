// Local preferences of the person (spec §3): collapsed menu, size, theme, appearance, page transition; kept here and on the server.
import { menuParts } from '@yunshu/contract/screens/screen'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { allowSingleKeys } from '../lib/keys.ts'
import { chooseAppearance } from '../lib/look.ts'
import { currentHandle } from '../lib/session.ts'
import { changeSetting } from '../lib/settings.ts'

/** Sizes of controls, and what people call them. */
export const sizes = { default: '默认', medium: '中', small: '小' } as const
/** The themes there are: one (SH-12). */
export const themes = { star: '星辰' } as const

const Preferences = z.object({
  collapsed: z._default(z.boolean(), false),
  /** Headings of the menu that are folded: all of them until somebody opens one. */
  folded: z._default(z.array(z.string()), Object.values(menuParts)),
  size: z._default(z.enum(['default', 'medium', 'small']), 'default'),
  theme: z._default(z.enum(['star']), 'star'),
  appearance: z._default(z.enum(['light', 'dark', 'system']), 'light'),
  transition: z._default(z.boolean(), false),
  /** All keys of one character can be turned off (WCAG 2.1.4). */
  singleKeys: z._default(z.boolean(), true),
})
export type Preferences = z.output<typeof Preferences>

export const usePreferences = create<Preferences>(() => readPreferences(undefined))

/** Preferences in a text; missing or broken ones are as shipped. */
export function readPreferences(text: string | null | undefined): Preferences {
  try {
    const read = z.safeParse(Preferences, JSON.parse(text ?? '{}'))
    return read.success ? read.data : z.parse(Preferences, {})
  } catch {
    return z.parse(Preferences, {})
  }
}

const keptName = (): string => `yunshu.preferences.${currentHandle() ?? ''}`

function take(change: Partial<Preferences>): void {
  usePreferences.setState(change)
  if (change.appearance) chooseAppearance(change.appearance)
  if (change.singleKeys !== undefined) allowSingleKeys(change.singleKeys)
}

/** Takes what this browser remembers of the person, for the first paint. */
export function recallPreferences(): void {
  take(readPreferences(localStorage.getItem(keptName())))
}

/** Takes what the server keeps (GD-09); it wins over this browser's memory. */
export function loadPreferences(serverText: string | undefined): void {
  if (serverText === undefined) return
  take(readPreferences(serverText))
  localStorage.setItem(keptName(), serverText)
}

/** Changes some preferences, here at once and on the server soon. */
export function changePreferences(change: Partial<Preferences>): void {
  take(change)
  const text = JSON.stringify(usePreferences.getState())
  localStorage.setItem(keptName(), text)
  changeSetting('preferences', () => text)
}
