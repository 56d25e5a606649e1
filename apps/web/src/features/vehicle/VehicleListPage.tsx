// Vehicles of the fleet: their papers, until when these are good, and what they carry now.
import { listVehicles, type VehicleRow } from '@yunshu/contract/vehicle'
import { paperStates } from '@yunshu/domain/paper'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { vehicleColumns } from './fleetColumns.tsx'
import { useOwnFleet } from './useOwnFleet.ts'
import './vehicle.css'

const VehicleDrawer = lazy(async () => ({ default: (await import('./VehicleDrawer.tsx')).VehicleDrawer }))

const query = [{ name: 'text', input: <TextInput placeholder="车牌号、所有人、车辆识别代号" max={200} /> }] satisfies QueryField<typeof listVehicles>[]
const tabs = { field: 'paper', machine: paperStates } as const
const rowKey = (row: VehicleRow): string => row.id
const rowName = (row: VehicleRow): string => row.plate

/** Screen VehicleList. */
export default function VehicleListPage() {
  const canEdit = useOwnFleet('vehicle.edit')
  // null: a new vehicle
  const [editing, setEditing] = useState<VehicleRow | null>()
  const actions = useMemo(() => (canEdit ? (row: VehicleRow): readonly RowAction[] => [{ label: '修改', onClick: () => setEditing(row) }] : undefined), [canEdit])
  return (
    <>
      <ListPage call={listVehicles} columns={vehicleColumns} rowKey={rowKey} rowName={rowName} query={query} tabs={tabs} actionsWidth={70} {...(actions ? { actions } : {})}
        head={canEdit && <Button type="primary" onClick={() => setEditing(null)}>登记车辆</Button>} />
      {editing !== undefined && <Suspense fallback={null}><VehicleDrawer vehicle={editing ?? undefined} onClose={() => setEditing(undefined)} /></Suspense>}
    </>
  )
}
