// The acts on an application and on an invoice, as lists and records offer them.
import type { InvoiceAppRow } from '@yunshu/contract/invoice/application'
import type { InvoiceDetail, InvoiceRow } from '@yunshu/contract/invoice/invoice'
import {
  invoiceAppStates,
  invoiceStates,
  isAtPlatform,
  type InvoiceMove,
  type InvoiceState,
} from '@yunshu/domain/invoice/invoice'
import type { RowAction } from '../../ui/list/column.tsx'
import type { HeroProps } from '../../ui/record/Hero.tsx'
import { stateSince } from '../../ui/record/reachedBy.ts'
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

/** The next hand of an invoice that is not issued yet. */
const waits: Readonly<Partial<Record<InvoiceState, string>>> = {
  planned: '等平台开具',
  sent: '等税务平台答复',
  unknown: '等平台查询结果',
  failed: '等平台处理',
  recorded: '等另一人复核登记',
}
const leadingOn: ReadonlySet<InvoiceMove> = new Set(['retry', 'record', 'recordNone', 'confirm', 'confirmNone'])

/** The turn of an invoice, and the time it waits since. */
export const invoiceTurn = (invoice: InvoiceDetail): Pick<HeroProps, 'isTurn' | 'waits' | 'since'> => ({
  isTurn: invoice.moves.some(move => leadingOn.has(move)),
  waits: waits[invoice.state],
  since: stateSince(invoiceStates, invoice),
})
