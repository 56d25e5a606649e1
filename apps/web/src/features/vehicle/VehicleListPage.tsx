// Vehicles of the fleet: their papers, until when these are good, and what they carry now.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { screenUrl } from '@yunshu/contract/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { countVehicles, listVehicles, type VehicleRow } from '@yunshu/contract/fleet/vehicle'
import { expiryStates, standings } from '@yunshu/domain/fleet/papers'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useOwnFleet } from '../../parts/fleet/useOwnFleet.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { vehicleColumns } from './vehicleColumns.tsx'
import { typeOptions } from './vehicleOptions.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))
const VehicleDrawer = lazy(async () => ({ default: (await import('./VehicleDrawer.tsx')).VehicleDrawer }))

const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、所有人、车辆识别代号、终端号" max={200} /> },
  { name: 'expiry', input: <KeySelect table={expiryStates} /> },
  { name: 'typeCode', input: <ChoiceSelect options={typeOptions} placeholder="全部" /> },
  { name: 'standing', input: <KeySelect table={standings} placeholder="使用中" /> },
] satisfies QueryField<typeof listVehicles>[]
const tabs = { field: 'paper', machine: paperStandings, counts: countVehicles } as const
const rowKey = (row: VehicleRow): string => row.id
const rowName = (row: VehicleRow): string => row.plate
const pageOf = (id: string): string => screenUrl('VehicleDetails', { id })
const open = (row: VehicleRow): string => pageOf(row.id)

/** Screen VehicleList. */
export default function VehicleListPage() {
  const canEdit = useOwnFleet('vehicle.edit')
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <ListPage
        call={listVehicles}
        columns={vehicleColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        head={
          canEdit && (
            <>
              <Button type="primary" onClick={() => setAdding(true)}>
                登记车辆
              </Button>
              <Button onClick={() => setImporting(true)}>导入车辆</Button>
            </>
          )
        }
      />
      {isAdding && (
        <Suspense fallback={null}>
          <VehicleDrawer
            vehicle={undefined}
            onClose={() => setAdding(false)}
            onAdded={id => void navigate(pageOf(id))}
          />
        </Suspense>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog kind="vehicles" invalidates={staleAfter('vehicle')} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
