// The acts on the rows of vouchers: the steps of those made by hand, each with its dialog.
import { moveVoucher } from '@yunshu/contract/voucher/manual'
import type { VoucherRow } from '@yunshu/contract/voucher/voucher'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { useState, type ReactNode } from 'react'
import { inBranch } from '../../parts/branch/inBranch.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { takesBack } from '../../ui/takesBack.ts'
import { editVoucherUrl } from './voucherLinks.ts'
import { VoucherStepDialog, type VoucherStep } from './VoucherStepDialog.tsx'

/** The steps a row offers, what leads on first. */
const steps = ['audit', 'post', 'sendBack', 'reverse', 'void'] as const satisfies readonly VoucherStep[]

interface Moving {
  readonly row: VoucherRow
  readonly move: VoucherStep
}

/** `actions` keeps its identity; draw `dialog`. */
export function useVoucherActs(): { actions: (row: VoucherRow) => readonly RowAction[]; dialog: ReactNode } {
  const [moving, setMoving] = useState<Moving>()
  const [actions] = useState(() => (row: VoucherRow): readonly RowAction[] => [
    ...steps
      .filter(move => row.moves.includes(move))
      .map(move => ({
        label: voucherStates.moves[move].label,
        danger: 'danger' in voucherStates.moves[move],
        isAside: takesBack(move),
        onClick: inBranch(moveVoucher, () => setMoving({ row, move })),
      })),
    ...(row.moves.includes('edit') ? [{ label: voucherStates.moves.edit.label, to: editVoucherUrl(row) }] : []),
  ])
  return {
    actions,
    dialog: moving && (
      <Reopens by={() => setMoving(moving)}>
        <VoucherStepDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />
      </Reopens>
    ),
  }
}
