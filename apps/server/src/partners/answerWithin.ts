// The answer of a partner, where one comes in time.

/** Undefined after an error or a long silence: they say nothing about what became of the order. */
export async function answerWithin<T>(withinMs: number, talk: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), withinMs)
  })
  try {
    return await Promise.race([talk(), silence])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
