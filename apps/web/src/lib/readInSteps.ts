// Rows of a call by pages, read to the last one.

/** All rows, page after page; `tell` hears how many are there. */
export async function readInSteps<Row>(
  ask: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; next?: string | undefined }>,
  tell: (count: number) => void,
): Promise<Row[]> {
  const all: Row[] = []
  let cursor: string | undefined
  do {
    const { rows, next } = await ask(cursor)
    all.push(...rows)
    tell(all.length)
    cursor = next
  } while (cursor !== undefined)
  return all
}
