// The invoice query, form 开票申请: applications with what waits for whom.
import { countInvoiceApps, listInvoiceApps, type InvoiceAppRow } from '@yunshu/contract/invoice/application'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { recordsOfAct } from '@yunshu/domain/batch'
import { invoiceAppStates, invoiceKinds } from '@yunshu/domain/invoice/invoice'
import { listSorts } from '@yunshu/domain/sorting'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { appActs } from './appActs.ts'
import { AppDialog, type AppDialogMove } from './AppDialog.tsx'
import { invoiceAppColumns } from './invoiceColumns.tsx'

const rowKey = ({ id }: InvoiceAppRow): string => id
const rowName = ({ appNo }: InvoiceAppRow): string => appNo
const open = ({ id }: InvoiceAppRow): string => screenUrl('InvoiceApp', { id })
const tabs = { field: 'state', machine: invoiceAppStates, counts: countInvoiceApps, hasSums: true } as const
const copy = copyAction<InvoiceAppRow>('复制申请号', ({ appNo }) => appNo)
const batchOf = {
  acts: ['deliverApp'],
  rowKey,
  fits: ({ state }: InvoiceAppRow) => recordsOfAct.deliverApp.some(from => from === state),
} as const
const query: readonly QueryField<typeof listInvoiceApps>[] = [
  { range: ['from', 'to'], label: '申请时间', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="申请号、抬头、税号、备注" /> },
  { name: 'kind', label: '票种', input: <KeySelect table={invoiceKinds} /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** Screen QueryInvoiceApply. */
export default function QueryInvoiceApplyPage() {
  const canApply = useCan('invoice.apply')
  const navigate = useNavigate()
  const batch = useBatchBar(batchOf)
  const bulk = useMemo(() => [...batch.bulk, copy], [batch.bulk])
  const [moving, setMoving] = useState<{ row: InvoiceAppRow; move: AppDialogMove }>()
  const actions = useCallback(
    (row: InvoiceAppRow): readonly RowAction[] => [...appActs(row, move => setMoving({ row, move }))],
    [],
  )
  return (
    <>
      <ListPage
        call={listInvoiceApps}
        columns={invoiceAppColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        sorts={listSorts.invoiceApps}
        bulk={bulk}
        actions={actions}
        empty="还没有开票申请"
        primary={
          canApply && (
            <Button type="primary" onClick={() => void navigate(screenUrl('InvoiceMake'))}>
              申请开票
            </Button>
          )
        }
      />
      {batch.dialog}
      {moving && <AppDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}
