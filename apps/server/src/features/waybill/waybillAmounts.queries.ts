// The amounts of a waybill as lists, sums, orders and 今日 show them. Its freight is fixed by the signature, before it made
// of both weights once they are known, and else the estimate the waybill was made with.
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { weighedStates } from '@yunshu/domain/waybill/freightMark'
import { isOff, waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Waybills } from '../../db/tables.gen.ts'
import type { Ctx } from '../../work/ctx.ts'
import { priceSight } from '../../work/scope.ts'
import { openOf } from './openAmount.queries.ts'

type Account = 'shipper' | 'carrier'

const stored: Readonly<Record<Account, RawBuilder<number>>> = {
  shipper: sql<number>`w.shipper_freight_fen`,
  carrier: sql<number>`w.payable_fen`,
}

const isWeighed = sql<boolean>`w.state in (${sql.join(weighedStates.map(state => sql.lit(state)))})
  and w.load_weight_g is not null and w.unload_weight_g is not null`

/** `billedWeight` of waybill `w`. */
const billed = sql<number>`case w.body -> 'lossRule' ->> 'basis' when 'LOAD' then w.load_weight_g when 'UNLOAD'
  then w.unload_weight_g else least(w.load_weight_g, w.unload_weight_g) end`

/** `freightOf` of waybill `w` by weight: grams by 10⁻⁴ yuan a ton, rounded half up to fen. Other prices ask for no weight. */
const priced = (account: Account): RawBuilder<number> =>
  sql<number>`case when w.pricing = 'PER_TON'
    then (${billed} * ${sql.ref(`w.${account}_unit_price`)} + 50000000) / 100000000 else ${stored[account]} end`

/** Claims as the signature adds them: all of the shipper's account, what raises the carrier's; its deductions stand apart. */
const claims: Readonly<Record<Account, RawBuilder<number>>> = {
  shipper: sql<number>`(select coalesce(sum(c.amount_fen), 0)::bigint from waybill_claims c where c.waybill_id = w.id
    and c.state = 'agreed' and c.side = 'SHIPPER')`,
  carrier: sql<number>`(select coalesce(sum(c.amount_fen), 0)::bigint from waybill_claims c where c.waybill_id = w.id
    and c.state = 'agreed' and c.side = 'CARRIER' and c.amount_fen > 0)`,
}

/** The freight of waybill `w` on an account with the claims both sides agreed on. */
export const freightNow = (account: Account): RawBuilder<number> =>
  sql<number>`case when ${isWeighed} then ${priced(account)} + ${claims[account]} else ${stored[account]} end`

/** The same without claims, as the line of freight has it before the signature. */
export const freightLine = (account: Account): RawBuilder<number> =>
  sql<number>`case when ${isWeighed} then ${priced(account)} else ${stored[account]} end`

/** Facts worked out of a row for lists and its page: its freight as it stands, and the paper its goods want. */
export const workedOut = [
  freightNow('shipper').as('shipper_now'),
  freightNow('carrier').as('carrier_now'),
  sql<'photo' | 'original' | null>`case when (w.body -> 'receiptRule' ->> 'needPhoto')::boolean then 'photo'
    when (w.body -> 'receiptRule' ->> 'needOriginal')::boolean then 'original' end`.as('receipt_wants'),
] as const

type Amounts = Pick<
  Selectable<Waybills>,
  | 'state'
  | 'settle_state'
  | 'shipper_id'
  | 'fees_fen'
  | 'oil_fen'
  | 'deducted_fen'
  | 'paid_fen'
  | 'set_off_fen'
  | 'advanced_fen'
> & { readonly shipper_now: number; readonly carrier_now: number }

/**
 * Amounts an actor may see; the others are left out, not null. Of a cancelled or voided waybill nobody owes anything,
 * so all are 0; nothing is open once it is settled, whatever its deductions were. `sumsOf` adds up by the same rule.
 */
export function amountsOf(ctx: Pick<Ctx, 'actor' | 'can'>, row: Amounts): Partial<WaybillRow> {
  const sees = priceSight(ctx, row.shipper_id)
  const isOver = isOff(keyOf(waybillStates.states, row.state))
  const owed = (amount: number): Fen => fen(isOver ? 0 : amount)
  return {
    ...(sees.shipper ? { shipperFreight: owed(row.shipper_now) } : {}),
    ...(sees.carrier
      ? {
          carrierFreight: owed(row.carrier_now),
          payable: owed(row.carrier_now),
          oil: owed(row.oil_fen),
          deducted: owed(row.deducted_fen),
          paid: owed(row.paid_fen),
          setOff: owed(row.set_off_fen),
          open: owed(openOf({ ...row, payable_fen: row.carrier_now })),
        }
      : {}),
    ...(sees.margin ? { margin: owed(row.shipper_now - row.carrier_now - row.fees_fen) } : {}),
  }
}
