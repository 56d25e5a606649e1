// The acts on an application and on an invoice, as lists and records offer them.
import type { InvoiceAppRow } from '@yunshu/contract/invoice/application'
import type { InvoiceRow } from '@yunshu/contract/invoice/invoice'
import { invoiceAppStates, invoiceStates, isAtPlatform } from '@yunshu/domain/invoice/invoice'
import type { RowAction } from '../../ui/list/column.tsx'
import type { AppDialogMove } from './AppDialog.tsx'
import type { InvoiceDialogMove } from './InvoiceDialog.tsx'

/** True for a step that has a dialog. */
export const isAppMove = (name: string): name is AppDialogMove =>
  name !== 'end' && Object.hasOwn(invoiceAppStates.moves, name)

/** The steps of an application a person can take now. */
export const appActs = (row: InvoiceAppRow, onMove: (move: AppDialogMove) => void): readonly RowAction[] =>
  row.moves.filter(isAppMove).map(move => ({
    label: invoiceAppStates.moves[move].label,
    danger: 'danger' in invoiceAppStates.moves[move],
    isAside: move === 'withdraw',
    onClick: () => onMove(move),
  }))

const systemMoves: ReadonlySet<string> = new Set(['send', 'hear', 'refuse', 'lose', 'redPart', 'redWhole', 'drop'])
/** True for a step that has a dialog. */
export const isInvoiceMove = (name: string): name is InvoiceDialogMove =>
  !systemMoves.has(name) && Object.hasOwn(invoiceStates.moves, name)

/** The steps of an invoice a person can take now; one under way can be asked about. */
export const invoiceActs = (
  row: InvoiceRow,
  { onMove, onAsk }: { onMove: (move: InvoiceDialogMove) => void; onAsk: (() => void) | undefined },
): readonly RowAction[] => [
  ...(onAsk && isAtPlatform(row.state) ? [{ label: '查询结果', onClick: onAsk }] : []),
  ...row.moves.filter(isInvoiceMove).map(move => ({
    label: invoiceStates.moves[move].label,
    danger: 'danger' in invoiceStates.moves[move],
    onClick: () => onMove(move),
  })),
]
