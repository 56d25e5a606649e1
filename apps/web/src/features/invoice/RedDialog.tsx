// The steps of a red confirmation and of its red invoice; reasons and numbers stay when the server refuses.
import { actUrl } from '@yunshu/contract/actLink'
import { issueRed, judgeRed, moveRed, recordRed, type RedRow } from '@yunshu/contract/invoice/red'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { startOfDay } from '@yunshu/domain/figures/time'
import { invoiceNumber } from '@yunshu/domain/invoice/invoice'
import { redIssueStates, redReasons, redSides, redStates, type RedMove } from '@yunshu/domain/invoice/red'
import { serverNow } from '../../lib/clock.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('invoice', 'voucher')
type StepMove = Exclude<RedMove, 'enter' | 'expire'>
export type RedDialogMove = StepMove | 'issue:send' | 'issue:record' | 'issue:confirm' | 'issue:deny'

/** True for a step of the confirmation that people take. */
export const isRedMove = (move: RedMove): move is StepMove => move !== 'enter' && move !== 'expire'

const issueStep = (move: RedDialogMove) =>
  move === 'issue:send' || move === 'issue:record' || move === 'issue:confirm' || move === 'issue:deny'
    ? move
    : undefined
const stepOf = (move: RedDialogMove): { label: string; danger?: true; ask?: 'reason'; done?: string } => {
  switch (move) {
    case 'issue:send':
      return redIssueStates.moves.send
    case 'issue:record':
      return redIssueStates.moves.record
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

/** One dialog for every step. */
export function RedDialog({ row, move, onClose }: RedDialogProps) {
  const step = stepOf(move)
  const seen = { id: row.id, version: row.version }
  const title = `${step.label} ${row.confirmNo}`
  const { typed, type, draft } = useTyped(
    {
      call: move === 'issue:record' ? recordRed : moveRed,
      fixed: seen,
      part: move,
      title,
      url: actUrl(listUrl('QueryInvoiceRed', { text: row.confirmNo }), move),
    },
    { reason: '', redNo: '' },
  )
  const reason = typed.reason.trim()
  const redNo = typed.redNo.trim()
  const send = useRedSends(move, step)
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={step.danger === true}
      isReady={(step.ask !== 'reason' || reason !== '') && (move !== 'issue:record' || invoiceNumber.test(redNo))}
      onClose={onClose}
      onSend={() => send({ ...seen, reason, redNo })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <Facts
        items={[
          ['蓝票号码', row.invoiceNo],
          ['购方', row.titleName],
          ['红冲金额(元)', <Money key="gross" value={row.gross} strong />],
          ['税额(元)', <Money key="tax" value={row.tax} />],
          ['原因', redReasons[row.reasonCode].label],
          ['发起方', redSides[row.side]],
          ['购方已抵扣', row.isUsed ? '是' : '否'],
          ['红票号码', row.redNo],
          ['说明', row.note],
        ]}
      />
      {move === 'issue:record' && (
        <DialogField label="红票号码" isRequired takesFocus>
          {field => (
            <TextInput
              id={field}
              max={20}
              placeholder="20 位数字"
              value={typed.redNo}
              onChange={next => type({ redNo: typeof next === 'string' ? next : '' })}
            />
          )}
        </DialogField>
      )}
      {step.ask === 'reason' && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}

interface Said {
  id: string
  version: number
  reason: string
  redNo: string
}

/** The write behind each step. */
function useRedSends(
  move: RedDialogMove,
  { label, done = `已${label}` }: { label: string; done?: string },
): (said: Said) => Promise<unknown> {
  const options = { quiet: true, invalidates, done: () => toast.success(done) }
  const confirm = useSend(moveRed, options)
  const issue = useSend(issueRed, options)
  const record = useSend(recordRed, options)
  const judge = useSend(judgeRed, options)
  return ({ id, version, reason, redNo }) => {
    const seen = { id, version }
    const issued = issueStep(move)
    if (issued === 'issue:send') return issue.submit(seen)
    if (issued === 'issue:record') return record.submit({ ...seen, redNo, redAt: startOfDay(serverNow()) })
    if (issued === 'issue:confirm') return judge.submit({ ...seen, move: 'confirm' })
    if (issued === 'issue:deny') return judge.submit({ ...seen, move: 'deny', reason })
    return isStep(move) ? confirm.submit({ ...seen, move, ...(reason === '' ? {} : { reason }) }) : Promise.resolve()
  }
}

const isStep = (move: RedDialogMove): move is StepMove => issueStep(move) === undefined
