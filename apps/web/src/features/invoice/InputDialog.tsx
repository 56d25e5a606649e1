// The steps of an input invoice: checked by another than who handed it in, deducted, refused, taken back.
import { moveInputInvoice, type InputInvoiceRow } from '@yunshu/contract/invoice/input'
import { staleAfter } from '@yunshu/contract/topics'
import { inputStates, type InputMove } from '@yunshu/domain/invoice/input'
import { backdateMonths, periodOf, periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { DialogField } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('invoice', 'voucher')
const notes: Readonly<Record<InputMove, string>> = {
  verify: '请在全国增值税发票查验平台查验号码、日期和金额。',
  refuse: '不符的发票不能绑定，销方可以重新上传。',
  tick: '勾选后，已绑定的份额计入所选月份的进项税额；以后绑定的随绑定计入。上月未结账时可以选上月。',
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
  const months = monthsOf(row)
  const [period, setPeriod] = useState(months[0])
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.invoiceNo}`}
      about={{ call: moveInputInvoice, fixed: seen, part: move }}
      note={notes[move]}
      facts={[
        ['销方', row.sellerName],
        ['税号', row.sellerTaxNo],
        ...(row.invoiceCode === '' ? [] : [['发票代码', row.invoiceCode] as const]),
        ['开票日期', <Time key="day" value={row.issuedAt} dayOnly whole />],
        ['价税合计(元)', <Money key="gross" value={row.gross} strong />],
        ['税额(元)', <Money key="tax" value={row.tax} />],
        ['已绑定(元)', <Money key="bound" value={row.bound} />],
      ]}
      text={move === 'reverse' ? redText : undefined}
      invalidates={invalidates}
      onSend={(send, { why, text }) =>
        send(moveInputInvoice, {
          ...seen,
          move,
          ...why,
          ...(text === '' ? {} : { redNo: text }),
          ...(move === 'tick' ? { period } : {}),
        })
      }
      onClose={onClose}
    >
      {move === 'tick' && (
        <DialogField label="税款所属期" isRequired>
          {id => (
            <ChoiceSelect
              id={id}
              options={months.map(value => ({ value, label: periodText(value) }))}
              value={period}
              onChange={next => setPeriod(typeof next === 'string' ? next : period)}
            />
          )}
        </DialogField>
      )}
    </StepDialog>
  )
}

/** The months whose return can deduct an invoice: this one, and the last for one issued by then. */
function monthsOf({ issuedAt }: InputInvoiceRow): readonly string[] {
  const running = periodOf(serverNow())
  return [running, shiftPeriod(running, -backdateMonths)].filter(period => periodOf(issuedAt) <= period)
}
