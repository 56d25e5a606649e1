// Whether the person keeps a fleet: only carriers do, whatever permits a role has.
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide } from '../../lib/side.ts'

export function useOwnFleet(permit: 'vehicle.edit' | 'driver.edit' | 'payee.edit'): boolean {
  const hasPermit = useCan(permit)
  const isOwn = useSession(({ info }) => info?.companyId !== undefined && isCarrierSide(info))
  return hasPermit && isOwn
}
