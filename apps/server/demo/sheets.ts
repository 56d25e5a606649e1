// Settlement sheets of the demo: every week per shipper and carrier, each told to the point it has reached.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import type { Haul } from './haul.ts'
import type { History, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import { dice } from './invented.ts'
import { tellSheet, type End, type Payee, type Sheet } from './sheetStory.ts'

/** Days between two rounds of sheets; the newest round was made the day before yesterday. */
const roundDays = 7
const linesMax = 15
/** The last steps of the sheets of the newest rounds, in turn for each shipper; older ones are paid. */
const newest: readonly End[] = ['submitted', 'rejected', 'draft', 'submitted', 'submitted', 'submitted', 'draft']
const before: readonly End[] = [
  'approved',
  'partial',
  'approved',
  'unknown',
  'paid',
  'approved',
  'paid',
  'paid',
  'paid',
]
const failures = [
  ['9001', '账号户名不符'],
  ['9002', '卡已销户'],
  ['9003', '超过单笔限额'],
] as const
/**
 * Makes all sheets and tells their waybills; `numberOf` gives a sheet its number, `accountOf` a carrier its account.
 */
export function makeSheets(
  hauls: readonly Haul[],
  today: number,
  history: History,
  whoIs: WhoIs,
  numberOf: (sheet: { madeAt: number; n: number }) => string,
  accountOf: (carrier: string) => Payee,
): Sheet[] {
  const roll = dice(450)
  const sheetId = idMaker(6),
    paymentId = idMaker(7)
  const sheets: Sheet[] = []
  const turn = new Map<string, number>()
  const rare: Partial<Record<End, number>> = { unknown: 1, partial: 3 }
  const open = new Set(hauls.filter(haul => haul.receiptOkAt !== undefined && haul.signedAt !== undefined))
  const retry: { parent: Sheet; hauls: readonly Haul[] }[] = []

  for (let round = 13; round >= 0; round--) {
    const cut = today - (2 + round * roundDays) * DAY_MS
    const again = retry.splice(0)
    const wanted: { shipper: string; carrier: string; hauls: readonly Haul[]; parent: Sheet | undefined }[] = again.map(
      ({ parent, hauls: own }) => ({ shipper: parent.shipper, carrier: parent.carrier, hauls: own, parent }),
    )
    const ready = [...open].filter(haul => (haul.receiptOkAt ?? cut) < cut)
    for (const [pair, own] of pairs(ready.filter(({ trip }) => !trip.isSpilled))) {
      const [shipper = '', carrier = ''] = pair.split('/')
      for (let from = 0; from < own.length; from += linesMax) {
        // in the newest round something is left for the people who try the product
        if (round > 0 || from + linesMax < own.length || (from === 0 && own.length > 8))
          wanted.push({ shipper, carrier, hauls: own.slice(from, from + linesMax), parent: undefined })
      }
    }
    // it stands alone: on a sheet with others they would make up for what it lost
    for (const haul of ready)
      if (haul.trip.isSpilled)
        wanted.push({ shipper: haul.lot.shipper, carrier: haul.trip.carrier, hauls: [haul], parent: undefined })
    for (const [n, { shipper, carrier, hauls: own, parent }] of wanted.entries()) {
      const place = turn.get(`${round} ${shipper}`) ?? 0
      turn.set(`${round} ${shipper}`, place + 1)
      const isSure = parent !== undefined || own[0]?.trip.isSpilled === true
      const planned = isSure ? 'paid' : plannedEnd(round, place, roll)
      const end = rarely(planned, rare)
      const madeAt = cut + 9 * HOUR_MS + (n * 7 + roll.int(0, 6)) * MINUTE_MS
      const debts =
        end === 'void' || end === 'closed' ? [] : sheets.filter(one => isOwing(one, shipper, carrier, madeAt))
      const sheet = tellSheet(
        { id: sheetId(madeAt), n: sheets.length, end, parent, shipper, carrier, madeAt, hauls: own, debts },
        {
          roll,
          history,
          whoIs,
          numberOf,
          accountOf,
          paymentId,
          failure: failures[sheets.length % failures.length] ?? failures[0],
        },
      )
      sheets.push(sheet)
      if (sheet.isOpen) for (const haul of own) open.delete(haul)
      else if (end === 'closed') {
        for (const haul of own) open.delete(haul)
        retry.push({ parent: sheet, hauls: own })
      }
    }
  }
  return sheets
}

/** The last step of a sheet by its round and its turn within it. */
function plannedEnd(round: number, place: number, roll: ReturnType<typeof dice>): End {
  if (round === 0) return newest[place % newest.length] ?? 'paid'
  if (round === 1) return before[Math.min(place, before.length - 1)] ?? 'paid'
  if (roll.next() < 0.01 && round > 2) return 'closed'
  return roll.next() < 0.012 ? 'void' : 'paid'
}

/** Whether a sheet left a debt that one made now takes off. */
const isOwing = (one: Sheet, shipper: string, carrier: string, at: number): boolean =>
  one.carriedOut > 0 &&
  one.carriedTo === undefined &&
  one.shipper === shipper &&
  one.carrier === carrier &&
  one.updatedAt < at

/** The end planned, or a payment when enough of that kind are there. */
function rarely(end: End, left: Partial<Record<End, number>>): End {
  const some = left[end]
  if (some === undefined) return end
  left[end] = some - 1
  return some > 0 ? end : 'paid'
}

function pairs(hauls: readonly Haul[]): Map<string, Haul[]> {
  const found = new Map<string, Haul[]>()
  for (const haul of hauls) {
    const key = `${haul.lot.shipper}/${haul.trip.carrier}`
    const own = found.get(key)
    if (own) own.push(haul)
    else found.set(key, [haul])
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
