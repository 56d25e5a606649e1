// Accounts of branches with providers of fuel and tolls: what is in stock, what is out, and topping them up.
import {
  addFuelAccount,
  countFuelAccounts,
  listFuelAccounts,
  topUpFuelAccount,
  type FuelAccountRow,
} from '@yunshu/contract/fuel/fuel'
import type { ImportKey } from '@yunshu/contract/importing'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelKinds, fuelKindTabs, type FuelKind } from '@yunshu/domain/fuel/fuel'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { AccountDrawer } from './AccountDrawer.tsx'
import { AskShiftDrawer } from './AskShiftDrawer.tsx'
import { fuelAccountColumns } from './fuelColumns.tsx'
import { TopUpDrawer } from './TopUpDrawer.tsx'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))

/** Files of each kind of account. */
const importsOf: Readonly<Record<FuelKind, readonly { readonly label: string; readonly kind: ImportKey }[]>> = {
  OIL: [
    { label: '导入油卡', kind: 'fuelCards' },
    { label: '导入用油', kind: 'fuelUses' },
  ],
  ETC: [{ label: '导入通行', kind: 'tollPasses' }],
}

const rowKey = ({ id }: FuelAccountRow): string => id
const rowName = ({ provider, accountNo }: FuelAccountRow): string => `${provider} ${accountNo}`
const query: readonly QueryField<typeof listFuelAccounts>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="供应商、账户号" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

const tabs = { field: 'kind', machine: fuelKindTabs, counts: countFuelAccounts, hasSums: true } as const
/** The issues of an account. */
const open = ({ id }: FuelAccountRow): string => listUrl('FuelIssues', { accountId: id })

/** Screen FuelAccounts. */
export default function FuelAccountsPage() {
  const canBuy = useCan('fuel.buy')
  const canIssue = useCan('fuel.issue')
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [importing, setImporting] = useState<{ readonly row: FuelAccountRow; readonly kind: ImportKey }>()
  const [filling, setFilling] = useState<FuelAccountRow | 'any'>()
  const [shifting, setShifting] = useState<FuelAccountRow>()
  useReopening([() => setAdding(true), addFuelAccount], [() => setFilling('any'), topUpFuelAccount])
  const actions = useCallback(
    (row: FuelAccountRow): readonly RowAction[] => [
      ...(canBuy ? [{ label: '充值', isAside: true, onClick: () => setFilling(row) }] : []),
      ...(canBuy ? [{ label: '划转与盈亏', isAside: true, onClick: () => setShifting(row) }] : []),
      ...(canIssue
        ? importsOf[row.kind].map(({ label, kind }) => ({
            label,
            isAside: true,
            onClick: () => setImporting({ row, kind }),
          }))
        : []),
      {
        label: '充值记录',
        isAside: true,
        onClick: () => void navigate(listUrl('FundList', { kind: fuelKinds[row.kind].fund })),
      },
    ],
    [canBuy, canIssue, navigate],
  )
  return (
    <>
      <ListPage
        call={listFuelAccounts}
        columns={fuelAccountColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有油品或 ETC 账户：登记并充值后才能发放"
        open={open}
        query={query}
        tabs={tabs}
        hasOwnSums
        actions={actions}
        primary={
          canBuy && (
            <Button type="primary" onClick={() => setAdding(true)}>
              登记账户
            </Button>
          )
        }
      />
      {isAdding && (
        <Reopens by={() => setAdding(true)}>
          <AccountDrawer onClose={() => setAdding(false)} />
        </Reopens>
      )}
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog
            key={importing.kind}
            kind={importing.kind}
            targetId={importing.row.id}
            target={rowName(importing.row)}
            invalidates={staleAfter('fuel')}
            onClose={() => setImporting(undefined)}
          />
        </Suspense>
      )}
      {shifting && (
        <Reopens by={() => setShifting(shifting)}>
          <AskShiftDrawer account={shifting} onClose={() => setShifting(undefined)} />
        </Reopens>
      )}
      {filling && (
        <Reopens by={() => setFilling(filling)}>
          <TopUpDrawer account={filling === 'any' ? undefined : filling} onClose={() => setFilling(undefined)} />
        </Reopens>
      )}
    </>
  )
}
