// The shippers a carrier works with, did, or has applied to.
import { countShippers, listShippers } from '@yunshu/contract/relation/relation'
import { Partners } from './Partners.tsx'

/** Screen ShipperRelations. */
export default function ShipperRelationsPage() {
  return <Partners call={listShippers} counts={countShippers} side="carrier" />
}
