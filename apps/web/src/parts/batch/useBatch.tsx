// The acts of a list done for many of its rows at once: entries of its bar, and the dialog they open.
import { getBatch, type batchLists } from '@yunshu/contract/batch'
import { batchActs, type BatchAct, type SheetBatchAct } from '@yunshu/domain/batch'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { isAllowed } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import type { BulkAction } from '../../ui/list/column.tsx'
import type { BatchAsk } from './batchChoice.ts'

const BatchDialog = lazy(async () => ({ default: (await import('./BatchDialog.tsx')).BatchDialog }))
const BatchWatch = lazy(async () => ({ default: (await import('./BatchWatch.tsx')).BatchWatch }))

interface BatchBar<Row> {
  readonly bulk: readonly BulkAction<Row>[]
  readonly dialog: ReactNode
}

/** The choice of all rows of a list: a sheet's names its list. */
type ListOf<A extends BatchAct> = A extends SheetBatchAct ? { readonly list: keyof typeof batchLists } : object

/** The acts of a list, in order; they and the functions keep their identity. */
interface BatchBarOf<Row, A extends BatchAct> {
  readonly acts: readonly A[]
  readonly rowKey: (row: Row) => string
  readonly fits: (row: Row, act: A) => boolean
}

/** Entries for the acts the person may do, offered while a chosen row is one `fits` finds. */
export function useBatchBar<Row, A extends BatchAct>(of: BatchBarOf<Row, A> & ListOf<A>): BatchBar<Row> {
  const { ask, dialog } = useBatchDialog()
  const jurisdiction = useSession(session => session.jurisdiction)
  const bulk = useMemo(
    () =>
      of.acts
        .filter(act => isAllowed(jurisdiction, batchActs[act].permit))
        .map((act): BulkAction<Row> => ({
          label: batchActs[act].label,
          isFor: row => of.fits(row, act),
          run: rows => ask({ act, ids: rows.map(of.rowKey) }),
          all: filter => ask({ act, filter, ...('list' in of ? { list: of.list } : {}) }),
        })),
    [of, jurisdiction, ask],
  )
  return { bulk, dialog }
}

/** The dialog of a batch; closed before the end, the batch is watched and its result said. */
export function useBatchDialog(): { ask: (asked: BatchAsk) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<BatchAsk>()
  const [watched, setWatched] = useState<string>()
  const close = (runs: string | undefined): void => {
    setAsked(undefined)
    if (runs !== undefined) setWatched(runs)
  }
  return {
    ask: setAsked,
    dialog: (
      <Suspense fallback={null}>
        {asked && (
          <BatchDialog
            ask={asked}
            onAsk={setAsked}
            onClose={runs => {
              close(runs)
              if (runs !== undefined) void refreshStale([getBatch])
            }}
          />
        )}
        {watched !== undefined && <BatchWatch key={watched} id={watched} onEnd={() => setWatched(undefined)} />}
      </Suspense>
    ),
  }
}
