// What a carrier owes after a sheet that came to less than nothing: found, taken off its next sheet (CARRY_FORWARD),
// and free again when that sheet comes to nothing.
import { fen, printMoney } from '@yunshu/domain/money'
import { settlementStates } from '@yunshu/domain/settlement'
import { sql, type RawBuilder } from 'kysely'
import { logEvent } from '../../db/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'

/**
 * Sheets whose debt stands and no later one has taken off; a sheet may still be voided until it is paid, so only then
 * is its debt sure. The literals are those of the index settlements_owed.
 */
export const isOwed = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.carried_out_fen`)} > 0 and ${sql.ref(`${alias}.carried_to`)} is null and ${sql.ref(`${alias}.state`)} = 'paid')`

interface Dealing {
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}
interface Debt {
  readonly id: string
  readonly settlement_num: string
  readonly carried_out_fen: number
}

/**
 * Debts of a carrier towards one shipper in the books of one branch, under lock: two sheets made at once do not take
 * one debt twice.
 */
export async function lockDebts(ctx: Ctx, { shipper_id, carrier_id, branch_id }: Dealing): Promise<Debt[]> {
  return ctx.tx.rows(
    q
      .selectFrom('settlements as st')
      .select(['st.id', 'st.settlement_num', 'st.carried_out_fen'])
      .where('st.shipper_id', '=', shipper_id)
      .where('st.carrier_id', '=', carrier_id)
      .where('st.branch_id', '=', branch_id)
      .where(isOwed('st'))
      .orderBy('st.id')
      .forUpdate(),
  )
}

/** Has a new sheet take debts off; the history of each old sheet says where its debt went. The caller holds them. */
export async function takeDebts(
  ctx: Ctx,
  debts: readonly Debt[],
  sheet: { id: string; settlementNum: string },
): Promise<void> {
  if (debts.length === 0) return
  await ctx.tx.run(
    q
      .updateTable('settlements')
      .set({ carried_to: sheet.id })
      .where(
        'id',
        'in',
        debts.map(({ id }) => id),
      ),
  )
  for (const debt of debts) await logged(ctx, debt, '欠款转入结算单', sheet.settlementNum)
}

/** Lets go what a sheet that is voided or closed had taken off: the next one takes it. */
export async function releaseDebts(ctx: Ctx, sheet: { id: string; settlement_num: string }): Promise<void> {
  const debts = await ctx.tx.rows(
    q
      .updateTable('settlements')
      .set({ carried_to: null })
      .where('carried_to', '=', sheet.id)
      .returning(['id', 'settlement_num', 'carried_out_fen']),
  )
  for (const debt of debts) await logged(ctx, debt, '欠款退出结算单', sheet.settlement_num)
}

const logged = (ctx: Ctx, debt: Debt, action: string, settlementNum: string): Promise<void> =>
  logEvent(ctx, {
    entity: settlementStates.name,
    entityId: debt.id,
    action,
    diff: [{ field: '欠款', old: '--', new: `${printMoney(fen(debt.carried_out_fen))} 元，${settlementNum}` }],
  })
