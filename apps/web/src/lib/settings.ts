// Own settings of the person: asked for once per page load, kept by the server, mirrored in this browser for when it
// does not answer.
import { getSettings, saveSetting, type settingKeys } from '@yunshu/contract/session/session'
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { send } from './send.ts'
import { currentSession } from './session.ts'

/** A setting the server keeps; its value is JSON text. */
export type SettingKey = (typeof settingKeys)[number]
export type Settings = Partial<Record<SettingKey, string>>
type Change = (text: string | undefined) => string

/** `isLoaded` false: the server has not answered yet, and `texts` are what this browser remembers. */
interface Kept {
  readonly texts: Settings
  readonly isLoaded: boolean
}
const useKept = create<Kept>(() => ({ texts: {}, isLoaded: false }))

/**
 * Changes made before the server answered: made again on its answer, so that they cost nothing else that stands there.
 */
let early: { readonly key: SettingKey; readonly change: Change }[] = []
/** Changes wait this long for further ones before they are sent, ms. */
const saveAfterMs = 800
const timers = new Map<SettingKey, ReturnType<typeof setTimeout>>()

/** Asks the server for the settings; empty when it did not answer. */
export async function loadSettings(): Promise<Settings> {
  try {
    const told = await send(getSettings, {}, { quiet: true })
    const texts = early.reduce<Settings>((all, { key, change }) => ({ ...all, [key]: change(all[key]) }), told)
    early = []
    keep({ texts, isLoaded: true })
    return told
  } catch {
    if (!useKept.getState().isLoaded)
      useKept.setState(({ texts }) => ({ texts: { ...mirrored(), ...texts }, isLoaded: false }))
    return {}
  }
}

/** A setting and how to change it. `schema` guards what older versions stored; `fallback` must keep its identity. */
export function useSetting<T>(
  key: SettingKey,
  schema: z.ZodMiniType<T>,
  fallback: T,
): readonly [T, (change: (value: T) => T) => void] {
  const text = useKept(({ texts }) => texts[key])
  const value = useMemo(() => readJson(schema, text, fallback), [schema, text, fallback])
  const set = useCallback(
    (change: (value: T) => T) => {
      changeSetting(key, old => JSON.stringify(change(readJson(schema, old, fallback))))
    },
    [key, schema, fallback],
  )
  return [value, set]
}

/** Whether the server has answered with the settings of this page load. */
export const useSettingsLoaded = (): boolean => useKept(({ isLoaded }) => isLoaded)

/** Changes a setting here at once and on the server soon. */
export function changeSetting(key: SettingKey, change: Change): void {
  const { texts, isLoaded } = useKept.getState()
  keep({ texts: { ...texts, [key]: change(texts[key]) }, isLoaded })
  if (!isLoaded) early.push({ key, change })
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => {
      void tell(key)
    }, saveAfterMs),
  )
}

async function tell(key: SettingKey): Promise<void> {
  if (!useKept.getState().isLoaded) await loadSettings()
  const {
    texts: { [key]: value },
    isLoaded,
  } = useKept.getState()
  // a lost layout is not worth a message; the mirror still has it
  if (isLoaded && value !== undefined) await send(saveSetting, { key, value }, { quiet: true }).catch(() => undefined)
}

function keep(kept: Kept): void {
  useKept.setState(kept)
  try {
    localStorage.setItem(mirrorName(), JSON.stringify(kept.texts))
  } catch {
    /* full or blocked storage costs only what this browser would remember */
  }
}

const mirrorName = (): string => `yunshu.settings.${currentSession().account}`

function mirrored(): Settings {
  try {
    return z.parse(getSettings.output, JSON.parse(localStorage.getItem(mirrorName()) ?? '{}'))
  } catch {
    return {} // blocked or broken storage
  }
}

function readJson<T>(schema: z.ZodMiniType<T>, text: string | undefined, fallback: T): T {
  try {
    const read = z.safeParse(schema, JSON.parse(text ?? 'null'))
    return read.success ? read.data : fallback
  } catch {
    return fallback
  }
}
