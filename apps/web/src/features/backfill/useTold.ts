// The server's judgement of rows while they are typed: asked a moment after the last change, for rows it has not judged
// as they are now.
import { checkBackfill, type BackfillGoods } from '@yunshu/contract/waybill/backfill'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../lib/send.ts'
import type { SheetRow } from '../../ui/sheet/sheet.ts'
import { typedRows, type Told } from './backfillRows.ts'

/** Rows are judged this long after the last change, ms. */
const askAfterMs = 500

/**
 * The server's judgement of each row, by its id. Rows are judged together, because they compete with each other; a row
 * that has changed since has none until it is judged again. `isAsking` while an answer is awaited.
 */
export function useTold(
  goods: Pick<BackfillGoods, 'id' | 'fields'>,
  all: readonly SheetRow[],
  wanted: readonly SheetRow[],
  isPaused: boolean,
): { told: ReadonlyMap<number, Told>; isAsking: boolean } {
  const [told, setTold] = useState<ReadonlyMap<number, Told>>(new Map())
  const [asking, setAsking] = useState(0)
  /** Rows and numbers as they were sent last: the same question is not asked twice. */
  const asked = useRef('')
  const { id: goodsId, fields } = goods
  useEffect(() => {
    // a write under way may be refused for another person's write: the rows are judged anew after it
    if (isPaused || wanted.length === 0) {
      asked.current = ''
      return
    }
    const left = new AbortController()
    const timer = setTimeout(() => {
      const rows = typedRows(all, wanted, fields)
      const question = JSON.stringify(rows)
      if (question === asked.current) return
      setAsking(n => n + 1)
      send(checkBackfill, { goodsId, rows }, { quiet: true, signal: left.signal })
        .then(
          ({ faults, found }) => {
            asked.current = question
            const byRow = Map.groupBy(faults, ({ row }) => row)
            const foundBy = new Map(found.map(one => [one.row, one]))
            setTold(
              new Map(
                wanted.map((row, n) => [
                  row.id,
                  {
                    cells: row.cells,
                    faults: byRow.get(rows[n]?.row ?? 0) ?? [],
                    found: foundBy.get(rows[n]?.row ?? 0),
                  },
                ]),
              ),
            )
          },
          () => undefined,
        )
        .finally(() => setAsking(n => n - 1))
    }, askAfterMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [goodsId, fields, all, wanted, isPaused])
  return { told, isAsking: asking > 0 }
}
