// Entering a red confirmation for lines of an invoice: which lines, how much of each, and why.
import { applyRed } from '@yunshu/contract/invoice/red'
import type { InvoiceDetail } from '@yunshu/contract/invoice/invoice'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { parseYuan, printYuan, subtractFen } from '@yunshu/domain/figures/money'
import { redReasons, type RedReason } from '@yunshu/domain/invoice/red'
import { Checkbox } from 'antd'
import { useNavigate } from 'react-router'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'
import './invoice.css'

const invalidates = staleAfter('invoice')
const isReason = (text: string): text is RedReason => Object.hasOwn(redReasons, text)

/** Amounts are typed per line; an empty one leaves the line as it is. An error takes whole lines. */
export function RedApply({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const navigate = useNavigate()
  const { id, version } = invoice
  const open = invoice.items.filter(line => line.red < line.gross)
  const { typed, type, draft } = useTyped(
    { call: applyRed, fixed: { invoiceId: id, version }, title: '录入红字确认单' },
    { reasonCode: '01', used: '', note: '', amounts: Object.fromEntries(open.map(line => [String(line.n), ''])) },
  )
  const reasonCode = isReason(typed.reasonCode) ? typed.reasonCode : '01'
  const { submit } = useSend(applyRed, { quiet: true, invalidates })
  const lines = open.flatMap(line => {
    const gross = parseYuan(String(typed.amounts[String(line.n)] ?? ''))
    return gross === undefined || gross === 0 ? [] : [{ n: line.n, gross }]
  })
  const put = (of: Readonly<Record<string, string>>): void => type({ amounts: { ...typed.amounts, ...of } })
  const send = async (): Promise<void> => {
    const note = typed.note.trim()
    const { confirmNo } = await submit({
      invoiceId: id,
      version,
      reasonCode,
      isUsed: typed.used === 'yes',
      lines,
      ...(note === '' ? {} : { note }),
    })
    toast.success(`已录入 ${confirmNo}`)
    void navigate(listUrl('QueryInvoiceRed', { text: confirmNo }))
  }
  return (
    <WriteDialog
      title={`红冲 ${invoice.invoiceNo ?? invoice.serialNo}`}
      draft={draft}
      okText="提交确认单"
      danger
      isReady={lines.length > 0}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <DialogField label="红冲原因" isRequired>
        {field => (
          <KeySelect
            id={field}
            table={redReasons}
            value={reasonCode}
            onChange={next => type({ reasonCode: typeof next === 'string' ? next : '01' })}
          />
        )}
      </DialogField>
      <Checkbox checked={typed.used === 'yes'} onChange={event => type({ used: event.target.checked ? 'yes' : '' })}>
        购方已用于抵扣（须购方确认）
      </Checkbox>
      <RedLines lines={open} amounts={typed.amounts} put={put} />
      <DialogField label="说明">
        {field => (
          <TextInput
            id={field}
            max={200}
            value={typed.note}
            onChange={next => type({ note: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
    </WriteDialog>
  )
}

interface RedLinesProps {
  lines: InvoiceDetail['items']
  amounts: Readonly<Record<string, string>>
  put: (amounts: Readonly<Record<string, string>>) => void
}

/** The rest of a line that can be taken back. */
const leftOf = ({ gross, red }: InvoiceDetail['items'][number]): string => printYuan(subtractFen(gross, red))

/** The amount taken back of each line that has something left. */
function RedLines({ lines, amounts, put }: RedLinesProps) {
  const whole = Object.fromEntries(lines.map(line => [String(line.n), leftOf(line)]))
  return [
    lines.length > 1 && (
      <button key="whole" type="button" className="ys-link" onClick={() => put(whole)}>
        全部整行（{lines.length} 行）
      </button>
    ),
    ...lines.map(line => (
      <DialogField key={line.n} label={`第 ${line.n} 行 ${line.waybillNo} 红冲金额`}>
        {field => (
          <div className="iv-red-line">
            <TextInput
              id={field}
              max={20}
              placeholder={`可红冲 ${leftOf(line)}`}
              value={amounts[String(line.n)] ?? ''}
              onChange={next => put({ [String(line.n)]: typeof next === 'string' ? next : '' })}
            />
            <button type="button" className="ys-link" onClick={() => put({ [String(line.n)]: leftOf(line) })}>
              整行
            </button>
          </div>
        )}
      </DialogField>
    )),
  ]
}
