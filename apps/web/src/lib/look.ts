// The appearance of the portal: light, dark, or as the system has it; worn by <html>, remembered by this browser.
import { create } from 'zustand'
import { looks, type Look } from '../styles/tokens.ts'

/** The choices people have, in their words. */
export const appearances = { light: '浅色', dark: '深色', system: '跟随系统' } as const
export type Appearance = keyof typeof appearances

/** The name under which a browser remembers what it wore last; styles/firstLook.js reads it before the first paint. */
const keptName = 'yunshu.look'
const dark = '(prefers-color-scheme: dark)'

/** The look that is worn now; `styles/firstLook.js` has put it on before the first paint. */
export const useLook = create<{ readonly worn: Look }>(() => ({
  worn: typeof document === 'object' && document.documentElement.dataset['look'] === 'dark' ? 'dark' : 'light',
}))

let chosen: Appearance | undefined

function wear(look: Look): void {
  document.documentElement.dataset['look'] = look
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', looks[look].surface)
  useLook.setState({ worn: look })
}

const lookOf = (appearance: Appearance): Look =>
  appearance === 'system' ? (matchMedia(dark).matches ? 'dark' : 'light') : appearance

/** Puts an appearance on, and keeps it for the next first paint. Paper is light whatever is chosen. */
export function chooseAppearance(appearance: Appearance): void {
  if (chosen === undefined) {
    matchMedia(dark).addEventListener('change', () => wear(lookOf(chosen ?? 'light')))
    addEventListener('beforeprint', () => wear('light'))
    addEventListener('afterprint', () => wear(lookOf(chosen ?? 'light')))
  }
  chosen = appearance
  wear(lookOf(appearance))
  try {
    localStorage.setItem(keptName, appearance)
  } catch {
    /* full or blocked storage costs only what this browser would remember */
  }
}
