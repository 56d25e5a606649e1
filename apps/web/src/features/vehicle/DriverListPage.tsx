// Drivers of the fleet: their papers, until when these are good, and what they drive now.
import { listDrivers, type DriverRow } from '@yunshu/contract/vehicle'
import { paperStates } from '@yunshu/domain/paper'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { driverColumns } from './fleetColumns.tsx'
import { useOwnFleet } from './useOwnFleet.ts'
import './vehicle.css'

const DriverDrawer = lazy(async () => ({ default: (await import('./DriverDrawer.tsx')).DriverDrawer }))

const query = [{ name: 'text', input: <TextInput placeholder="姓名、手机号" max={200} /> }] satisfies QueryField<typeof listDrivers>[]
const tabs = { field: 'paper', machine: paperStates } as const
const rowKey = (row: DriverRow): string => row.id
const rowName = (row: DriverRow): string => row.name

/** Screen DriverList. */
export default function DriverListPage() {
  const canEdit = useOwnFleet('driver.edit')
  // null: a new driver
  const [editing, setEditing] = useState<DriverRow | null>()
  const actions = useMemo(() => (canEdit ? (row: DriverRow): readonly RowAction[] => [{ label: '修改', onClick: () => setEditing(row) }] : undefined), [canEdit])
  return (
    <>
      <ListPage call={listDrivers} columns={driverColumns} rowKey={rowKey} rowName={rowName} query={query} tabs={tabs} actionsWidth={70} {...(actions ? { actions } : {})}
        head={canEdit && <Button type="primary" onClick={() => setEditing(null)}>登记司机</Button>} />
      {editing !== undefined && <Suspense fallback={null}><DriverDrawer driver={editing ?? undefined} onClose={() => setEditing(undefined)} /></Suspense>}
    </>
  )
}
