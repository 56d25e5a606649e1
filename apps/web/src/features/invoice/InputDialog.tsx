// The steps of an input invoice: checked by another than who handed it in, deducted, refused, taken back.
import { moveInputInvoice, type InputInvoiceRow } from '@yunshu/contract/invoice/input'
import { staleAfter } from '@yunshu/contract/topics'
import { inputStates, type InputMove } from '@yunshu/domain/invoice/input'
import { Money, Time } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('invoice', 'voucher')
const notes: Readonly<Record<InputMove, string>> = {
  verify: '请在全国增值税发票查验平台查验号码、日期和金额。',
  refuse: '不符的发票不能绑定，销方可以重新上传。',
  tick: '勾选后，已绑定的份额立即计入进项税额；以后绑定的随绑定计入。',
  drop: '作废后可以重新上传。',
  reverse: '销方开出红字发票后登记：已绑定的运单全部解绑，可以绑定新的发票；已抵扣的进项税额红字冲回。',
}
const redText = { label: '红票号码', max: 20, pattern: /^\d{8,20}$/, placeholder: '8 至 20 位数字' } as const

interface InputDialogProps {
  row: InputInvoiceRow
  move: InputMove
  onClose: () => void
}

/** One dialog for every step of an input invoice. */
export function InputDialog({ row, move, onClose }: InputDialogProps) {
  const step = inputStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.invoiceNo}`}
      about={{ call: moveInputInvoice, fixed: seen, part: move }}
      note={notes[move]}
      facts={[
        ['销方', row.sellerName],
        ['税号', row.sellerTaxNo],
        ['开票日期', <Time key="day" value={row.issuedAt} dayOnly whole />],
        ['价税合计(元)', <Money key="gross" value={row.gross} strong />],
        ['税额(元)', <Money key="tax" value={row.tax} />],
        ['已绑定(元)', <Money key="bound" value={row.bound} />],
      ]}
      text={move === 'reverse' ? redText : undefined}
      invalidates={invalidates}
      onSend={(send, { why, text }) =>
        send(moveInputInvoice, { ...seen, move, ...why, ...(text === '' ? {} : { redNo: text }) })
      }
      onClose={onClose}
    />
  )
}
