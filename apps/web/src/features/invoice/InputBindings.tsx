// Waybills an input invoice is bound to, with the share of its tax and litres, each to be taken off with a reason.
import { unbindInputInvoice, type InputBinding, type InputInvoiceDetail } from '@yunshu/contract/invoice/input'
import { staleAfter } from '@yunshu/contract/topics'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { waybillLink } from './InputCandidates.tsx'

const ReasonDialog = lazy(async () => ({ default: (await import('../../ui/ReasonDialog.tsx')).ReasonDialog }))
const invalidates = staleAfter('invoice', 'voucher')
/** Hundredths of a litre as they are read. */
export const litresText = (centilitres: number | undefined): string =>
  centilitres === undefined ? '' : printDecimal(centilitres, 2)

export function InputBindings({ input }: { input: InputInvoiceDetail }) {
  const canBind = useCan('invoice.input')
  const [asking, setAsking] = useState<InputBinding>()
  const { submit } = useSend(unbindInputInvoice, { quiet: true, invalidates })
  const columns: readonly Column<InputBinding>[] = [
    { key: 'no', title: '运单号', width: 180, card: 'title', render: row => waybillLink(row.waybillId, row.waybillNo) },
    moneyColumn<InputBinding>('bound', '绑定金额', row => row.bound, { width: 130, card: 'figure' }),
    askedColumn<InputBinding>('tax', '进项税额', row => row.tax, {
      width: 120,
      asked: row => ({ amountOf: 'boundTax', id: row.id }),
    }),
    ...(input.litresCl === undefined
      ? []
      : [textColumn<InputBinding>('litres', '升数', row => litresText(row.litresCl), { width: 100, align: 'right' })]),
    ...(input.bindings.some(row => row.provider !== undefined)
      ? [textColumn<InputBinding>('provider', '供应商', row => row.provider, { width: 120 })]
      : []),
    textColumn<InputBinding>('by', '绑定人', row => row.by, { width: 110 }),
    ...(canBind
      ? [
          {
            key: 'act',
            title: '操作',
            width: 90,
            render: (row: InputBinding) => (
              <Button size="small" aria-label={`解除 ${row.waybillNo}`} onClick={() => setAsking(row)}>
                解除
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Section title={`已绑定运单（${input.waybills}）`}>
      {input.waybills > input.bindings.length && (
        <p className="ys-weak">只列出先绑定的 {input.bindings.length} 单，合计是全部</p>
      )}
      {input.waybills === 0 && <p className="ys-weak">还没有绑定运单</p>}
      {input.waybills > 0 && (
        <SimpleTable
          title="已绑定运单"
          rows={input.bindings}
          columns={columns}
          rowKey={({ id }) => id}
          sums={{
            bound: <Money value={input.bound} />,
            tax: <Money value={input.usedTax} />,
            litres: litresText(input.usedLitresCl),
          }}
        />
      )}
      {asking && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={`解除 ${asking.waybillNo}`}
            okText="解除绑定"
            about={{ call: unbindInputInvoice, fixed: { bindingId: asking.id } }}
            onSend={async reason => {
              await submit({ id: input.id, version: input.version, bindingId: asking.id, reason })
              toast.success(`已解除 ${asking.waybillNo}`)
            }}
            onClose={() => setAsking(undefined)}
            onReload={() => void refreshStale(invalidates)}
          />
        </Suspense>
      )}
    </Section>
  )
}
