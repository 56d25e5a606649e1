// Pointing money that came at the payment it is, come back: those of its amount are offered, those of its account first.
import { actUrl } from '@yunshu/contract/actLink'
import { askReturn, listReturnable, type RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { useCall } from '../../lib/useCall.ts'
import { PointDialog } from '../../parts/paymentBack/PointDialog.tsx'
import { remittanceFacts } from './remittanceFacts.tsx'

const invalidates = staleAfter('remittance')

export function AskReturnDialog({ row, onClose }: { row: RemittanceRow; onClose: () => void }) {
  const { id, version, amount, remittanceNo } = row
  return (
    <PointDialog
      no={remittanceNo}
      about={{
        call: askReturn,
        fixed: { id, version },
        url: actUrl(listUrl('RemittanceList', { text: remittanceNo }), 'askReturn'),
      }}
      note="这笔款是付出去又被银行退回的，请选择当时的支付任务。另一人确认后，支付任务为已退汇，运单恢复未付，可以生成失败补付单。银行先报了退汇的，款项在账上已有一笔，确认后只留一笔。"
      facts={remittanceFacts(row)}
      found={useCall(listReturnable, { id }, { quiet: true })}
      invalidates={invalidates}
      onSend={(send, picked) => send(askReturn, { id, version, ...picked, expectAmount: amount })}
      onClose={onClose}
    />
  )
}
