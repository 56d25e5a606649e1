// Own settings of the person: kept by the server, mirrored in this browser so that the first paint knows them.
import { useQuery } from '@tanstack/react-query'
import { getSettings, saveSetting, type settingKeys } from '@yunshu/contract/session'
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import { queryClient } from './queryClient.ts'
import { send } from './send.ts'
import { currentSession } from './session.ts'

/** A setting the server keeps; its value is JSON text. */
export type SettingKey = (typeof settingKeys)[number]
type Settings = Partial<Record<SettingKey, string>>

const settingsKey = [getSettings.path]
/** Changes wait this long for further ones before they are sent, ms. */
const saveAfterMs = 800
const timers = new Map<SettingKey, ReturnType<typeof setTimeout>>()

const mirrorName = (): string => `yunshu.settings.${currentSession().account}`

function mirrored(): Settings {
  try {
    return z.parse(getSettings.output, JSON.parse(localStorage.getItem(mirrorName()) ?? '{}'))
  } catch {
    return {} // blocked or broken storage: the server's answer is on its way
  }
}

function keepMirror(settings: Settings): void {
  try {
    localStorage.setItem(mirrorName(), JSON.stringify(settings))
  } catch { /* full or blocked storage costs only the quick start */ }
}

function readJson<T>(schema: z.ZodMiniType<T>, text: string | undefined, fallback: T): T {
  try {
    const read = z.safeParse(schema, JSON.parse(text ?? 'null'))
    return read.success ? read.data : fallback
  } catch {
    return fallback
  }
}

/** A setting and its setter. `schema` guards what older versions stored; `fallback` must keep its identity. */
export function useSetting<T>(key: SettingKey, schema: z.ZodMiniType<T>, fallback: T): readonly [T, (next: T) => void] {
  const { data } = useQuery<Settings>({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => {
      const settings = await send(getSettings, {}, { quiet: true, signal })
      keepMirror(settings)
      return settings
    },
    placeholderData: mirrored,
    staleTime: Infinity,
    meta: { quiet: true },
  })
  const text = data?.[key]
  const value = useMemo(() => readJson(schema, text, fallback), [schema, text, fallback])
  const set = useCallback((next: T) => { saveLater(key, JSON.stringify(next)) }, [key])
  return [value, set]
}

function saveLater(key: SettingKey, value: string): void {
  const next = { ...(queryClient.getQueryData<Settings>(settingsKey) ?? mirrored()), [key]: value }
  queryClient.setQueryData<Settings>(settingsKey, next)
  keepMirror(next)
  clearTimeout(timers.get(key))
  timers.set(key, setTimeout(() => {
    // a lost layout is not worth a message; the mirror still has it
    send(saveSetting, { key, value }, { quiet: true }).catch(() => undefined)
  }, saveAfterMs))
}
