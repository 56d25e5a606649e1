// Whether the person keeps a fleet: only carriers do, whatever permits a role has.
import { isCarrier } from '@yunshu/domain/account/account'
import { useCan, useSession } from '../../lib/session.ts'

export function useOwnFleet(permit: 'vehicle.edit' | 'driver.edit' | 'payee.edit'): boolean {
  const hasPermit = useCan(permit)
  const isOwn = useSession(
    ({ info }) =>
      info !== undefined && info.type > 0 && info.companyId !== undefined && isCarrier(info.businessType ?? 0),
  )
  return hasPermit && isOwn
}
