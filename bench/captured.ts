// The selects the server runs for a piece of work, with their values, so that a baseline runs the very same SQL.
import pg from 'pg'

export interface Select {
  text: string
  values: unknown[]
}

/**
 * The number of times the work is watched: now and then jobs of the server ask too, and sessions are looked up anew.
 */
const times = 5

/** Every select run for `work`, without the settings of the reach: the fewest of several times are its own. */
export async function captured(work: () => Promise<unknown>): Promise<Select[]> {
  let least: Select[] | undefined
  for (let time = 0; time < times; time++) {
    const seen = await capturedOnce(work)
    if (least === undefined || seen.length < least.length) least = seen
  }
  return least ?? []
}

async function capturedOnce(work: () => Promise<unknown>): Promise<Select[]> {
  const original = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  const seen: Select[] = []
  Reflect.set(pg.Client.prototype, 'query', function capture(this: pg.Client, ...args: unknown[]): unknown {
    const select = selectOf(args)
    if (select) seen.push(select)
    return Reflect.apply(original, this, args)
  })
  try {
    await work()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original)
  }
  return seen
}

/**
 * The select of `query(text, values)` or `query({ name, text, values })`; undefined for other statements and those
 * without values.
 */
function selectOf([first, second]: readonly unknown[]): Select | undefined {
  const { text, values } =
    typeof first === 'object' && first !== null
      ? { text: Reflect.get(first, 'text'), values: Reflect.get(first, 'values') }
      : { text: first, values: second }
  return typeof text === 'string' &&
    /^\s*(?:select|with)\b/i.test(text) &&
    !text.includes('set_config') &&
    Array.isArray(values)
    ? { text, values }
    : undefined
}
