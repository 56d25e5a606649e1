// Advances of waybills that were signed while nobody had paid them: their amount fell due with the freight, so they are not
// paid beside it. The signature drops them; those put on a sheet before it did so are found here.
import { Problem } from '@yunshu/domain/problems/problems'
import type { SheetLine } from './settlement.queries.ts'

type AdvanceLine = Pick<SheetLine, 'part' | 'rides_on' | 'waybill_state' | 'waybill_no'>

const isSigned = ({ waybill_state }: AdvanceLine): boolean => ['signed', 'finished'].includes(waybill_state)

/** True for an advance a signature counted on: it goes along with the freight it is taken off. */
export const isAdvanceUsed = (line: AdvanceLine): boolean =>
  line.part === 'pre' && isSigned(line) && line.rides_on !== null

/** Refuses with `advance.late` to bring an advance nearer to its payment that is part of the freight by now. */
export function assertNoLateAdvance(lines: readonly AdvanceLine[]): void {
  const late = lines.find(line => line.part === 'pre' && isSigned(line) && line.rides_on === null)
  if (late !== undefined) throw new Problem('advance.late', { waybillNo: late.waybill_no })
}
