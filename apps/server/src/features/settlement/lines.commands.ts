// Lines of a sheet as they are written: amounts set off laid on them, their accounts frozen.
import { fen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { isFeePart } from '@yunshu/domain/settlement/parts'
import { setOffLines } from '@yunshu/domain/settlement/setOff'
import { sql } from 'kysely'
import { insertMany } from '../../db/insertRows.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { assertSomeChannelTakes } from './channelState.queries.ts'
import type { ChosenPart } from './chosenParts.queries.ts'
import { assertPayable, payeesOfLines } from './linePayees.queries.ts'
import type { Sheet, SheetLine } from './settlement.queries.ts'

/** A part of a waybill that comes onto a sheet. */
export interface NewLine {
  readonly waybill_id: string
  readonly part_id: string
  readonly payee_id: string | null
  readonly freight_fen: Fen
  readonly deducted_fen: Fen
  readonly penalty_fen: Fen
  readonly oil_fen: Fen
  readonly advanced_fen: Fen
  readonly due_fen: Fen
  readonly due_at: number | null
}

/** The companies a sheet is between: the payer, the carrier that is paid, and the branch whose books carry it. */
interface Dealing {
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}
/** The dealing of a part: that of its waybill, or of a fee the house's own. */
export function dealingOf({ waybill, part }: ChosenPart): Dealing {
  const { shipper_id, carrier_id, branch_id } = isFeePart(part.part) ? part : waybill
  return { shipper_id, carrier_id, branch_id }
}

/** A waybill whose advance is no more: it falls due with the rest, or the trip came to nothing. */
const isEnded = ({ state }: ChosenPart['waybill']): boolean => ['finished', 'cancelled', 'void'].includes(state)

/** A part as a line of the sheet of a dealing; refuses one that cannot stand on it. */
export function lineOfPart(chosen: ChosenPart, dealing: Dealing): NewLine {
  const { waybill, part } = chosen
  const { waybill_no: waybillNo } = waybill
  const isAdvance = part.part === 'pre'
  const isFee = isFeePart(part.part)
  // a fee that came back from the bank after its waybill was voided is owed beside the debt the voiding made of it
  const isOver = waybill.state === 'signed' || (isFee && ['finished', 'void'].includes(waybill.state))
  if (!isAdvance && !isOver) throw new Problem('settlement.notSigned', { waybillNo })
  if (isAdvance && (isOver || isEnded(waybill)))
    throw wrongField('partIds', `运单${waybillNo}已签收或已结束，预付只能在签收前支付`)
  const own = dealingOf(chosen)
  if (
    own.shipper_id !== dealing.shipper_id ||
    own.carrier_id !== dealing.carrier_id ||
    own.branch_id !== dealing.branch_id
  )
    throw new Problem('settlement.mixed')
  const due = fen(isAdvance ? part.planned_fen : (part.fixed_fen ?? 0))
  return {
    waybill_id: waybill.id,
    part_id: part.id,
    // a fee goes to the account of the carrier that earned it
    payee_id: isFee ? null : waybill.payee_id,
    due_at: part.due_at,
    freight_fen: isAdvance ? due : fen(part.freight_fen),
    deducted_fen: fen(part.deducted_fen),
    penalty_fen: fen(part.penalty_fen),
    oil_fen: fen(part.oil_fen),
    advanced_fen: fen(part.advanced_fen),
    due_fen: due,
  }
}

const setOffOf = (
  lines: readonly { readonly due_fen: number; readonly payee_id: string | null; readonly due_at: number | null }[],
  carriedIn: Fen,
): Fen[] =>
  setOffLines(
    lines.map(line => ({
      due: fen(line.due_fen),
      account: line.payee_id ?? undefined,
      dueAt: line.due_at ?? undefined,
    })),
    carriedIn,
  )

/**
 * Inserts the lines of a new sheet of a carrier that takes off `carriedIn` of earlier debts. Their accounts are those of
 * this moment; the submission looks again and keeps them.
 */
export async function insertLines(
  ctx: Ctx,
  sheet: { id: string; carrierId: string },
  lines: readonly NewLine[],
  carriedIn: Fen,
): Promise<void> {
  const setOff = setOffOf(lines, carriedIn)
  const payees = await payeesOfLines(
    ctx,
    sheet.carrierId,
    lines.map(line => ({ payee_id: line.payee_id, payee: null })),
  )
  const rows = lines.map((line, index) => {
    const off = setOff[index] ?? ZERO_FEN
    return {
      settlement_id: sheet.id,
      waybill_id: line.waybill_id,
      part_id: line.part_id,
      payee_id: line.payee_id,
      freight_fen: line.freight_fen,
      deducted_fen: line.deducted_fen,
      penalty_fen: line.penalty_fen,
      oil_fen: line.oil_fen,
      advanced_fen: line.advanced_fen,
      due_fen: line.due_fen,
      payee: payees[index] ?? null,
      set_off_fen: off,
      pay_fen: subtractFen(line.due_fen, off),
      is_open: true,
    }
  })
  await insertMany(ctx.tx, 'settlement_lines', rows)
}

/**
 * Writes lines whose payees changed, with the amounts set off as they fall on them now. On a sheet that pays again they
 * stay as they are: each line pays what its failed payment was to pay.
 */
export async function layLinesAnew(ctx: Ctx, sheet: Sheet, lines: readonly SheetLine[]): Promise<void> {
  const setOff =
    sheet.p_settlement_num === null
      ? setOffOf(lines, fen(sheet.carried_in_fen))
      : lines.map(line => fen(line.set_off_fen))
  const payees = await payeesOfLines(
    ctx,
    sheet.carrier_id,
    lines.map(line => ({ payee_id: line.payee_id, payee: null })),
  )
  const rows = lines.map((line, index) => {
    const off = setOff[index] ?? ZERO_FEN
    return {
      payee: payees[index] ?? null,
      part_id: line.part_id,
      payee_id: line.payee_id,
      set_off: off,
      pay: subtractFen(fen(line.due_fen), off),
    }
  })
  await ctx.tx.run(
    sql`update settlement_lines l set payee_id = r.payee_id, payee = r.payee, set_off_fen = r.set_off, pay_fen = r.pay
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (part_id uuid, payee_id uuid, payee jsonb,
        set_off bigint, pay bigint)
      where l.settlement_id = ${sheet.id} and l.part_id = r.part_id`.compile(q),
  )
}

/** Lays what a sheet of waybills sets off on these lines of it anew; their accounts stay. */
export async function laySetOff(ctx: Ctx, sheet: Sheet, lines: readonly SheetLine[]): Promise<void> {
  const setOff = setOffOf(lines, fen(sheet.carried_in_fen))
  const rows = lines.map((line, index) => {
    const off = setOff[index] ?? ZERO_FEN
    return { part_id: line.part_id, set_off: off, pay: subtractFen(fen(line.due_fen), off) }
  })
  await ctx.tx.run(
    sql`update settlement_lines l set set_off_fen = r.set_off, pay_fen = r.pay
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (part_id uuid, set_off bigint, pay bigint)
      where l.settlement_id = ${sheet.id} and l.part_id = r.part_id`.compile(q),
  )
}

/**
 * Keeps the accounts of a sheet with its lines, so that no later change redirects its money; false where the carrier has
 * registered none. Refuses with `payment.payee` where somebody cannot be paid, and what is more than any channel takes.
 */
export async function freezePayees(ctx: Ctx, sheet: Sheet, lines: readonly SheetLine[]): Promise<boolean> {
  // a sheet that was rejected is looked at again
  const open = lines.map(line => ({ ...line, payee: null }))
  await assertPayable(ctx, sheet.carrier_id, open, 'choose')
  const payees = await payeesOfLines(ctx, sheet.carrier_id, open)
  if (payees.includes(undefined)) return false
  await assertSomeChannelTakes(ctx, sheet, lines)
  const rows = lines.map((line, index) => ({ part_id: line.part_id, payee: payees[index] }))
  await ctx.tx.run(
    sql`update settlement_lines l set payee = r.payee
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (part_id uuid, payee jsonb)
      where l.settlement_id = ${sheet.id} and l.part_id = r.part_id`.compile(q),
  )
  return true
}
