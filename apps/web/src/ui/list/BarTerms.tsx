// Words of the trade that no heading of a list names, explained in its bar.
import { Explained } from '../Explained.tsx'

export function BarTerms({ of }: { of: readonly string[] }) {
  return of.map(label => <Explained key={label} label={label} />)
}
