// Payees of the fleet: whose account it is, whether it is verified, and who authorised it.
import { addPayee, countPayees, listPayees, payeeStandings, type PayeeRow } from '@yunshu/contract/fleet/payee'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import { useOwnFleet } from '../../parts/fleet/useOwnFleet.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { DriverSelect } from './DriverSelect.tsx'
import { ownPayeeColumns, payeeColumns } from './payeeColumns.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))
const PayeeDrawer = lazy(async () => ({ default: (await import('./PayeeDrawer.tsx')).PayeeDrawer }))

const query = [
  { name: 'text', input: <TextInput placeholder="户名、手机号、开户银行" max={50} /> },
  { name: 'driverId', input: <DriverSelect /> },
  { name: 'authWaiting', label: '授权', input: <TickInput>仅看有待审授权</TickInput> },
  { name: 'kind', input: <KeySelect table={payeeKinds} /> },
  { name: 'standing', input: <KeySelect table={payeeStandings} /> },
] satisfies QueryField<typeof listPayees>[]
const tabs = { field: 'paper', machine: paperStates, counts: countPayees } as const
const rowKey = (row: PayeeRow): string => row.id
const rowName = (row: PayeeRow): string => row.name
const pageOf = (id: string): string => screenUrl('PayeeDetails', { id })
const open = (row: PayeeRow): string => pageOf(row.id)
/** One that waits to be verified is, with its papers in view. */
const actionsOf = (row: PayeeRow): readonly RowAction[] =>
  row.paper === 'pending' ? [{ label: '审核', to: open(row) }] : []

/** Screen PayeeList. */
export default function PayeeListPage() {
  const canEdit = useOwnFleet('payee.edit')
  const canVerify = useCan('fleet.verify')
  const isHouse = useSession(({ info }) => sidesOf(info).some(isHouseSide))
  const [isAdding, setAdding] = useState(false)
  useReopening([() => setAdding(true), addPayee])
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <ListPage
        call={listPayees}
        columns={isHouse ? payeeColumns : ownPayeeColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有收款人：登记并核对后才能付款给他"
        open={open}
        {...(canVerify ? { actions: actionsOf } : {})}
        query={query}
        tabs={tabs}
        primary={
          canEdit && (
            <>
              <Button onClick={() => setImporting(true)}>导入收款人</Button>
              <Button type="primary" onClick={() => setAdding(true)}>
                登记收款人
              </Button>
            </>
          )
        }
      />
      {isAdding && (
        <Suspense fallback={null}>
          <Reopens by={() => setAdding(true)}>
            <PayeeDrawer payee={undefined} onClose={() => setAdding(false)} onAdded={id => void navigate(pageOf(id))} />
          </Reopens>
        </Suspense>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog kind="payees" invalidates={staleAfter('payee')} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
