// Applying for invoices: signed waybills without one, chosen and looked at as the invoices they would make.
import {
  listInvoiceCandidates,
  sumInvoiceCandidates,
  type InvoiceCandidate,
} from '@yunshu/contract/invoice/application'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { BulkAction, RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { candidateColumns } from './invoiceColumns.tsx'
import { TitlesDrawer } from './TitlesDrawer.tsx'
import './invoice.css'

const rowKey = ({ id }: InvoiceCandidate): string => id
const rowName = ({ waybillNo }: InvoiceCandidate): string => waybillNo
const open = ({ id }: InvoiceCandidate): string => screenUrl('WaybillDetails', { id })
const query: readonly QueryField<typeof listInvoiceCandidates>[] = [
  { range: ['from', 'to'], label: '签收时间', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="单号、车牌、地点" /> },
  { name: 'branchId', label: '开票方', input: <BranchSelect /> },
]

/** Screen InvoiceMake. */
export default function InvoiceMakePage() {
  const [chosen, setChosen] = useState<readonly InvoiceCandidate[]>()
  const [hasTitles, setTitles] = useState(false)
  const bulk = useMemo(
    (): readonly BulkAction<InvoiceCandidate>[] => [
      { label: '申请开票', isFor: ({ whyNot }) => whyNot === undefined, run: rows => setChosen(rows) },
    ],
    [],
  )
  const actions = useCallback(
    (row: InvoiceCandidate): readonly RowAction[] =>
      row.whyNot === undefined ? [{ label: '开票', isAside: true, onClick: () => setChosen([row]) }] : [],
    [],
  )
  return (
    <>
      <ListPage
        call={listInvoiceCandidates}
        columns={candidateColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        sums={sumInvoiceCandidates}
        bulk={bulk}
        actions={actions}
        head={
          <span className="ys-weak">
            <span className="iv-hint">勾选已签收的运单，核对每张发票后申请</span>
            <span className="iv-hint-short">勾选运单后申请</span>
          </span>
        }
        empty="没有可开票的运单"
        primary={<Button onClick={() => setTitles(true)}>开票抬头</Button>}
      />
      {chosen && <ApplyDialog rows={chosen} onClose={() => setChosen(undefined)} onTitles={() => setTitles(true)} />}
      {hasTitles && (
        <Reopens by={() => setTitles(true)}>
          <TitlesDrawer onClose={() => setTitles(false)} />
        </Reopens>
      )}
    </>
  )
}
