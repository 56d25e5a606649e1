// Invoices that are waited for: what each carrier was paid without an invoice, by age, and urging it.
import {
  listExpectedInvoices,
  sumExpectedInvoices,
  urgeExpectedInvoice,
  type ExpectedInvoiceRow,
} from '@yunshu/contract/invoice/expected'
import { listUrl } from '@yunshu/contract/screens/screens'
import { startOfDay } from '@yunshu/domain/figures/time'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { useCallback } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { toldUrge } from '../../parts/urge/urging.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { expectedColumns } from './expectedColumns.tsx'

const rowKey = ({ key }: ExpectedInvoiceRow): string => key
const rowName = ({ carrierName }: ExpectedInvoiceRow): string => carrierName
const open = ({ carrierName }: ExpectedInvoiceRow): string => listUrl('QueryInvoiceInput', { text: carrierName })
const query: readonly QueryField<typeof listExpectedInvoices>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="承运商" /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const invalidates = [listExpectedInvoices]

/** Screen ExpectedInvoiceList. */
export default function ExpectedInvoiceListPage() {
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const isMobile = useMobile()
  const [mayUrge, mayOpen] = [useCan('invoice.input'), useCan('chain.view')]
  const { run, isBusy } = useSend(urgeExpectedInvoice, { invalidates })
  const actions = useCallback(
    ({ carrierId, carrierName, branchCompanyId: branchId, urgedAt = 0 }: ExpectedInvoiceRow): readonly RowAction[] => [
      ...(isHouse && mayUrge
        ? [
            urgedAt >= startOfDay(serverNow())
              ? { label: '催票', why: '今天已经催过，明天可以再催' }
              : {
                  label: '催票',
                  disabled: isBusy,
                  onClick: () => void run({ carrierId, branchId }).then(told => told && toldUrge(told)),
                },
          ]
        : []),
      ...(isHouse && mayOpen
        ? [{ label: '看运单', to: listUrl('ChainList', { lack: 'invoice', text: carrierName }), isAside: true }]
        : []),
    ],
    [isHouse, mayUrge, mayOpen, isBusy, run],
  )
  return (
    <ListPage
      call={listExpectedInvoices}
      columns={expectedColumns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      head={!isMobile && <span className="ys-weak">{isHouse ? '已付运费、还没收到发票' : '已收运费、还没开票'}</span>}
      sums={sumExpectedInvoices}
      actions={actions}
      empty={isHouse ? '已付的运费都有发票' : '已收的运费都已开票'}
    />
  )
}
