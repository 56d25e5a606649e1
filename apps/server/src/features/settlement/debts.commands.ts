// Debts of a carrier from a sheet below zero: taken off its next sheet (CARRY_FORWARD), and free again when that sheet
// comes to nothing.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { logEvent } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { owedFen, type Debt } from './debts.queries.ts'

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
      .returning(['id', 'settlement_num', owedFen('settlements').as('owed')]),
  )
  for (const debt of debts) await logged(ctx, debt, '欠款退出结算单', sheet.settlement_num)
}

const logged = (ctx: Ctx, debt: Debt, action: string, settlementNum: string): Promise<void> =>
  logEvent(ctx, {
    entity: 'settlement',
    entityId: debt.id,
    action,
    diff: [{ field: '欠款', old: '--', new: `${printMoney(fen(debt.owed))} 元，${settlementNum}` }],
  })
