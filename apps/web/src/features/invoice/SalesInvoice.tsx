// One invoice: its lines with their waybills, its files, its voucher and its history.
import { askInvoice, getInvoice, uploadInvoiceFile, type InvoiceDetail } from '@yunshu/contract/invoice/invoice'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { printVat } from '@yunshu/domain/figures/decimal'
import { invoiceKinds, invoiceStates } from '@yunshu/domain/invoice/invoice'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { EmptySection, Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { PhotosSection } from '../../ui/PhotosSection.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { shortBranch, shortCompany } from '../../ui/shortCompany.ts'
import { InvoiceTag } from './invoiceColumns.tsx'
import { invoiceActs, invoiceTurn, isInvoiceMove } from './appActs.ts'
import { RedApply } from './RedApply.tsx'
import { InvoiceGross, InvoiceLines } from './InvoiceLines.tsx'
import { InvoiceDialog, type InvoiceDialogMove } from './InvoiceDialog.tsx'

const invalidates = staleAfter('invoice', 'voucher')
const labelOf = (act: string): string => (isInvoiceMove(act) ? invoiceStates.moves[act].label : '办理')

/** An invoice of the house as screen QueryInvoiceVoucher shows it. */
export function SalesInvoice({ id }: { id: string }) {
  const answer = useCall(getInvoice, { id }, { quiet: true })
  const [pressed, setMoving] = useState<InvoiceDialogMove>()
  const [isRed, setRed] = useState(false)
  const { data } = answer
  const asked = useAddressAct(id, data?.moves, act => `现在不能${labelOf(act)}`)
  const moving = pressed ?? (asked.act !== undefined && isInvoiceMove(asked.act) ? asked.act : undefined)
  return (
    <>
      <DetailPage
        answer={answer}
        title={invoice => `发票 ${invoice.invoiceNo ?? invoice.serialNo}`}
        hero={invoice => (
          <Hero
            word="发票"
            unit="张"
            name={invoice.invoiceNo ?? invoice.serialNo}
            tag={<InvoiceTag {...invoice} />}
            {...invoiceTurn(invoice)}
            line={[
              shortCompany(invoice.titleName),
              invoiceKinds[invoice.kind],
              shortBranch(invoice.branchName),
              invoice.isSimulated ? '模拟' : '',
            ]
              .filter(Boolean)
              .join(' · ')}
            figure={{
              value: <InvoiceGross invoice={invoice} />,
              label: '价税合计(元)',
              note: `税率 ${printVat(invoice.vatBp)}`,
            }}
            acts={<InvoiceActions invoice={invoice} onMove={setMoving} onRed={() => setRed(true)} />}
          />
        )}
        rail={invoice => <History log={invoice.log} />}
      >
        {invoice => (
          <>
            <InvoiceLines invoice={invoice} />
            <InvoiceFacts invoice={invoice} />
            <InvoiceFiles invoice={invoice} />
          </>
        )}
      </DetailPage>
      {isRed && data && <RedApply invoice={data} onClose={() => setRed(false)} />}
      {moving && data && (
        <InvoiceDialog
          key={moving}
          row={data}
          move={moving}
          onClose={() => {
            setMoving(undefined)
            asked.done()
          }}
        />
      )}
    </>
  )
}

interface InvoiceActionsProps {
  invoice: InvoiceDetail
  onMove: (move: InvoiceDialogMove) => void
  onRed: () => void
}

function InvoiceActions({ invoice, onMove, onRed }: InvoiceActionsProps) {
  const canIssue = useCan('invoice.issue')
  const { run } = useSend(askInvoice, { invalidates, done: () => toast.info('已向税务平台查询') })
  const acts = invoiceActs(invoice, {
    onMove,
    onAsk: canIssue ? () => void run({ id: invoice.id }) : undefined,
  })
  const red = invoice.canRed ? [{ label: '红冲', danger: true, onClick: onRed }] : []
  return <PageActions primary={acts.find(({ danger }) => !danger)} actions={[...acts, ...red]} />
}

function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <Section title="发票内容">
      <Facts
        items={[
          // the head says its number
          ['发票号码', invoice.invoiceNo === undefined ? '' : undefined],
          ['开票日期', invoice.issuedAt === undefined ? '' : <Time key="day" value={invoice.issuedAt} dayOnly whole />],
          ['购方', invoice.titleName],
          ['税号', invoice.taxNo],
          ['开票方', invoice.branchName],
          ['开票流水号', invoice.serialNo],
          [
            '开票申请',
            <a key="app" className="ys-link" href={screenUrl('InvoiceApp', { id: invoice.appId })}>
              {invoice.appNo}
            </a>,
          ],
          [
            '凭证',
            invoice.vouchers.length === 0
              ? ''
              : invoice.vouchers.map(voucher => (
                  <a
                    key={voucher.id}
                    className="ys-link"
                    href={screenUrl('AccountingVoucher', { id: voucher.id, branchCompanyId: invoice.branchCompanyId })}
                  >
                    {voucher.voucherNo}{' '}
                  </a>
                )),
          ],
          ['登记人', invoice.recorder ?? ''],
          ['大写', invoice.amountInWords, 'wide'],
          ['未开出原因', invoice.fault ?? '', 'wide'],
          ['备注', invoice.remark, 'wide'],
        ]}
      />
    </Section>
  )
}

function InvoiceFiles({ invoice: { id, files } }: { invoice: InvoiceDetail }) {
  const canAdd = useCan('invoice.issue')
  const upload = useSend(uploadInvoiceFile, { quiet: true, invalidates })
  if (files.length === 0 && !canAdd) return <EmptySection title="发票文件" text="开票方还没有上传" />
  return (
    <PhotosSection
      title="发票文件"
      what="发票文件"
      files={files}
      canAdd={canAdd}
      isBusy={upload.isBusy}
      onSend={options => upload.submit({ id }, options)}
      onReload={() => void refreshStale(invalidates)}
    />
  )
}
