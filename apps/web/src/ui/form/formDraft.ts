// A form's draft as values: what of a form was typed, how that is written, and how it is laid over the form again.
import type { Call } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { secretsIn, withoutSecrets } from '@yunshu/domain/identity/secretFields'
import * as z from 'zod/mini'
import { readJson } from '../../lib/standing.ts'

const Values = z.record(z.string(), z.unknown())
const FormDraft = z.object({
  /** Fields of the form that differ from what it opened with. */
  typed: Values,
  /** Fields that were emptied. */
  emptied: z.array(z.string()),
  /** The form as it opened. */
  base: Values,
  /** Version of the record it changes. */
  version: z.optional(z.number()),
})
export type FormDraft = z.output<typeof FormDraft>
type Fields = Readonly<Record<string, unknown>>

/**
 * The name of a form's draft: its call, the record it is about and, where one call has several forms, the part it
 * changes. The version is left out: a draft outlives it.
 */
export function draftForm(call: Pick<Call, 'path'>, fixed: object = {}, part?: string): string {
  const about = Object.entries(fixed)
    .filter(([name, value]) => name !== 'version' && (typeof value === 'string' || typeof value === 'number'))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .toSorted()
  return [
    'form',
    ...call.path.split('/').filter(Boolean),
    ...about,
    ...(part === undefined ? [] : [encodeURIComponent(part)]),
  ].join('/')
}

const text = (value: unknown): string => JSON.stringify(value ?? null)
/** Nothing chosen and nothing said are the same to a form. */
const isSame = (a: unknown, b: unknown): boolean => text(a) === text(b)

/** The draft of a form that opened with `base`; undefined when nothing was typed. Secrets are left out. */
export function typedInto(base: Fields, values: Fields, version?: number): FormDraft | undefined {
  const [before, now] = [withoutSecrets(base) as Fields, withoutSecrets(values) as Fields]
  const changed = Object.keys({ ...before, ...now }).filter(name => !isSame(before[name], now[name]))
  if (changed.length === 0) return undefined
  const isEmptied = (name: string): boolean => now[name] === undefined || now[name] === null
  return {
    typed: Object.fromEntries(changed.filter(name => !isEmptied(name)).map(name => [name, now[name]])),
    emptied: changed.filter(isEmptied),
    base: { ...before },
    ...(version === undefined ? {} : { version }),
  }
}

/** Whether something was typed that no draft may hold. */
export function isSecretTyped(base: Fields, values: Fields): boolean {
  const before = secretsIn(base)
  return secretsIn(values).some(each => !before.includes(each))
}

/** The form's values with the draft over them. */
export const laidOver = (values: Fields, { typed, emptied }: FormDraft): Fields => ({
  ...values,
  ...typed,
  ...Object.fromEntries(emptied.map(name => [name, undefined])),
})

/** The draft a text holds; undefined when an older release wrote something else. */
export function readFormDraft(body: string | undefined): FormDraft | undefined {
  const read = z.safeParse(FormDraft, readJson(body ?? ''))
  return read.success ? read.data : undefined
}

/**
 * Fields of the record, in words, that others changed since the draft was kept; undefined when it is the same version.
 * Moments a form opens with by itself are the time it was opened, not the record's.
 */
export function changedSince(
  { base, version }: FormDraft,
  today: { readonly record: Fields; readonly version: number | undefined; readonly follows: boolean },
): readonly string[] | undefined {
  if (version === undefined || version === today.version) return undefined
  const record = withoutSecrets(today.record) as Fields
  const isOwnMoment = (value: unknown): boolean => !today.follows && typeof value === 'number' && value > firstMoment
  return Object.keys({ ...base, ...record })
    .filter(name => !isSame(base[name], record[name]) && !isOwnMoment(record[name]))
    .map(name => fieldLabel(name))
}

/** Numbers above this are moments in ms, not figures: 2001. */
const firstMoment = 1e12
