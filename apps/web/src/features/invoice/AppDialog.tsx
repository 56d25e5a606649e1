// The steps of an application: judged, taken back, issued, given up, delivered; reasons stay when the server refuses.
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
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

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
  const { label } = step
  const title = `${label} ${row.appNo}`
  const { id, version } = row
  const seen = { id, version }
  const { typed, type, draft } = useTyped(
    { call: callOf[move], fixed: seen, part: move, title, url: actUrl(screenUrl('InvoiceApp', { id }), move) },
    { reason: '', to: '' },
  )
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  const to = typed.to.trim()
  const send = useAppSends(move, label)
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      danger={'danger' in step}
      isReady={(!asks || reason !== '') && (move !== 'deliver' || to !== '')}
      onClose={onClose}
      onSend={() => send({ ...seen, gross: row.gross, reason, to })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['抬头', row.titleName],
          ['税号', row.taxNo],
          ['票种', invoiceKinds[row.kind]],
          ['价税合计(元)', <Money key="gross" value={row.gross} strong />],
          ['税额(元)', <Money key="tax" value={row.tax} />],
          ['运单数', String(row.waybills)],
          ['发票张数', String(row.invoices)],
          ['申请人', row.maker],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
      {move === 'deliver' && (
        <DialogField label="交付至" isRequired takesFocus>
          {field => (
            <TextInput
              id={field}
              max={100}
              value={typed.to}
              onChange={next => type({ to: typeof next === 'string' ? next : '' })}
            />
          )}
        </DialogField>
      )}
    </WriteDialog>
  )
}

interface Said {
  id: string
  version: number
  gross: InvoiceAppRow['gross']
  reason: string
  to: string
}

/** The write behind each step. */
function useAppSends(move: AppDialogMove, label: string): (said: Said) => Promise<unknown> {
  const step = invoiceAppStates.moves[move]
  const done = 'done' in step ? step.done : `已${label}`
  const options = { quiet: true, invalidates, done: () => toast.success(done) }
  const review = useSend(reviewInvoiceApp, options)
  const withdraw = useSend(withdrawInvoiceApp, options)
  const issue = useSend(issueInvoiceApp, options)
  const giveUp = useSend(giveUpInvoiceApp, options)
  const deliver = useSend(deliverInvoiceApp, options)
  return ({ id, version, gross, reason, to }) => {
    const seen = { id, version }
    switch (move) {
      case 'approve':
        return review.submit({ ...seen, move, expectGross: gross })
      case 'reject':
        return review.submit({ ...seen, move, reason })
      case 'withdraw':
        return withdraw.submit(seen)
      case 'issue':
        return issue.submit(seen)
      case 'giveUp':
      case 'giveUpRest':
        return giveUp.submit({ ...seen, reason })
      case 'deliver':
        return deliver.submit({ ...seen, deliveredTo: to })
    }
  }
}
