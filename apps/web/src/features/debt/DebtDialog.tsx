// The steps of giving a debt up: asked with a reason, confirmed or refused by another, taken back.
import { actUrl } from '@yunshu/contract/actLink'
import { confirmDebtWriteOff, moveDebt, type DebtRow } from '@yunshu/contract/debt/debt'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { debtStates, type DebtMove } from '@yunshu/domain/debt'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { debtFacts } from './debtFacts.tsx'

const invalidates = staleAfter('debt', 'voucher')

const notes: Readonly<Record<DebtMove, string>> = {
  askWriteOff: '核销后不再催收，差额记为信用减值损失。须由管理员确认，确认以前不记账，也不参与抵扣和收回。',
  confirmWriteOff: '确认后立即记账（借 信用减值损失，贷 其他应收款），不能撤销。',
  refuseWriteOff: '欠款回到待收，可以继续抵扣和收回。',
  withdrawWriteOff: '欠款回到待收。',
}

interface DebtDialogProps {
  row: DebtRow
  move: DebtMove
  onClose: () => void
}

/** The reason stays when the server refuses. */
export function DebtDialog({ row, move, onClose }: DebtDialogProps) {
  const step = debtStates.moves[move]
  const options = { quiet: true, invalidates, done: () => toast.success(`已${step.label}`) }
  const confirm = useSend(confirmDebtWriteOff, options)
  const other = useSend(moveDebt, options)
  const seen = { id: row.id, version: row.version }
  const title = `${step.label} ${row.debtNo}`
  const { typed, type, draft } = useTyped(
    { call: moveDebt, fixed: seen, title, url: actUrl(listUrl('DebtList', { text: row.debtNo }), move) },
    { reason: '' },
  )
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  const send = async (): Promise<unknown> =>
    move === 'confirmWriteOff'
      ? confirm.submit({ ...seen, expectAmount: row.open })
      : other.submit({ ...seen, move, ...(asks ? { reason } : {}) })
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={'danger' in step}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[...debtFacts(row), ...(row.reason === undefined ? [] : [['核销原因', row.reason, 'wide'] as const])]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
