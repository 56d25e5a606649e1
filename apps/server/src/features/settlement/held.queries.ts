// Money that is held back: sheets and waybills whose payment the bank and the books tell apart.
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'

/** Open exceptions whose sheet holds one of the waybills of a condition: money of these waybills may be out already. */
const aboutWaybills = sql`from money_exceptions x join settlement_lines said on said.settlement_id = x.settlement_id and x.state <> 'resolved'`

/** Waybills of alias `w` whose money an open exception waits about. */
export const isHeldWaybill = sql<boolean>`w.id in (select said.waybill_id ${aboutWaybills})`

/** Whether an exception waits about a sheet, or about an earlier sheet of one of its waybills. */
export async function isHeld(tx: Tx, settlementId: string): Promise<boolean> {
  const { held } = await tx.one(
    sql<{ held: boolean }>`select exists (
      select ${aboutWaybills} join settlement_lines own on own.waybill_id = said.waybill_id where own.settlement_id = ${settlementId}::uuid) as held`.compile(
      q,
    ),
  )
  return held
}

/** The number of the first of these waybills whose money an exception waits about. */
export async function heldWaybill(tx: Tx, waybillIds: readonly string[]): Promise<string | undefined> {
  const row = await tx.first(
    sql<{ waybill_no: string }>`select w.waybill_no ${aboutWaybills} join waybills w on w.id = said.waybill_id
      where w.id = any(${[...waybillIds]}::uuid[]) order by w.waybill_no limit 1`.compile(q),
  )
  return row?.waybill_no
}

/**
 * Whether a bank's word about another payment for a line of these payments waits for people: they are not sent meanwhile,
 * for what they pay may be paid already.
 */
export async function isDoubted(tx: Tx, paymentIds: readonly string[]): Promise<boolean> {
  const { doubted } = await tx.one(
    sql<{ doubted: boolean }>`select exists (
      select from settlement_lines own join settlement_lines said
        on said.waybill_id = own.waybill_id and said.part_id = own.part_id and said.payment_id <> own.payment_id
        join money_exceptions x on x.payment_id = said.payment_id and x.state <> 'resolved'
      where own.payment_id = any(${[...paymentIds]}::uuid[])) as doubted`.compile(q),
  )
  return doubted
}
