// Payees of a driver's earnings: his own accounts and those he authorised, and the one paid unless another is chosen.
import type { DriverDetails } from '@yunshu/contract/fleet/driver'
import { listDriverPayees, setDriverPayee, type DriverPayee } from '@yunshu/contract/fleet/payee'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { formatDate } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { useMemo } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useOwnFleet } from '../../parts/fleet/useOwnFleet.ts'
import { Section } from '../../ui/Facts.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const columns: readonly Column<DriverPayee>[] = [
  {
    key: 'name',
    title: '户名',
    width: 160,
    render: row => (
      <a className="ys-link" href={screenUrl('PayeeDetails', { id: row.id })}>
        {row.name}
      </a>
    ),
  },
  textColumn('own', '关系', row => (row.isOwn ? '本人' : `代收（${payeeKinds[row.kind]}）`), { width: 120 }),
  textColumn('bank', '开户银行', row => row.bank, { width: 180 }),
  {
    key: 'account',
    title: '银行账号',
    width: 220,
    render: row => <Secret of={{ kind: 'payee', id: row.id, field: 'accountNo' }} mask={row.accountNo} />,
  },
  textColumn('validTo', '授权至', row => (row.validTo === undefined ? undefined : formatDate(row.validTo)), {
    width: 110,
  }),
  {
    key: 'state',
    title: '可收款',
    width: 160,
    render: row =>
      row.fault === undefined ? (
        <Tag tone="good">{row.isDefault ? '默认收款人' : '可收款'}</Tag>
      ) : (
        <Tag tone="warn">{row.fault}</Tag>
      ),
  },
]
const rowKey = (row: DriverPayee): string => row.id

export function DriverPayees({ driver }: { driver: DriverDetails }) {
  const answer = useCall(listDriverPayees, { driverId: driver.id })
  const canEdit = useOwnFleet('payee.edit')
  const { run, isBusy } = useSend(setDriverPayee, {
    invalidates: staleAfter('driver', 'payee'),
    done: () => toast.success('已设为默认收款人'),
  })
  const version = answer.data?.driverVersion
  const shown = useMemo(
    () =>
      canEdit && version !== undefined
        ? [
            ...columns,
            chooseColumn(isBusy, payeeId => {
              void run({ driverId: driver.id, version, payeeId })
            }),
          ]
        : columns,
    [canEdit, version, isBusy, run, driver.id],
  )
  return (
    <Section
      title="收款人"
      extra={
        <a className="ys-link" href={`${screenUrl('PayeeList')}?driverId=${driver.id}`}>
          收款人管理
        </a>
      }
    >
      {answer.data ? (
        answer.data.rows.length > 0 ? (
          <SimpleTable title="收款人" rows={answer.data.rows} columns={shown} rowKey={rowKey} />
        ) : (
          <p className="ys-weak">还没有收款人，请在收款人管理中登记本人账户，或添加收款授权</p>
        )
      ) : answer.error ? (
        <ErrorState
          error={answer.error}
          retry={() => {
            void answer.refetch()
          }}
        />
      ) : (
        <Skeleton lines={2} />
      )}
    </Section>
  )
}

function chooseColumn(isBusy: boolean, onChoose: (payeeId: string) => void): Column<DriverPayee> {
  return {
    key: 'choose',
    title: '操作',
    width: 110,
    render: row =>
      row.fault === undefined && !row.isDefault ? (
        <Button type="link" size="small" disabled={isBusy} onClick={() => onChoose(row.id)}>
          设为默认
        </Button>
      ) : null,
  }
}
