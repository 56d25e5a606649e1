// The side of a waybill the person stands on.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { useSession } from '../../lib/session.ts'

/** The house has no company of the two. */
export function useActor({
  shipperId,
  carrierId,
}: Pick<WaybillDetail, 'shipperId' | 'carrierId'>): 'house' | 'shipper' | 'carrier' {
  const companyId = useSession(({ info }) => info?.companyId)
  return companyId === carrierId ? 'carrier' : companyId === shipperId ? 'shipper' : 'house'
}
