// The steps of a red confirmation and of its red invoice.
import { actUrl } from '@yunshu/contract/actLink'
import { issueRed, judgeRed, moveRed, type RedRow } from '@yunshu/contract/invoice/red'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { redIssueStates, redReasons, redSides, redStates, type RedMove } from '@yunshu/domain/invoice/red'
import type { SendAny } from '../../lib/useCall.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import type { Fact } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { StepDialog, type StepSaid } from '../../ui/StepDialog.tsx'
import { RedFilesOf } from './RecordedFiles.tsx'
import { RedRecord } from './RedRecord.tsx'

const invalidates = staleAfter('invoice', 'voucher')
type StepMove = Exclude<RedMove, 'enter' | 'expire'>
export type RedDialogMove = StepMove | 'issue:send' | 'issue:record' | 'issue:confirm' | 'issue:deny'

/** True for a step of the confirmation that people take. */
export const isRedMove = (move: RedMove): move is StepMove => move !== 'enter' && move !== 'expire'

const stepOf = (
  move: Exclude<RedDialogMove, 'issue:record'>,
): { label: string; danger?: true; ask?: 'reason'; done?: string } => {
  switch (move) {
    case 'issue:send':
      return redIssueStates.moves.send
    case 'issue:confirm':
      return redIssueStates.moves.confirm
    case 'issue:deny':
      return redIssueStates.moves.deny
    default:
      return redStates.moves[move]
  }
}

interface RedDialogProps {
  row: RedRow
  move: RedDialogMove
  onClose: () => void
}

const factsOf = (row: RedRow): readonly Fact[] => [
  ['蓝票号码', row.invoiceNo],
  ['购方', row.titleName],
  ['红冲金额(元)', <Money key="gross" value={row.gross} strong />],
  ['税额(元)', <AskedMoney key="tax" asked={{ amountOf: 'redTax', id: row.id }} value={row.tax} />],
  ['原因', redReasons[row.reasonCode].label],
  ['发起方', redSides[row.side]],
  ['购方已抵扣', row.isUsed ? '是' : '否'],
  ['红票号码', row.redNo],
  ['开票日期', row.redAt && <Time key="day" value={row.redAt} dayOnly whole />],
  ['说明', row.note],
]

/** One dialog for every step. */
export function RedDialog({ row, move, onClose }: RedDialogProps) {
  if (move === 'issue:record') return <RedRecord row={row} facts={factsOf(row)} onClose={onClose} />
  const step = stepOf(move)
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.confirmNo}`}
      about={{
        call: moveRed,
        fixed: { id: row.id, version: row.version },
        part: move,
        url: actUrl(listUrl('QueryInvoiceRed', { text: row.confirmNo }), move),
      }}
      facts={factsOf(row)}
      invalidates={invalidates}
      onSend={(send, said) => sendRedStep(send, row, move, said)}
      onClose={onClose}
    >
      {(move === 'issue:confirm' || move === 'issue:deny') && <RedFilesOf id={row.id} />}
    </StepDialog>
  )
}

/** The write behind each step. */
function sendRedStep(
  send: SendAny,
  { id, version }: RedRow,
  move: Exclude<RedDialogMove, 'issue:record'>,
  { reason, why }: StepSaid,
): Promise<unknown> {
  const seen = { id, version }
  switch (move) {
    case 'issue:send':
      return send(issueRed, seen)
    case 'issue:confirm':
      return send(judgeRed, { ...seen, move: 'confirm' })
    case 'issue:deny':
      return send(judgeRed, { ...seen, move: 'deny', reason })
    default:
      return send(moveRed, { ...seen, move, ...why })
  }
}
