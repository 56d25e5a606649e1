// Ordering bulk goods anew.
import { Republish } from './Republish.tsx'

/** Screen GoodsRepublishSH. */
export default function GoodsRepublishSHPage() {
  return <Republish kind="SH" />
}
