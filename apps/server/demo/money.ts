// Events of the demo for the books: top-ups and fuel bought week by week, signatures, sheets and payments.
import { addFen, fen, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import type { BookedPayment, BookedSheet, Happening } from './books.ts'
import type { Haul } from './haul.ts'
import { system, type WhoIs } from './history.ts'
import { demoId } from './invented.ts'
import { demoBranches, demoCompanyId, demoShippers } from './people.ts'
import type { Sheet } from './sheetStory.ts'
import { demoDays } from './trips.ts'

const weekMs = 7 * DAY_MS
/** Hundredths of its weekly freight each shipper pays in advance; below 100 it runs into arrears. */
const advance: Readonly<Record<string, number>> = { shipper: 106, shipper2: 88, shipper4: 96 }
const tenThousandYuan = 1_000_000

interface Numbers {
  readonly waybillNo: (haul: Haul) => string
  readonly sheetNo: (sheet: Sheet) => string
  readonly taskNo: (sheet: Sheet) => string
}

/** Everything that is posted. */
export function makeHappenings(
  hauls: readonly Haul[],
  sheets: readonly Sheet[],
  today: number,
  now: number,
  whoIs: WhoIs,
  numbers: Numbers,
): Happening[] {
  const start = today - demoDays * DAY_MS
  return [
    ...advances(hauls, start, now, whoIs),
    ...fuel(sheets, start, now, whoIs),
    ...signatures(hauls, whoIs, numbers),
    ...sheets.flatMap(sheet => ofSheet(sheet, numbers)),
  ]
}

/** Sums by week since `start`; a week that is not over takes the sum of the one before when that is larger. */
function byWeek(amounts: readonly { at: number; amount: Fen }[], start: number, now: number): Fen[] {
  const weeks = Array.from({ length: Math.floor((now - start) / weekMs) + 1 }, () => ZERO_FEN)
  for (const { at, amount } of amounts) {
    const week = Math.floor((at - start) / weekMs)
    weeks[week] = addFen(weeks[week] ?? ZERO_FEN, amount)
  }
  const [before = ZERO_FEN, last = ZERO_FEN] = weeks.slice(-2)
  return [...weeks.slice(0, -1), before > last ? before : last]
}

const upTo = (amount: number): Fen => fen(Math.ceil(amount / tenThousandYuan) * tenThousandYuan)

function advances(hauls: readonly Haul[], start: number, now: number, whoIs: WhoIs): Happening[] {
  return demoShippers.flatMap(shipper => {
    const freight = hauls.flatMap(haul =>
      haul.lot.shipper === shipper.key && haul.signedAt !== undefined
        ? [{ at: haul.signedAt, amount: haul.shipperFreight }]
        : [],
    )
    return byWeek(freight, start, now).flatMap((amount, week): Happening[] =>
      amount === 0
        ? []
        : [
            {
              at: start + week * weekMs + 5 * HOUR_MS,
              by: whoIs('platform-finance'),
              kind: 'topUp',
              id: demoId(`top-up ${shipper.key} ${week}`),
              shipperId: demoCompanyId(shipper.key),
              branchId: demoCompanyId(shipper.branch),
              amount: upTo((amount * (advance[shipper.key] ?? 102)) / 100),
            },
          ],
    )
  })
}

function fuel(sheets: readonly Sheet[], start: number, now: number, whoIs: WhoIs): Happening[] {
  return demoBranches.flatMap(branch => {
    const branchId = demoCompanyId(branch.key)
    const used = sheets.flatMap(sheet =>
      sheet.approvedAt !== undefined && sheet.lines[0]?.haul.lot.branchId === branchId
        ? [{ at: sheet.approvedAt, amount: sumFen(sheet.lines.map(line => line.oil)) }]
        : [],
    )
    return byWeek(used, start, now).flatMap((amount, week): Happening[] =>
      amount === 0
        ? []
        : [
            {
              at: start + week * weekMs + 6 * HOUR_MS,
              by: whoIs('platform-finance'),
              kind: 'fuel',
              id: demoId(`fuel ${branch.key} ${week}`),
              branchId,
              amount: upTo(amount),
            },
          ],
    )
  })
}

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
      .map(line => ({ waybillId: line.haul.row.id, payable: subtractFen(line.freight, line.deducted), oil: line.oil })),
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
