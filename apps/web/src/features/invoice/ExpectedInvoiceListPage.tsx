// Invoices that are waited for: what each carrier was paid without an invoice, by age, and urging it.
import {
  listExpectedInvoices,
  sumExpectedInvoices,
  urgeExpectedInvoice,
  type ExpectedInvoiceRow,
} from '@yunshu/contract/invoice/expected'
import { listUrl } from '@yunshu/contract/screens/screens'
import { printMoney } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { inputBases, inputClasses, isSupply, type InputBase } from '@yunshu/domain/invoice/inputClass'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { BaseDialog, otherBaseOf } from '../../parts/invoice/BaseDialog.tsx'
import { UrgeDialog } from '../../parts/urge/UrgeDialog.tsx'
import { toldUrge } from '../../parts/urge/urging.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { expectedColumns } from './expectedColumns.tsx'

const rowKey = ({ key }: ExpectedInvoiceRow): string => key
const rowName = ({ carrierName }: ExpectedInvoiceRow): string => carrierName
/** The invoices of the carrier, or of the class, that came for the branch of the row. */
const open = ({ class: of, carrierName, branchCompanyId: branchId }: ExpectedInvoiceRow): string =>
  listUrl('QueryInvoiceInput', { branchId, ...(isSupply(of) ? { class: of } : { text: carrierName }) })
/** A carrier has invoices of its own alone. */
const openOwn = (): string => listUrl('QueryInvoiceInput', {})
/** A carrier's rows differ by the branch alone: there is no company to look for. */
const query: readonly QueryField<typeof listExpectedInvoices>[] = [{ name: 'branchId', input: <BranchSelect /> }]
/** Freight stands where no class is chosen; carriers issue nothing else. */
const houseQuery: typeof query = [
  { name: 'text', input: <TextInput max={60} placeholder="承运商、供应商" /> },
  ...query,
  { name: 'class', input: <KeySelect table={inputClasses} placeholder={inputClasses.FREIGHT} /> },
]
const invalidates = [listExpectedInvoices]

/** Asks once before the carrier is told. */
function Urging({ row, onClose }: { row: ExpectedInvoiceRow; onClose: () => void }) {
  const { carrierId, carrierName, branchCompanyId: branchId, waybills, total } = row
  const { run, isBusy } = useSend(urgeExpectedInvoice, { invalidates })
  const urge = (): void => {
    if (carrierId !== undefined)
      void run({ carrierId, branchId }).then(told => {
        if (told) toldUrge(told)
        onClose()
      })
  }
  return (
    <UrgeDialog
      act="催票"
      name={carrierName}
      about={`${waybills} 单运费 ${printMoney(total)} 元已付，还没收到发票`}
      isBusy={isBusy}
      onUrge={urge}
      onClose={onClose}
    />
  )
}

/** Screen ExpectedInvoiceList. */
export default function ExpectedInvoiceListPage() {
  const sides = sidesOf(useSession(session => session.info))
  const [isHouse, isHead] = [sides.some(isHouseSide), sides.includes('platform')]
  const isMobile = useMobile()
  const [mayUrge, mayOpen] = [useCan('invoice.input'), useCan('chain.view')]
  const [urging, setUrging] = useState<ExpectedInvoiceRow>()
  const [changing, setChanging] = useState<{ row: ExpectedInvoiceRow; base: InputBase }>()
  const actions = useCallback(
    (row: ExpectedInvoiceRow): readonly RowAction[] => {
      const { carrierId, carrierName, branchCompanyId: branchId, urgedAt = 0 } = row
      const base = row.base && otherBaseOf(row.base)
      return [
        ...(isHouse && mayUrge && carrierId !== undefined
          ? [
              urgedAt >= startOfDay(serverNow())
                ? { label: '催票', why: '今天已经催过，明天可以再催' }
                : {
                    label: '催票',
                    // of the last thirty days alone: no step that is due
                    isAside: row.d90 === 0 && row.older === 0,
                    onClick: () => setUrging(row),
                  },
            ]
          : []),
        ...(isHouse && mayOpen
          ? [
              {
                label: '看运单',
                to: listUrl('ChainList', {
                  lack: 'invoice',
                  branchId,
                  ...(carrierId === undefined ? {} : { text: carrierName }),
                }),
                isAside: true,
              },
            ]
          : []),
        ...(isHead && mayUrge && base !== undefined
          ? [{ label: `改为开票${inputBases[base]}`, isAside: true, onClick: () => setChanging({ row, base }) }]
          : []),
      ]
    },
    [isHouse, isHead, mayUrge, mayOpen],
  )
  return (
    <>
      <ListPage
        call={listExpectedInvoices}
        columns={expectedColumns[isHouse ? 'house' : 'carrier']}
        rowKey={rowKey}
        rowName={rowName}
        open={isHouse ? open : openOwn}
        query={isHouse ? houseQuery : query}
        head={
          !isMobile && (
            <span className="ys-weak">
              {isHouse ? '已付运费、已用油费和通行费，还没收到发票' : '已收运费、还没开票'}
            </span>
          )
        }
        sums={sumExpectedInvoices}
        actions={actions}
        empty={isHouse ? '都有发票' : '已收的运费都已开票'}
      />
      {urging && <Urging row={urging} onClose={() => setUrging(undefined)} />}
      {changing && (
        <BaseDialog
          carrierId={changing.row.carrierId ?? ''}
          carrierName={changing.row.carrierName}
          version={changing.row.carrierVersion ?? 1}
          base={changing.base}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  )
}
