// The state of a list in the address of its tab: filters and selected tab, typed by the call's own input.
import type { Call, Input, InputSchema } from '@yunshu/contract/call'
import { fromWire, toWire } from '@yunshu/contract/wire'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'

/** The part of a call's input that the address can hold. */
export type UrlFilter<C extends Call> = Partial<Input<C>>

const parts = new WeakMap<InputSchema, InputSchema>()

// the same fields, each optional: an address may say any part of an input
function partOf(schema: InputSchema): InputSchema {
  const known = parts.get(schema)
  if (known) return known
  const made: InputSchema = z.partial(schema)
  parts.set(schema, made)
  return made
}

/** An address says what is asked for, never which page of the answer. */
const paging: readonly string[] = ['limit', 'cursor']

/**
 * Reads the fields of a call from an address, one at a time; `unread` are those whose value its schema does not accept.
 */
export function readAddress<C extends Call>(
  call: C,
  params: URLSearchParams,
): { filter: UrlFilter<C>; unread: readonly string[] } {
  const { shape } = call.input._zod.def
  const texts = Object.fromEntries([...params].filter(([name]) => Object.hasOwn(shape, name) && !paging.includes(name)))
  const filter: Record<string, unknown> = {}
  const unread: string[] = []
  for (const [name, text] of Object.entries(texts)) {
    const field = shape[name]
    const read = field && z.safeDecode(field, wireValue(call.input, name, text))
    if (read?.success && read.data !== undefined) filter[name] = read.data
    else if (text !== '') unread.push(name)
  }
  return { filter: filter as UrlFilter<C>, unread }
}

/** The parts of an address the call accepts. */
export const readFilter = <C extends Call>(call: C, params: URLSearchParams): UrlFilter<C> =>
  readAddress(call, params).filter

function wireValue(input: InputSchema, name: string, text: string): unknown {
  try {
    return fromWire(input, { [name]: text }, JSON.parse)[name]
  } catch {
    return undefined // not JSON: a hand-edited address
  }
}

/**
 * The address with the call's fields set to `filter`; parameters of others stay, and a choice of nothing is none. Throws
 * when the filter breaks the schema.
 */
export function writeFilter<C extends Call>(call: C, filter: UrlFilter<C>, params: URLSearchParams): URLSearchParams {
  const { shape } = call.input._zod.def
  const kept = [...params].filter(([name]) => !Object.hasOwn(shape, name))
  const loose: Call = { ...call, input: partOf(call.input) }
  const chosen = Object.entries(filter).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  const texts = toWire(loose, Object.fromEntries(chosen) as Input<Call>)
  return new URLSearchParams([...kept, ...Object.entries(texts)])
}

/**
 * The filter of a list in the address of its tab. It survives reload, back and forward, and a link reproduces it.
 *
 * `filter` keeps its identity while the address says the same; `unread` names fields the address has a value for that
 * cannot be. `setFilter` makes a new entry of history, or takes the place of the last one; `patch` changes some fields,
 * `put` one by its name, and `drop` removes fields.
 */
export function useUrlFilter<C extends Call>(call: C) {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const { filter, unread } = useMemo(() => readAddress(call, new URLSearchParams(address)), [call, address])
  const setFilter = useCallback(
    (next: UrlFilter<C>, { replace = false }: { replace?: boolean } = {}) => {
      const written = writeFilter(call, next, new URLSearchParams(address))
      if (written.toString() !== address) setParams(written, { replace })
    },
    [call, address, setParams],
  )
  const patch = useCallback(
    (part: { [K in keyof UrlFilter<C>]?: UrlFilter<C>[K] | undefined }) => {
      setFilter({ ...filter, ...part } as UrlFilter<C>)
    },
    [filter, setFilter],
  )
  const put = useCallback(
    (name: keyof UrlFilter<C>, value: unknown) => setFilter({ ...filter, [name]: value } as UrlFilter<C>),
    [filter, setFilter],
  )
  const drop = useCallback(
    (names: readonly string[]) => {
      const kept = Object.entries(filter).filter(([name]) => !names.includes(name))
      setFilter(Object.fromEntries(kept) as UrlFilter<C>)
    },
    [filter, setFilter],
  )
  return { filter, unread, setFilter, patch, put, drop }
}

/** The filter in the address and the ways to change it. */
export type UrlState<C extends Call> = ReturnType<typeof useUrlFilter<C>>

/** One text of the address that belongs to a page itself, such as its selected pane. */
export function useUrlText(name: string, fallback = ''): readonly [string, (next: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (next: string) => {
      setParams(old => {
        const changed = new URLSearchParams(old)
        if (next === fallback) changed.delete(name)
        else changed.set(name, next)
        return changed
      })
    },
    [name, fallback, setParams],
  )
  return [params.get(name) ?? fallback, set]
}
