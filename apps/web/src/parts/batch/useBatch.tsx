// The acts of a list done for many of its rows at once: entries of its bar, and the dialog they open.
import { getBatch, type batchLists } from '@yunshu/contract/batch'
import { batchActs, type BatchAct } from '@yunshu/domain/batch'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCan } from '../../lib/can.ts'
import type { BulkAction } from '../../ui/list/column.tsx'
import type { BatchAsk } from './batchChoice.ts'

const BatchDialog = lazy(async () => ({ default: (await import('./BatchDialog.tsx')).BatchDialog }))
const BatchWatch = lazy(async () => ({ default: (await import('./BatchWatch.tsx')).BatchWatch }))

interface BatchBar<Row> {
  readonly bulk: readonly BulkAction<Row>[]
  readonly dialog: ReactNode
}

const acts = Object.keys(batchActs) as BatchAct[]

/**
 * Entries for the acts the person may do, offered while a chosen row is one `fits` finds; `fits` and `rowKey` keep
 * their identity.
 */
export function useBatchBar<Row>(
  list: keyof typeof batchLists,
  rowKey: (row: Row) => string,
  fits: (row: Row, act: BatchAct) => boolean,
): BatchBar<Row> {
  const { ask, dialog } = useBatchDialog()
  const may = {
    submit: useCan(batchActs.submit.permit),
    approve: useCan(batchActs.approve.permit),
    pay: useCan(batchActs.pay.permit),
  }
  const { submit, approve, pay } = may
  const bulk = useMemo(() => {
    const permitted = { submit, approve, pay }
    return acts
      .filter(act => permitted[act])
      .map((act): BulkAction<Row> => ({
        label: batchActs[act].label,
        isFor: row => fits(row, act),
        run: rows => ask({ act, ids: rows.map(rowKey) }),
        all: filter => ask({ act, list, filter }),
      }))
  }, [submit, approve, pay, list, rowKey, fits, ask])
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
