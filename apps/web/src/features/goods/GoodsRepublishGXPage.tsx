// Ordering trunk goods anew.
import { Republish } from './Republish.tsx'

/** Screen GoodsRepublishGX. */
export default function GoodsRepublishGXPage() {
  return <Republish kind="GX" />
}
