// The lines of an invoice with their sums; the amounts of each say how they came.
import type { InvoiceDetail, InvoiceLineRow } from '@yunshu/contract/invoice/invoice'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { askedColumn, AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

const columnsOf = (id: string): readonly Column<InvoiceLineRow>[] => [
  {
    key: 'waybillNo',
    title: '运单号',
    card: 'title',
    width: 150,
    render: ({ waybillId, waybillNo }) => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
        {waybillNo}
      </a>
    ),
  },
  {
    key: 'route',
    title: '起运地 / 到达地',
    cardTitle: '',
    width: 200,
    isCut: true,
    render: ({ load, unload }) => (
      <>
        <div title={load}>{shortPlace(load)}</div>
        <div className="ys-weak" title={unload}>
          {shortPlace(unload)}
        </div>
      </>
    ),
  },
  {
    key: 'cargo',
    title: '货物 / 车牌',
    cardTitle: '',
    width: 90,
    isCut: true,
    render: ({ itemNames, plate }) => (
      <>
        <div title={itemNames}>{itemNames}</div>
        <div className="ys-weak">{plate}</div>
      </>
    ),
  },
  askedColumn<InvoiceLineRow>('gross', '价税合计', row => row.gross, {
    width: 95,
    card: 'figure',
    asked: ({ n }) => ({ amountOf: 'invoiceGross', id, n }),
  }),
  askedColumn<InvoiceLineRow>('net', '不含税', row => row.net, {
    width: 95,
    asked: ({ n }) => ({ amountOf: 'invoiceNet', id, n }),
  }),
  askedColumn<InvoiceLineRow>('tax', '税额', row => row.tax, {
    width: 85,
    asked: ({ n }) => ({ amountOf: 'invoiceTax', id, n }),
  }),
]
/** The part that was taken back; shown where there is any. */
const redColumn = moneyColumn<InvoiceLineRow>('red', '已红冲', row => row.red, { width: 100 })

export function InvoiceLines({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <Section title="发票明细">
      <SimpleTable
        title="发票明细"
        rows={invoice.items}
        columns={invoice.red === 0 ? columnsOf(invoice.id) : [...columnsOf(invoice.id), redColumn]}
        rowKey={({ n }) => String(n)}
        {...(invoice.items.length > 1
          ? {
              sums: {
                gross: <Money value={invoice.gross} />,
                net: <Money value={invoice.net} />,
                tax: <Money value={invoice.tax} />,
                red: <Money value={invoice.red} />,
              },
            }
          : {})}
      />
    </Section>
  )
}

/** The total of an invoice, as people ask about it. */
export const InvoiceGross = ({ invoice }: { invoice: Pick<InvoiceDetail, 'id' | 'gross'> }) => (
  <AskedMoney asked={{ amountOf: 'salesGross', id: invoice.id }} value={invoice.gross} />
)
