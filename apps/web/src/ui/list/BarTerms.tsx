// Words of the trade a list explains in its bar, where there is room for them.
import { useNarrow } from '../../lib/useMobile.ts'
import { Explained } from '../Explained.tsx'

export function BarTerms({ of }: { of: readonly string[] }) {
  const isNarrow = useNarrow()
  return isNarrow ? null : of.map(label => <Explained key={label} label={label} />)
}
