// The steps of an application: judged, taken back, issued, given up, delivered.
import { actUrl } from '@yunshu/contract/actLink'
import {
  deliverInvoiceApp,
  giveUpInvoiceApp,
  issueInvoiceApp,
  reviewInvoiceApp,
  withdrawInvoiceApp,
  type InvoiceAppRow,
} from '@yunshu/contract/invoice/application'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { invoiceAppStates, invoiceKinds, type InvoiceAppMove } from '@yunshu/domain/invoice/invoice'
import { printCount } from '@yunshu/domain/figures/decimal'
import type { SendAny } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog, type StepSaid } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('invoice', 'voucher')
export type AppDialogMove = Exclude<InvoiceAppMove, 'end'>

const notes: Readonly<Record<AppDialogMove, string>> = {
  approve: '请核对抬头、税号、票种和金额。通过后由开票员开具。',
  reject: '驳回后所选运单可以重新申请。',
  withdraw: '撤回后所选运单可以重新申请。',
  issue: '有开票接口时立即提交税务平台；没有接口时，请在税务平台开具后逐张登记，由另一人复核。',
  giveUp: '尚未开出的发票取消，所选运单可以重新申请。',
  giveUpRest: '已开出的发票不变；未开出的发票取消，其中的运单（已部分开票的为其余金额）可以重新申请。',
  deliver: '请填写交付方式，如邮箱、平台下载或快递单号。',
}
const callOf = {
  approve: reviewInvoiceApp,
  reject: reviewInvoiceApp,
  withdraw: withdrawInvoiceApp,
  issue: issueInvoiceApp,
  giveUp: giveUpInvoiceApp,
  giveUpRest: giveUpInvoiceApp,
  deliver: deliverInvoiceApp,
} as const

interface AppDialogProps {
  row: InvoiceAppRow
  move: AppDialogMove
  onClose: () => void
}

/** One dialog for every step of an application. */
export function AppDialog({ row, move, onClose }: AppDialogProps) {
  const step = invoiceAppStates.moves[move]
  const { id, version } = row
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.appNo}`}
      about={{
        call: callOf[move],
        fixed: { id, version },
        part: move,
        url: actUrl(screenUrl('InvoiceApp', { id }), move),
      }}
      note={notes[move]}
      facts={[
        ['抬头', row.titleName],
        ['税号', row.taxNo],
        ['票种', invoiceKinds[row.kind]],
        ['价税合计(元)', <Money key="gross" value={row.gross} strong />],
        ['税额(元)', <Money key="tax" value={row.tax} />],
        ['运单数', printCount(row.waybills)],
        ['发票张数', String(row.invoices)],
        ['申请人', row.maker],
      ]}
      text={move === 'deliver' ? { label: '交付至', max: 100 } : undefined}
      invalidates={invalidates}
      onSend={(send, said) => sendAppStep(send, row, move, said)}
      onClose={onClose}
    />
  )
}

/** The write behind each step. */
function sendAppStep(
  send: SendAny,
  { id, version, gross }: InvoiceAppRow,
  move: AppDialogMove,
  { reason, text }: StepSaid,
): Promise<unknown> {
  const seen = { id, version }
  switch (move) {
    case 'approve':
      return send(reviewInvoiceApp, { ...seen, move, expectGross: gross })
    case 'reject':
      return send(reviewInvoiceApp, { ...seen, move, reason })
    case 'withdraw':
      return send(withdrawInvoiceApp, seen)
    case 'issue':
      return send(issueInvoiceApp, seen)
    case 'giveUp':
    case 'giveUpRest':
      return send(giveUpInvoiceApp, { ...seen, reason })
    case 'deliver':
      return send(deliverInvoiceApp, { ...seen, deliveredTo: text })
  }
}
