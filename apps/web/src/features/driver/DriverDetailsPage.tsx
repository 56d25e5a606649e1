// One driver: what his papers say, the documents, how he stands, who is paid for him, and what he drove.
import { getDriver } from '@yunshu/contract/fleet/driver'
import { useParams } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { FleetDetailsPage } from '../../parts/fleet/FleetDetailsPage.tsx'
import { driverKind } from './driverKind.tsx'
import { DriverPayees } from './DriverPayees.tsx'

/** Screen DriverDetails. */
export default function DriverDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getDriver, { id })
  const canSeePayees = useCan('payee.view')
  return (
    <FleetDetailsPage
      id={id}
      answer={answer}
      kind={driverKind}
      more={it => canSeePayees && <DriverPayees driver={it} />}
    />
  )
}
