// The selects the server runs for a piece of work, with their values, so that a baseline runs the very same SQL.
import pg from 'pg'

export interface Select {
  text: string
  values: unknown[]
}

/** Every select run while `work` is under way, without the settings of the reach. */
export async function captured(work: () => Promise<unknown>): Promise<Select[]> {
  const original = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  const seen: Select[] = []
  Reflect.set(pg.Client.prototype, 'query', function capture(this: pg.Client, ...args: unknown[]): unknown {
    const [text, values] = args
    if (
      typeof text === 'string' &&
      /^\s*(?:select|with)\b/i.test(text) &&
      !text.includes('set_config') &&
      Array.isArray(values)
    )
      seen.push({ text, values })
    return Reflect.apply(original, this, args)
  })
  try {
    await work()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original)
  }
  return seen
}
