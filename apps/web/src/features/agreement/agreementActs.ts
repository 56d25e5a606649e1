// The acts on an agreement, as the list and the record offer them.
import type { AgreementRow } from '@yunshu/contract/agreement/agreement'
import { agreementStates } from '@yunshu/domain/agreement/agreement'
import type { RowAction } from '../../ui/list/column.tsx'

/** Steps with a dialog of their own; a scan is filed in a drawer. */
const dialogMoves = ['send', 'resend', 'revoke', 'drop', 'confirmPaper', 'rejectPaper'] as const
export type AgreementDialogMove = (typeof dialogMoves)[number]
export type AgreementAct = AgreementDialogMove | 'filePaper' | 'change'

/** True for a step with a dialog. */
export const isDialogMove = (act: string | undefined): act is AgreementDialogMove =>
  dialogMoves.some(move => move === act)
const isAct = (move: string): move is AgreementDialogMove | 'filePaper' => move === 'filePaper' || isDialogMove(move)

/** The steps a person can take now. */
export const agreementActs = (row: AgreementRow, onAct: (act: AgreementAct) => void): readonly RowAction[] => [
  ...row.moves.filter(isAct).map(move => ({
    label: agreementStates.moves[move].label,
    danger: 'danger' in agreementStates.moves[move],
    onClick: () => onAct(move),
  })),
  ...(row.state === 'draft' && row.moves.includes('drop')
    ? [{ label: '修改草稿', onClick: () => onAct('change') }]
    : []),
]
