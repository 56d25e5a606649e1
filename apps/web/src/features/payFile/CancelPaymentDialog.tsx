// Giving up a payment that stands in no file: its sheet pays it again from a failure sheet, or is closed.
import { cancelPayment, type PayFileCandidate } from '@yunshu/contract/payFile/payFile'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('payFile', 'settlement', 'voucher')
const step = { label: '取消付款', danger: true, ask: 'reason' } as const

/** The reason becomes that of the failure on the sheet. */
export function CancelPaymentDialog({ row, onClose }: { row: PayFileCandidate; onClose: () => void }) {
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.taskNo}`}
      about={{ call: cancelPayment, fixed: seen, url: screenUrl('PayFileMake', {}) }}
      note="这笔付款没有交给银行。取消后它在结算单里记为支付失败，可以生成失败补付单改用其他方式支付。"
      facts={[
        ['金额(元)', <Money key="amount" value={row.amount} strong />],
        ['收款户名', row.payee],
        ['收款账号', row.account],
        ['结算单', row.settlementNum],
      ]}
      invalidates={invalidates}
      onSend={(send, { reason }) => send(cancelPayment, { ...seen, reason })}
      onClose={onClose}
    />
  )
}
