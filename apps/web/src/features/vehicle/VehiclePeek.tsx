// A vehicle in the panel beside the list of vehicles.
import { getVehicle } from '@yunshu/contract/fleet/vehicle'
import type { PeekedProps } from '../../ui/list/listProps.ts'
import { useCall } from '../../lib/useCall.ts'
import { FleetPeek } from '../../parts/fleet/FleetPeek.tsx'
import { vehicleKind } from './vehicleKind.tsx'

export function VehiclePeek({ id, isAsked, pending }: PeekedProps) {
  const answer = useCall(getVehicle, { id }, { quiet: true, enabled: isAsked })
  return <FleetPeek id={id} answer={answer} kind={vehicleKind} pending={pending} />
}
