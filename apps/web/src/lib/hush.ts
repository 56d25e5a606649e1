// Notices that would tell people of their own work while they watch it: they stay in the message centre, and do not pop up.

const hushed = new Map<symbol, string>()

/** No notice that leads to an address beginning so pops up, until the returned function is called. */
export function hushNotices(prefix: string): () => void {
  const mark = Symbol(prefix)
  hushed.set(mark, prefix)
  return () => {
    hushed.delete(mark)
  }
}

/** True while notices that lead to this address do not pop up. */
export const isHushed = (path: string): boolean => [...hushed.values()].some(prefix => path.startsWith(prefix))
