// Money that is held back: sheets and waybills whose payment the bank and the books tell apart.
import { sql, type RawBuilder } from 'kysely'
import { isLeftWord } from '../../db/leftWord.ts'
import { q, type Tx } from '../../db/tx.ts'

/** Payments people have to look after: by an open exception, or by a bank's word that could not be judged. */
const doubtful = sql`(select x.payment_id, x.settlement_id from money_exceptions x where x.state <> 'resolved'
  union all select fp.id, fp.settlement_id from channel_facts f join payments fp on fp.channel = f.channel
    and fp.idem_key = f.order_key
    where ${isLeftWord})`

/** True for a line that pays for handing work down: a doubt about it is none about the freight, nor the other way round. */
const isFee = (line: 'own' | 'said'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from waybill_parts f where f.id = ${sql.ref(line)}.part_id and f.part = 'fee')`

/** Doubtful payments whose sheet holds one of the waybills of a condition: money of these waybills may be out already. */
const aboutLines = sql`from ${doubtful} as x join settlement_lines said on said.settlement_id = x.settlement_id`
const aboutFreight = sql`${aboutLines} and not ${isFee('said')}`

/** Waybills of alias `w` about whose freight an open exception, or a word without a verdict, waits. */
export const isHeldWaybill = sql<boolean>`w.id in (select said.waybill_id ${aboutFreight})`

/** Whether an exception or a word waits about the sheet of an id, or about an earlier sheet of one of its waybills. */
export const isHeldSheet = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select ${aboutLines} join settlement_lines own on own.waybill_id = said.waybill_id
    where own.settlement_id = ${id} and ${isFee('own')} = ${isFee('said')})`

/** Whether a sheet is held: see `isHeldSheet`. */
export async function isHeld(tx: Tx, settlementId: string): Promise<boolean> {
  const { held } = await tx.one(
    sql<{ held: boolean }>`select ${isHeldSheet(sql`${settlementId}::uuid`)} as held`.compile(q),
  )
  return held
}

/** The number of the first of these waybills about whose freight an exception or a word waits. */
export async function heldWaybill(tx: Tx, waybillIds: readonly string[]): Promise<string | undefined> {
  const row = await tx.first(
    sql<{ waybill_no: string }>`select w.waybill_no ${aboutFreight} join waybills w on w.id = said.waybill_id
      where w.id = any(${[...waybillIds]}::uuid[]) order by w.waybill_no limit 1`.compile(q),
  )
  return row?.waybill_no
}

/**
 * Whether a bank's word about another payment for a line of these payments waits: they are not sent meanwhile,
 * for what they pay may be paid already.
 */
export async function isDoubted(tx: Tx, paymentIds: readonly string[]): Promise<boolean> {
  const { doubted } = await tx.one(
    sql<{ doubted: boolean }>`select exists (
      select from settlement_lines own join settlement_lines said
        on said.waybill_id = own.waybill_id and said.part_id = own.part_id and said.payment_id <> own.payment_id
        join ${doubtful} as x on x.payment_id = said.payment_id
      where own.payment_id = any(${[...paymentIds]}::uuid[])) as doubted`.compile(q),
  )
  return doubted
}
