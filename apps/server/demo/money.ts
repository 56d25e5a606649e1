// Events of the demo for the books: confirmed fund records, signatures, sheets and payments.
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import type { BookedPayment, BookedSheet } from './bookedRecords.ts'
import type { Happening } from './books.ts'
import type { Fund } from './funds.ts'
import type { Haul } from './haul.ts'
import { system, type WhoIs } from './history.ts'
import { sharesOfHaul } from './parts.ts'
import type { Sheet } from './sheetStory.ts'

export { makeManual } from './manualVouchers.ts'

interface Numbers {
  readonly waybillNo: (haul: Haul) => string
  readonly sheetNo: (sheet: Sheet) => string
  readonly taskNo: (sheet: Sheet) => string
}

/** Everything that is posted. */
export function makeHappenings(
  hauls: readonly Haul[],
  sheets: readonly Sheet[],
  funds: readonly Fund[],
  remitted: readonly Happening[],
  whoIs: WhoIs,
  numbers: Numbers,
): Happening[] {
  return [
    ...ofFunds(funds),
    ...remitted,
    ...signatures(hauls, whoIs, numbers),
    ...sheets.flatMap(sheet => ofSheet(sheet, numbers)),
  ]
}

/** Confirmed records; fuel is bought with money in custody. */
const ofFunds = (funds: readonly Fund[]): Happening[] =>
  funds.flatMap(({ row, at, maker, checker }): Happening[] => {
    if (row.state !== 'confirmed') return []
    const booked = { at, by: checker, maker, id: row.id, branchId: row.branch_id, amount: fen(row.amount_fen) }
    return [
      row.kind === 'TOP_UP' && row.shipper_id
        ? { ...booked, kind: 'topUp', shipperId: row.shipper_id }
        : { ...booked, kind: 'fuel', recordNo: row.record_no, isTolls: row.kind === 'ETC' },
    ]
  })

function signatures(hauls: readonly Haul[], whoIs: WhoIs, { waybillNo }: Numbers): Happening[] {
  return hauls.flatMap((haul): Happening[] =>
    haul.signedAt === undefined
      ? []
      : [
          {
            at: haul.signedAt,
            by: whoIs(haul.lot.shipper),
            kind: 'signed',
            waybill: {
              id: haul.row.id,
              waybillNo: waybillNo(haul),
              shipperId: haul.lot.shipperId,
              carrierId: haul.row.carrier_id,
              branchId: haul.lot.branchId,
              shipperFreight: haul.shipperFreight,
              carrierFreight: haul.payable,
              parts: sharesOfHaul(haul),
            },
          },
        ],
  )
}

function ofSheet(sheet: Sheet, { sheetNo, taskNo }: Numbers): Happening[] {
  const [first] = sheet.lines
  if (first === undefined || sheet.approvedAt === undefined || sheet.auditor === undefined) return []
  const booked: BookedSheet = {
    id: sheet.id,
    settlementNum: sheetNo(sheet),
    shipperId: first.haul.lot.shipperId,
    carrierId: first.haul.row.carrier_id,
    branchId: first.haul.lot.branchId,
    maker: sheet.maker,
    carried: { in: sheet.carriedIn, out: sheet.carriedOut },
    // lines are read in the order of their waybills
    lines: sheet.lines
      .toSorted((a, b) => (a.haul.row.id < b.haul.row.id ? -1 : 1))
      .map(line => ({
        waybillId: line.haul.row.id,
        // a waybill on a sheet of the demo is settled whole, by a part of its own id
        partId: line.haul.row.id,
        payable: subtractFen(line.freight, line.deducted),
        oil: line.oil,
      })),
  }
  const happened: Happening[] = [{ at: sheet.approvedAt, by: sheet.auditor, kind: 'approved', sheet: booked }]
  const { payment, payer } = sheet
  if (payment !== undefined && payer !== undefined) {
    const told: BookedPayment = { id: payment.id, taskNo: taskNo(sheet), sheet: booked, amount: sheet.due }
    happened.push({ at: payment.at, by: payer, kind: 'submitted', payment: told })
    if (payment.doneAt !== undefined)
      happened.push({
        at: payment.doneAt,
        by: system,
        kind: payment.state === 'success' ? 'succeeded' : 'failed',
        payment: told,
      })
  }
  if (sheet.closedAt !== undefined)
    happened.push({ at: sheet.closedAt, by: payer ?? system, kind: 'withdrawn', sheet: booked })
  return happened
}
