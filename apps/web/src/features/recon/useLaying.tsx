// Laying by hand from the list of differences: chosen ones laid together, and the steps of a laying on its rows.
import type { ReconItemRow } from '@yunshu/contract/recon/recon'
import { reconLayingStates, type ReconLayingMove } from '@yunshu/domain/recon/reconLaying'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { BulkAction, RowAction } from '../../ui/list/column.tsx'
import { LayDialog } from './LayDialog.tsx'
import { LayingDialog, type Laid } from './LayingDialog.tsx'

const copy = copyAction<ReconItemRow>('复制流水号', ({ serial = '' }) => serial)
const isLayable = ({ state, kind, laying }: ReconItemRow): boolean =>
  state !== 'matched' && kind !== 'AMOUNT_DIFF' && laying === undefined

interface Moving {
  readonly laying: Laid
  readonly move: ReconLayingMove
}

/** Acts of the bar and of rows keep their identity. */
export function useLaying(): {
  bulk: readonly BulkAction<ReconItemRow>[]
  actions: (row: ReconItemRow) => readonly RowAction[]
  dialogs: ReactNode
} {
  const [rows, setRows] = useState<readonly ReconItemRow[]>()
  const [moving, setMoving] = useState<Moving>()
  const bulk = useMemo<readonly BulkAction<ReconItemRow>[]>(
    () => [
      {
        label: '合并对平',
        permit: 'recon.match',
        isFor: isLayable,
        run: chosen => setRows(chosen.filter(isLayable)),
      },
      copy,
    ],
    [],
  )
  const actions = useCallback(
    ({ laying }: ReconItemRow): readonly RowAction[] =>
      laying === undefined
        ? []
        : laying.moves.map(move => ({
            label: reconLayingStates.moves[move].label,
            danger: 'danger' in reconLayingStates.moves[move],
            isAside: move !== 'confirm',
            onClick: () => setMoving({ laying, move }),
          })),
    [],
  )
  return {
    bulk,
    actions,
    dialogs: (
      <>
        {rows && (
          <Reopens by={() => setRows(rows)}>
            <LayDialog rows={rows} onClose={() => setRows(undefined)} />
          </Reopens>
        )}
        {moving && (
          <Reopens by={() => setMoving(moving)}>
            <LayingDialog key={`${moving.move} ${moving.laying.id}`} {...moving} onClose={() => setMoving(undefined)} />
          </Reopens>
        )}
      </>
    ),
  }
}
