// Payable parts of the demo's waybills: planned on the way, fixed by the signature, moved by the sheets.
import { fen, subtractFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { fixParts, plannedParts, sharesOf, waitOfPart, type CashShare } from '@yunshu/domain/settlement/parts'
import { dueAt } from '@yunshu/domain/settlement/payPlan'
import type { Insertable } from 'kysely'
import type { WaybillParts } from '../src/db/tables.gen.ts'
import type { Haul } from './haul.ts'
import { idMaker } from './ids.ts'
import type { Sheet } from './sheetStory.ts'

type Row = Insertable<WaybillParts>
type Share = CashShare & { readonly id: string }

/** The second part of a waybill has an id that tells its waybill. */
const secondId = (id: string): string => `${id.slice(0, -1)}${id.endsWith('f') ? 'e' : 'f'}`

const isLive = ({ row }: Haul): boolean => row.state !== 'cancelled' && row.state !== 'void'

/** A waybill that is or was settled whole, as the sheets of the demo do; others fall due in the parts of their plan. */
const isWhole = ({ row }: Haul): boolean => row.settle_state !== 'unsettled'

/** The shares a signed waybill falls due in; the first bears the id of the waybill. */
export function sharesOfHaul(haul: Haul): Share[] {
  const { payPlan, receiptRule } = haul.lot.terms
  const amounts = {
    freight: haul.payable,
    deducted: haul.deducted,
    penalty: ZERO_FEN,
    oil: haul.oil,
    advanced: ZERO_FEN,
  }
  const fixed = fixParts(payPlan, haul.estimate, {
    net: subtractFen(haul.payable, haul.deducted),
    penalties: ZERO_FEN,
    issued: { pre: ZERO_FEN, oil: haul.oil, etc: ZERO_FEN },
    receiptWanted: !isWhole(haul) && (receiptRule.needPhoto || receiptRule.needOriginal),
  })
  const { id } = haul.row
  return sharesOf(fixed, amounts).map((share, n) => ({ ...share, id: n === 0 ? id : secondId(id) }))
}

/** When a share falls due; null while it waits for the receipt. */
function dueOf(haul: Haul, signedAt: number, { part }: Pick<Share, 'part'>): number | null {
  if (isWhole(haul)) return haul.row.due_at ?? null
  const since = part === 'receipt' ? haul.receiptOkAt : signedAt
  return since === undefined ? null : dueAt(since, haul.lot.terms.payPlan.termDays)
}

/** When the next part of a waybill falls due. */
export function nextDue(haul: Haul): number | null {
  const { signedAt } = haul
  if (signedAt === undefined || !isLive(haul) || isWhole(haul)) return haul.row.due_at ?? null
  const dues = sharesOfHaul(haul).flatMap(share => dueOf(haul, signedAt, share) ?? [])
  return dues.length === 0 ? null : Math.min(...dues)
}

/** The parts of all waybills, in the order in which they refer to each other. */
export function partRows(hauls: readonly Haul[], sheets: readonly Sheet[]): Row[] {
  const makeId = idMaker(41)
  const open = new Map(
    sheets.filter(sheet => sheet.isOpen).flatMap(sheet => sheet.lines.map(line => [line.haul, sheet] as const)),
  )
  const shown = new Set(sheets.flatMap(sheet => sheet.lines.map(line => line.haul)))
  return hauls.flatMap((haul): Row[] => {
    if (!isLive(haul)) return shown.has(haul) ? [droppedPart(haul)] : []
    return haul.signedAt === undefined
      ? plannedRows(haul, makeId)
      : fixedRows(haul, haul.signedAt, open.get(haul), makeId)
  })
}

/** A share of the freight is kept back for the receipt. */
export const isPartial = ({ payPlan, receiptRule }: Haul['lot']['terms']): boolean =>
  payPlan.receiptPpm > 0 && (receiptRule.needPhoto || receiptRule.needOriginal)

/** Columns every row of a part names; those of its kind follow. */
export const partBase = ({ row }: Haul) => ({
  fixed_fen: null,
  issued_fen: 0,
  from_stock: false,
  version: 1,
  freight_fen: 0,
  deducted_fen: 0,
  oil_fen: 0,
  paid_fen: 0,
  set_off_fen: 0,
  due_at: null,
  settlement_id: null,
  rides_on: null,
  waybill_id: row.id,
  shipper_id: row.shipper_id,
  carrier_id: row.carrier_id,
  branch_id: row.branch_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** The part of a voided waybill, for the sheet it once stood on. */
const droppedPart = (haul: Haul): Row => ({
  ...partBase(haul),
  id: haul.row.id,
  part: 'arrive',
  planned_fen: 0,
  fixed_fen: 0,
  waits_for: 'sign',
  state: 'dropped',
})

/** The pay plan of a waybill: a quarter of those on their way were promised a fifth before the trip. */
export function planOf({ row, lot, signedAt }: Haul): Haul['lot']['terms']['payPlan'] {
  const { payPlan } = lot.terms
  const isPromised =
    signedAt === undefined && row.accepted_at !== null && row.state !== 'toAccept' && /[048c]$/.test(row.id)
  return isPromised && payPlan.arrivePpm > 200_000
    ? { ...payPlan, prePpm: 200_000, arrivePpm: payPlan.arrivePpm - 200_000 }
    : payPlan
}

const plannedRows = (haul: Haul, makeId: (at: number) => string): Row[] =>
  plannedParts(planOf(haul), haul.payable).map(({ part, planned }) => ({
    ...partBase(haul),
    id: part === 'arrive' ? haul.row.id : makeId(haul.row.created_at),
    part,
    planned_fen: planned,
    waits_for: waitOfPart[part],
    due_at: part === 'pre' ? (haul.row.accepted_at ?? null) : null,
    state: part === 'pre' ? 'ready' : 'planned',
  }))

function fixedRows(haul: Haul, signedAt: number, sheet: Sheet | undefined, makeId: (at: number) => string): Row[] {
  const { row, oil } = haul
  const settled = row.settle_state === 'settled'
  const cash = sharesOfHaul(haul).map((share): Row => {
    const due = dueOf(haul, signedAt, share)
    return {
      ...partBase(haul),
      id: share.id,
      part: share.part,
      planned_fen: Math.max(0, share.cash),
      fixed_fen: share.cash,
      freight_fen: share.freight,
      deducted_fen: share.deducted,
      oil_fen: share.oil,
      paid_fen: settled ? (row.paid_fen ?? 0) : 0,
      set_off_fen: settled ? (row.set_off_fen ?? 0) : 0,
      waits_for: waitOfPart[share.part],
      due_at: due,
      state: settled
        ? (row.paid_fen ?? 0) > 0
          ? 'paid'
          : 'setOff'
        : sheet
          ? 'onSheet'
          : due === null
            ? 'planned'
            : 'ready',
      settlement_id: sheet?.id ?? null,
    }
  })
  if (oil === 0) return cash
  const rider: Row = {
    ...partBase(haul),
    id: makeId(signedAt),
    part: 'oil',
    planned_fen: oil,
    fixed_fen: oil,
    issued_fen: settled ? oil : fen(0),
    waits_for: waitOfPart.oil,
    state: settled ? 'paid' : sheet ? 'onSheet' : 'ready',
    settlement_id: sheet?.id ?? null,
    rides_on: row.id,
  }
  return [...cash, rider]
}
