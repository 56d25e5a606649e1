// The invoice query, form 销项发票: invoices issued and on their way.
import { askInvoice, countInvoices, listInvoices, type InvoiceRow } from '@yunshu/contract/invoice/invoice'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { invoiceKinds, invoiceStates } from '@yunshu/domain/invoice/invoice'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { invoiceActs } from './appActs.ts'
import { invoiceColumns } from './invoiceColumns.tsx'
import { InvoiceDialog, type InvoiceDialogMove } from './InvoiceDialog.tsx'
import { LimitsDrawer } from './LimitsDrawer.tsx'

const rowKey = ({ id }: InvoiceRow): string => id
const rowName = ({ serialNo }: InvoiceRow): string => serialNo
const open = ({ id }: InvoiceRow): string => screenUrl('QueryInvoiceVoucher', { id })
const tabs = { field: 'state', machine: invoiceStates, counts: countInvoices, hasSums: true } as const
const bulk = [copyAction<InvoiceRow>('复制发票号码', ({ invoiceNo = '' }) => invoiceNo)]
const isAlive = ({ state }: InvoiceRow): boolean => state === 'sent'
const query: readonly QueryField<typeof listInvoices>[] = [
  { range: ['from', 'to'], label: '开票日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="发票号、流水号、购方" /> },
  { name: 'waybillNo', label: '运单号', input: <TextInput max={35} /> },
  { name: 'kind', label: '票种', input: <KeySelect table={invoiceKinds} /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const invalidates = staleAfter('invoice', 'voucher')

/** Screen QueryInvoiceIssued. */
export default function QueryInvoiceIssuedPage() {
  const canIssue = useCan('invoice.issue')
  const [moving, setMoving] = useState<{ row: InvoiceRow; move: InvoiceDialogMove }>()
  const [isLimiting, setLimiting] = useState(false)
  const { run: ask } = useSend(askInvoice, { invalidates, done: () => toast.info('已向税务平台查询') })
  const actions = useCallback(
    (row: InvoiceRow): readonly RowAction[] => [
      ...invoiceActs(row, {
        onMove: move => setMoving({ row, move }),
        onAsk: canIssue ? () => void ask({ id: row.id }) : undefined,
      }),
    ],
    [canIssue, ask],
  )
  return (
    <>
      <ListPage
        call={listInvoices}
        columns={invoiceColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        isAlive={isAlive}
        empty="还没有发票"
        primary={canIssue && <Button onClick={() => setLimiting(true)}>开票限额</Button>}
      />
      {moving && (
        <InvoiceDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />
      )}
      {isLimiting && (
        <Reopens by={() => setLimiting(true)}>
          <LimitsDrawer onClose={() => setLimiting(false)} />
        </Reopens>
      )}
    </>
  )
}
