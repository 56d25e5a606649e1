// The lines of an invoice with their sums; the amounts of each say how they came.
import type { InvoiceDetail, InvoiceLineRow } from '@yunshu/contract/invoice/invoice'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

const columnsOf = (id: string): readonly Column<InvoiceLineRow>[] => [
  {
    key: 'waybillNo',
    title: '运单号',
    width: 180,
    render: ({ waybillId, waybillNo }) => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
        {waybillNo}
      </a>
    ),
  },
  {
    key: 'route',
    title: '起运地 / 到达地',
    width: 260,
    render: ({ load, unload }) => (
      <>
        {shortPlace(load)}
        <br />
        {shortPlace(unload)}
      </>
    ),
  },
  textColumn<InvoiceLineRow>('itemNames', '货物', row => row.itemNames, { width: 110 }),
  textColumn<InvoiceLineRow>('plate', '车牌', row => row.plate, { width: 100 }),
  askedColumn<InvoiceLineRow>('gross', '价税合计', row => row.gross, {
    width: 120,
    asked: ({ n }) => ({ amountOf: 'invoiceGross', id, n }),
  }),
  askedColumn<InvoiceLineRow>('net', '不含税', row => row.net, {
    width: 120,
    asked: ({ n }) => ({ amountOf: 'invoiceNet', id, n }),
  }),
  askedColumn<InvoiceLineRow>('tax', '税额', row => row.tax, {
    width: 110,
    asked: ({ n }) => ({ amountOf: 'invoiceTax', id, n }),
  }),
  moneyColumn<InvoiceLineRow>('red', '已红冲', row => row.red, { width: 110 }),
]

export function InvoiceLines({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <Section title="发票明细">
      <SimpleTable
        title="发票明细"
        rows={invoice.items}
        columns={columnsOf(invoice.id)}
        rowKey={({ n }) => String(n)}
        sums={{
          gross: <Money value={invoice.gross} />,
          net: <Money value={invoice.net} />,
          tax: <Money value={invoice.tax} />,
          red: <Money value={invoice.red} />,
        }}
      />
    </Section>
  )
}
