// A driver in the panel beside the list of drivers.
import { getDriver } from '@yunshu/contract/fleet/driver'
import type { PeekedProps } from '../../ui/list/listProps.ts'
import { useCall } from '../../lib/useCall.ts'
import { FleetPeek } from '../../parts/fleet/FleetPeek.tsx'
import { driverKind } from './driverKind.tsx'

export function DriverPeek({ id, isAsked, pending }: PeekedProps) {
  const answer = useCall(getDriver, { id }, { quiet: true, enabled: isAsked })
  return <FleetPeek id={id} answer={answer} kind={driverKind} pending={pending} />
}
