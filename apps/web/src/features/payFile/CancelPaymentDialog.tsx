// Giving up a payment that stands in no file: its sheet pays it again from a failure sheet, or is closed.
import { cancelPayment, type PayFileCandidate } from '@yunshu/contract/payFile/payFile'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('payFile', 'settlement', 'voucher')

export function CancelPaymentDialog({ row, onClose }: { row: PayFileCandidate; onClose: () => void }) {
  const seen = { id: row.id, version: row.version }
  const title = `取消付款 ${row.taskNo}`
  const { submit } = useSend(cancelPayment, { quiet: true, invalidates, done: () => toast.success('已取消付款') })
  const { typed, type, draft } = useTyped(
    { call: cancelPayment, fixed: seen, title, url: screenUrl('PayFileMake', {}) },
    { reason: '' },
  )
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="取消付款"
      danger
      isReady={reason !== ''}
      onClose={onClose}
      onSend={async () => submit({ ...seen, reason })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>这笔付款没有交给银行。取消后它在结算单里记为支付失败，可以生成失败补付单改用其他方式支付。</p>
      <Facts
        items={[
          ['金额(元)', <Money key="amount" value={row.amount} strong />],
          ['收款户名', row.payee],
          ['收款账号', row.account],
          ['结算单', row.settlementNum],
        ]}
      />
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}
