// Vehicles of the fleet: their papers, until when these are good, and what they carry now.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { addVehicle, countVehicles, listVehicles, type VehicleRow } from '@yunshu/contract/fleet/vehicle'
import { expiryStates, standings } from '@yunshu/domain/fleet/papers'
import type { Permit } from '@yunshu/domain/permits/permits'
import { lazy, useCallback, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide, isShipperSide } from '../../lib/side.ts'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useFleetEntry } from '../../parts/fleet/useFleetEntry.tsx'
import { useOwnFleet } from '../../parts/fleet/useOwnFleet.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { lazyPeek } from '../../ui/list/lazyPeek.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { vehicleColumns } from './vehicleColumns.tsx'
import { typeOptions } from './vehicleOptions.ts'

const VehiclePeek = lazyPeek(async () => (await import('./VehiclePeek.tsx')).VehiclePeek)
const VehicleDrawer = lazy(async () => ({ default: (await import('./VehicleDrawer.tsx')).VehicleDrawer }))

const query = [
  { name: 'text', input: <TextInput placeholder="车牌号、所有人、终端号" max={200} /> },
  { name: 'expiry', input: <KeySelect table={expiryStates} /> },
  { name: 'typeCode', input: <ChoiceSelect options={typeOptions} placeholder="全部" /> },
  { name: 'standing', input: <KeySelect table={standings} placeholder="使用中" /> },
] satisfies QueryField<typeof listVehicles>[]
const tabs = { field: 'paper', machine: paperStandings, counts: countVehicles } as const
const rowKey = (row: VehicleRow): string => row.id
const rowName = (row: VehicleRow): string => row.plate
const pageOf = (id: string): string => screenUrl('VehicleDetails', { id })
const open = (row: VehicleRow): string => pageOf(row.id)
const peek = ({ id }: VehicleRow, isAsked: boolean, pending: ReactNode) => (
  <VehiclePeek id={id} isAsked={isAsked} pending={pending} />
)

/** The step the papers of a vehicle wait for: mending and handing in by their keeper, a verdict by the house. */
const steps = {
  unsubmitted: { label: '补全并提交', permit: 'vehicle.edit' },
  expired: { label: '更新证件', permit: 'vehicle.edit' },
  rejected: { label: '修改后重新提交', permit: 'vehicle.edit' },
  pending: { label: '审核', permit: 'fleet.verify' },
} as const satisfies Partial<Record<VehicleRow['paper'], { label: string; permit: Permit }>>

/** Screen VehicleList. */
export default function VehicleListPage() {
  const isOwn = useSession(({ info }) => isCarrierSide(info) && !isShipperSide(info))
  const { head, more, dialogs } = useFleetEntry({
    permit: 'vehicle.edit',
    call: addVehicle,
    word: '车辆',
    kind: 'vehicles',
    invalidates: staleAfter('vehicle'),
    pageOf,
    drawer: (onClose, onAdded) => <VehicleDrawer vehicle={undefined} onClose={onClose} onAdded={onAdded} />,
  })
  const canEdit = useOwnFleet('vehicle.edit')
  const canVerify = useCan('fleet.verify')
  const actions = useCallback(
    (row: VehicleRow): readonly RowAction[] => {
      if (row.isRetired || row.paper === 'approved') return []
      const { label, permit } = steps[row.paper]
      return (permit === 'fleet.verify' ? canVerify : canEdit) ? [{ label, to: open(row) }] : []
    },
    [canEdit, canVerify],
  )
  return (
    <>
      <ListPage
        call={listVehicles}
        columns={vehicleColumns[isOwn ? 'own' : 'fleets']}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有车辆：登记并审核通过后才能派车"
        open={open}
        query={query}
        tabs={tabs}
        peek={peek}
        actions={actions}
        primary={head}
        more={more}
      />
      {dialogs}
    </>
  )
}
