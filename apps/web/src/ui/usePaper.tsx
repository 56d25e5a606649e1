// Counted prints: each record gets its next number before its paper goes to the printer, and without one nothing is printed.
import { countPrints } from '@yunshu/contract/print'
import { staleAfter } from '@yunshu/contract/topics'
import type { PrintedEntity } from '@yunshu/domain/print'
import { useCallback, useRef, type ReactNode } from 'react'
import { useSend } from '../lib/useCall.ts'
import { NumberedPaper } from './PaperFoot.tsx'
import { usePrint } from './PrintView.tsx'

/** A paper and the records it is of: of several, the one printed most often gives it its number. */
export interface Paper {
  readonly of: readonly string[]
  readonly paper: ReactNode
}

const changed = staleAfter('printed')

/**
 * `print` puts the paper of a record into the print dialog, `printAll` those of many, each on a sheet of its own; draw
 * `sheet` anywhere in the page. A count that fails is shown.
 */
export function usePaper(entity: PrintedEntity) {
  const { print: show, sheet } = usePrint()
  const { run } = useSend(countPrints, { invalidates: changed })
  const isCounting = useRef(false)
  const printAll = useCallback(
    async (papers: readonly Paper[]): Promise<void> => {
      if (isCounting.current) return
      isCounting.current = true
      const counted = await run({ entity, ids: papers.flatMap(({ of }) => of) }).finally(() => {
        isCounting.current = false
      })
      if (counted === undefined) return
      const numbers = new Map(counted.prints.map(({ id, n }) => [id, n]))
      show(
        papers.map(({ of, paper }) => (
          <div key={of[0]} className="ys-sheet-paper">
            <NumberedPaper n={Math.max(...of.map(id => numbers.get(id) ?? 0))}>{paper}</NumberedPaper>
          </div>
        )),
      )
    },
    [entity, run, show],
  )
  const print = useCallback(
    (of: string | readonly string[], paper: ReactNode): void =>
      void printAll([{ of: typeof of === 'string' ? [of] : of, paper }]),
    [printAll],
  )
  return { print, printAll, sheet }
}
