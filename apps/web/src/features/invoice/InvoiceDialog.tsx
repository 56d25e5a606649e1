// The steps of an invoice a person takes: sent once more, recorded by hand, agreed to by a second person.
import { actUrl } from '@yunshu/contract/actLink'
import {
  judgeRecordedInvoice,
  recordInvoice,
  recordNoInvoice,
  retryInvoice,
  type InvoiceRow,
} from '@yunshu/contract/invoice/invoice'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { startOfDay } from '@yunshu/domain/figures/time'
import { invoiceStates, type InvoiceMove } from '@yunshu/domain/invoice/invoice'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { InvoiceFilesOf } from './RecordedFiles.tsx'
import { isRecordReady, RecordFields } from './RecordFields.tsx'

const invalidates = staleAfter('invoice', 'voucher')
export type InvoiceDialogMove = Exclude<
  InvoiceMove,
  'send' | 'hear' | 'refuse' | 'lose' | 'redPart' | 'redWhole' | 'drop'
>

const notes: Readonly<Record<InvoiceDialogMove, string>> = {
  retry: '以新的流水号再次提交税务平台。请先处理拒绝的原因。',
  record: '请照税务平台已开出的发票填写，金额须与申请一致，按开票日期记账。由另一人复核后生效。',
  recordNone: '请在税务平台查明没有这张发票后再登记。由另一人复核后可以重新开具。',
  confirm: '请到税务平台核对号码、日期和金额。复核后立即记账。',
  confirmNone: '请到税务平台核对确无此票。复核后可以重新开具。',
  deny: '退回后由登记人重新登记。',
  denyNone: '退回后继续向税务平台查询。',
}
const callOf = {
  retry: retryInvoice,
  record: recordInvoice,
  recordNone: recordNoInvoice,
  confirm: judgeRecordedInvoice,
  confirmNone: judgeRecordedInvoice,
  deny: judgeRecordedInvoice,
  denyNone: judgeRecordedInvoice,
} as const

interface InvoiceDialogProps {
  row: InvoiceRow
  move: InvoiceDialogMove
  onClose: () => void
}

/** One dialog for every step of an invoice. */
export function InvoiceDialog({ row, move, onClose }: InvoiceDialogProps) {
  const step = invoiceStates.moves[move]
  const { label } = step
  const { id, version } = row
  const seen = { id, version }
  const title = `${label} ${row.serialNo}`
  const [files, setFiles] = useState<readonly File[]>([])
  const { typed, type, draft } = useTyped(
    {
      call: callOf[move],
      fixed: seen,
      part: move,
      title,
      url: actUrl(screenUrl('QueryInvoiceVoucher', { id }), move),
      hasFiles: files.length > 0,
    },
    { reason: '', number: '', day: startOfDay(serverNow()) },
  )
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  const send = useInvoiceSends(move, label)
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      danger={'danger' in step}
      isReady={(!asks || reason !== '') && (move !== 'record' || isRecordReady(typed, files))}
      onClose={onClose}
      onSend={() => send({ row, reason, invoiceNo: typed.number.trim(), issuedAt: typed.day, files })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['购方', row.titleName],
          ['税号', row.taxNo],
          ['价税合计(元)', <Money key="gross" value={row.gross} strong />],
          ['税额(元)', <Money key="tax" value={row.tax} />],
          ['发票号码', row.invoiceNo],
          ['开票日期', row.issuedAt && <Time key="day" value={row.issuedAt} dayOnly whole />],
          ['登记人', row.recorder],
          ['未开出原因', row.fault],
        ]}
      />
      {(move === 'confirm' || move === 'deny') && <InvoiceFilesOf id={id} />}
      {move === 'record' && <RecordFields what="发票" typed={typed} onType={type} files={files} onFiles={setFiles} />}
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}

interface Said {
  row: InvoiceRow
  reason: string
  invoiceNo: string
  issuedAt: number
  files: readonly File[]
}

/** The write behind each step. */
function useInvoiceSends(move: InvoiceDialogMove, label: string): (said: Said) => Promise<unknown> {
  const step = invoiceStates.moves[move]
  const done = 'done' in step ? step.done : `已${label}`
  const options = { quiet: true, invalidates, done: () => toast.success(done) }
  const retry = useSend(retryInvoice, options)
  const record = useSend(recordInvoice, options)
  const none = useSend(recordNoInvoice, options)
  const judge = useSend(judgeRecordedInvoice, options)
  return ({ row: { id, version, gross, tax }, reason, invoiceNo, issuedAt, files }) => {
    const seen = { id, version }
    switch (move) {
      case 'retry':
        return retry.submit(seen)
      case 'record':
        return record.submit({ ...seen, invoiceNo, issuedAt, gross, tax }, { files: { files } })
      case 'recordNone':
        return none.submit({ ...seen, reason })
      case 'confirm':
      case 'confirmNone':
        return judge.submit({ ...seen, move })
      case 'deny':
      case 'denyNone':
        return judge.submit({ ...seen, move, reason })
    }
  }
}
