// The application for chosen waybills: title, division and the invoices they would make.
import { applyInvoices, previewInvoices, type InvoiceCandidate } from '@yunshu/contract/invoice/application'
import type { Output } from '@yunshu/contract/call'
import { listInvoiceTitles, type InvoiceTitleRow } from '@yunshu/contract/invoice/title'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { invoiceKinds, invoiceRemarkMax, invoiceSplits, type InvoiceSplit } from '@yunshu/domain/invoice/invoice'
import { printCount, printVat } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'
import './invoice.css'

const invalidates = staleAfter('invoice')
type Preview = Output<typeof previewInvoices>

interface ApplyDialogProps {
  rows: readonly InvoiceCandidate[]
  onClose: () => void
  onTitles: () => void
}

/** Every invoice is shown before anything is applied for; title and remark stay when the server refuses. */
export function ApplyDialog({ rows, onClose, onTitles }: ApplyDialogProps) {
  const navigate = useNavigate()
  const ids = rows.filter(({ whyNot }) => whyNot === undefined).map(({ id }) => id)
  const { typed, type, draft } = useTyped(
    { call: applyInvoices, fixed: {}, title: '申请开票' },
    { titleId: '', splitBy: 'NONE', remark: '' },
  )
  const splitBy = isSplit(typed.splitBy) ? typed.splitBy : 'NONE'
  const titles = useCall(listInvoiceTitles, {})
  const preview = useCall(previewInvoices, { ids, splitBy }, { quiet: true })
  const { submit } = useSend(applyInvoices, { quiet: true, invalidates })
  const titleId = titles.data?.rows.some(({ id }) => id === typed.titleId) ? typed.titleId : titles.data?.rows[0]?.id
  const gross = preview.data?.gross
  const send = async (): Promise<void> => {
    if (titleId === undefined || gross === undefined) return
    const remark = typed.remark.trim()
    const { id, appNo } = await submit({
      ids,
      splitBy,
      titleId,
      expectGross: gross,
      ...(remark === '' ? {} : { remark }),
    })
    toast.success(`已提交 ${appNo}，等待审核`)
    void navigate(screenUrl('InvoiceApp', { id }))
  }
  return (
    <WriteDialog
      title={`申请开票（${printCount(ids.length)} 单）`}
      draft={draft}
      okText="提交申请"
      isReady={titleId !== undefined && gross !== undefined}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <ApplyFields
        titles={titles.data?.rows}
        titleId={titleId}
        typed={{ splitBy, remark: typed.remark }}
        type={type}
        onTitles={onTitles}
      />
      {preview.error ? (
        <ErrorState error={preview.error} retry={() => void preview.refetch()} />
      ) : preview.data ? (
        <PreviewList preview={preview.data} />
      ) : (
        <Skeleton />
      )}
    </WriteDialog>
  )
}

interface ApplyFieldsProps {
  titles: readonly InvoiceTitleRow[] | undefined
  titleId: string | undefined
  typed: { splitBy: InvoiceSplit; remark: string }
  type: (change: { titleId?: string; splitBy?: string; remark?: string }) => void
  onTitles: () => void
}

function ApplyFields({ titles, titleId, typed, type, onTitles }: ApplyFieldsProps) {
  return (
    <>
      {titles?.length === 0 && (
        <p role="note">
          还没有开票抬头。{' '}
          <Button size="small" onClick={onTitles}>
            新增抬头
          </Button>
        </p>
      )}
      <DialogField label="开票抬头" isRequired>
        {field => (
          <ChoiceSelect
            id={field}
            options={(titles ?? []).map(({ id, name, kind, taxNo }) => ({
              value: id,
              label: `${name} ${invoiceKinds[kind]} ${taxNo}`,
            }))}
            value={titleId}
            onChange={next => type({ titleId: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
      <DialogField label="拆分方式">
        {field => (
          <KeySelect
            id={field}
            table={invoiceSplits}
            value={typed.splitBy}
            onChange={next => type({ splitBy: typeof next === 'string' ? next : 'NONE' })}
          />
        )}
      </DialogField>
      <DialogField label="备注">
        {field => (
          <TextInput
            id={field}
            max={invoiceRemarkMax}
            value={typed.remark}
            onChange={next => type({ remark: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
    </>
  )
}

const isSplit = (text: string): text is InvoiceSplit => Object.hasOwn(invoiceSplits, text)

/** Each invoice with its lines. */
function PreviewList({ preview }: { preview: Preview }) {
  const { seller, invoices, gross, tax } = preview
  return (
    <section aria-label="开票预览">
      <p>
        {seller} 开具 {invoices.length} 张，价税合计 <Money value={gross} strong /> 元，其中税额 <Money value={tax} />{' '}
        元
      </p>
      <ol className="iv-preview">
        {invoices.map((invoice, index) => (
          <li key={invoice.lines.map(({ waybillId }) => waybillId).join(' ') + String(index)}>
            <header>
              <strong>第 {index + 1} 张</strong>
              <span>
                <Money value={invoice.gross} /> 元，税率 {printVat(invoice.vatBp)}，税额 <Money value={invoice.tax} />{' '}
                元{invoice.waits ? '，等待下月额度' : ''}
              </span>
            </header>
            <p className="ys-weak">{invoice.remark}</p>
            <details>
              <summary>{invoice.lines.length} 行明细</summary>
              <ul>
                {invoice.lines.map(line => (
                  <li key={line.waybillId}>
                    {line.waybillNo} <Money value={line.gross} /> 元（税 <Money value={line.tax} />）
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}
