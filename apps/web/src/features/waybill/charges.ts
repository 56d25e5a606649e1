// The charges of a waybill by side with their totals.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { sumFen, type Fen } from '@yunshu/domain/figures/money'

type Charge = WaybillDetail['charges'][number]

/** Sides of a charge as headings; the order in which they are shown. */
export const chargeSides = { SHIPPER: '托运方（应收）', CARRIER: '承运方（应付）' } as const

/** The sides the person may see, each with its lines and their total. */
export function chargesBySide(
  charges: readonly Charge[],
): { side: keyof typeof chargeSides; lines: readonly Charge[]; total: Fen }[] {
  return (['SHIPPER', 'CARRIER'] as const).flatMap(side => {
    const lines = charges.filter(charge => charge.side === side)
    return lines.length === 0 ? [] : [{ side, lines, total: sumFen(lines.map(({ amount }) => amount)) }]
  })
}
