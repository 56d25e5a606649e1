// Payees of the fleet: whose account it is, whether it is verified, and who authorised it.
import { countPayees, listPayees, payeeStandings, type PayeeRow } from '@yunshu/contract/fleet/payee'
import { screenUrl } from '@yunshu/contract/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import { standingColumn } from '../../parts/fleet/FleetTags.tsx'
import { useOwnFleet } from '../../parts/fleet/useOwnFleet.ts'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { DriverSelect } from './DriverSelect.tsx'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))
const PayeeDrawer = lazy(async () => ({ default: (await import('./PayeeDrawer.tsx')).PayeeDrawer }))

const columns: readonly Column<PayeeRow>[] = [
  textColumn('name', '户名', row => row.name, { width: 200, fixed: 'start', card: 'title' }),
  standingColumn<PayeeRow>(),
  textColumn('kind', '类型', row => payeeKinds[row.kind], { width: 80 }),
  textColumn('whose', '账户归属', row => (row.driverName === undefined ? '代收' : `司机本人（${row.driverName}）`), {
    width: 160,
  }),
  textColumn('bank', '开户银行', row => row.bank, { width: 180 }),
  textColumn('accountNo', '银行账号', row => row.accountNo, { width: 190 }),
  textColumn('bankCode', '联行号', row => row.bankCode, { width: 130, card: 'hide', isHidden: true }),
  {
    key: 'drivers',
    title: '收款司机',
    width: 90,
    align: 'right',
    render: row => <span className="ys-figure">{row.drivers}</span>,
  },
  {
    key: 'authsPending',
    title: '待审授权',
    width: 100,
    align: 'center',
    render: row => (row.authsPending > 0 ? <Tag tone="warn">{`${row.authsPending} 份`}</Tag> : '--'),
  },
  textColumn('mobile', '手机号', row => row.mobile, { width: 130, card: 'hide' }),
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 220, card: 'hide' }),
]
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

/** Screen PayeeList. */
export default function PayeeListPage() {
  const canEdit = useOwnFleet('payee.edit')
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <ListPage
        call={listPayees}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        head={
          canEdit && (
            <>
              <Button type="primary" onClick={() => setAdding(true)}>
                登记收款人
              </Button>
              <Button onClick={() => setImporting(true)}>导入收款人</Button>
            </>
          )
        }
      />
      {isAdding && (
        <Suspense fallback={null}>
          <PayeeDrawer payee={undefined} onClose={() => setAdding(false)} onAdded={id => void navigate(pageOf(id))} />
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
