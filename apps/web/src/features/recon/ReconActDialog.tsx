// The dialog of an act on a difference; a payment come back has one of its own.
import type { ReconItemRow } from '@yunshu/contract/recon/recon'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { ReconDialog, type ReconAct } from './ReconDialog.tsx'
import { ReconReturnDialog } from './ReconReturnDialog.tsx'

export interface Acting {
  readonly row: ReconItemRow
  readonly act: ReconAct | 'return'
}

interface ReconActDialogProps extends Acting {
  onClose: () => void
  /** Opens it again for a draft that was kept. */
  onReopen: () => void
}

export function ReconActDialog({ row, act, onClose, onReopen }: ReconActDialogProps) {
  const key = `${act} ${row.id}`
  return (
    <Reopens by={onReopen}>
      {act === 'return' ? (
        <ReconReturnDialog key={key} row={row} onClose={onClose} />
      ) : (
        <ReconDialog key={key} row={row} act={act} onClose={onClose} />
      )}
    </Reopens>
  )
}
