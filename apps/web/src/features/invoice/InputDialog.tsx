// The steps of an input invoice: checked by another than who handed it in, deducted, refused, taken back.
import { moveInputInvoice, type InputInvoiceRow } from '@yunshu/contract/invoice/input'
import { staleAfter } from '@yunshu/contract/topics'
import { inputStates, type InputMove } from '@yunshu/domain/invoice/input'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('invoice', 'voucher')
const notes: Readonly<Record<InputMove, string>> = {
  verify: '请在全国增值税发票查验平台查验号码、日期和金额。',
  refuse: '不符的发票不能绑定，销方可以重新上传。',
  tick: '勾选后，已绑定的份额立即计入进项税额；以后绑定的随绑定计入。',
  drop: '作废后可以重新上传。',
}

interface InputDialogProps {
  row: InputInvoiceRow
  move: InputMove
  onClose: () => void
}

/** One dialog for every step of an input invoice. */
export function InputDialog({ row, move, onClose }: InputDialogProps) {
  const step = inputStates.moves[move]
  const seen = { id: row.id, version: row.version }
  const title = `${step.label} ${row.invoiceNo}`
  const { typed, type, draft } = useTyped({ call: moveInputInvoice, fixed: seen, part: move, title }, { reason: '' })
  const done = 'done' in step ? step.done : `已${step.label}`
  const { submit } = useSend(moveInputInvoice, { quiet: true, invalidates, done: () => toast.success(done) })
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={'danger' in step}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={() => submit({ ...seen, move, ...(asks ? { reason } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['销方', row.sellerName],
          ['税号', row.sellerTaxNo],
          ['开票日期', <Time key="day" value={row.issuedAt} dayOnly whole />],
          ['价税合计(元)', <Money key="gross" value={row.gross} strong />],
          ['税额(元)', <Money key="tax" value={row.tax} />],
          ['已绑定(元)', <Money key="bound" value={row.bound} />],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
