// Ordering ordinary goods anew.
import { Republish } from './Republish.tsx'

/** Screen GoodsRepublish. */
export default function GoodsRepublishPage() {
  return <Republish kind="NORMAL" />
}
