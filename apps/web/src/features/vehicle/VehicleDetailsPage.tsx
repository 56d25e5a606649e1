// One vehicle: what its certificates say, the documents, how it stands, and what it carried.
import { getVehicle } from '@yunshu/contract/fleet/vehicle'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { FleetDetailsPage } from '../../parts/fleet/FleetDetailsPage.tsx'
import { vehicleKind } from './vehicleKind.tsx'

/** Screen VehicleDetails. */
export default function VehicleDetailsPage() {
  const { id = '' } = useParams()
  return <FleetDetailsPage id={id} answer={useCall(getVehicle, { id })} kind={vehicleKind} />
}
