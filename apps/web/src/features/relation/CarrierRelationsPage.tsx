// The carriers a shipper works with, did, or has invited.
import { countCarriers, listCarriers } from '@yunshu/contract/relation/relation'
import { Partners } from './Partners.tsx'

/** Screen CarrierRelations. */
export default function CarrierRelationsPage() {
  return <Partners call={listCarriers} counts={countCarriers} side="shipper" />
}
