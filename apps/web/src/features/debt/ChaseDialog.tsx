// Noting that a carrier was asked for its debt, and what it said.
import { chaseDebt, type DebtRow } from '@yunshu/contract/debt/debt'
import { staleAfter } from '@yunshu/contract/topics'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'

const invalidates = staleAfter('debt')

export function ChaseDialog({
  row: { id, version, debtNo, chaseDue },
  onClose,
}: {
  row: DebtRow
  onClose: () => void
}) {
  const { submit } = useSend(chaseDebt, { quiet: true, invalidates, done: () => toast.success('已登记催收') })
  return (
    <ReasonDialog
      title={`登记催收 ${debtNo}`}
      okText="登记催收"
      text={`${chaseDue === undefined ? '' : `这笔欠款已满 ${chaseDue} 天未还。`}写下怎样催的、对方怎样答复；承运商在欠款记录里能看到。`}
      danger={false}
      field="催收情况"
      about={{ call: chaseDebt, fixed: { id, version } }}
      onSend={chased => submit({ id, version, chased })}
      onClose={onClose}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    />
  )
}
