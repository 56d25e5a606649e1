// Urging (催办) of sheets: a message to the maker, or to those who check and pay, once per sheet and day.
import type { Input, Output } from '@yunshu/contract/call'
import type { urgeSettlement as urgeCall } from '@yunshu/contract/settlement/urge'
import { sheetTurns } from '@yunshu/domain/settlement/settlement'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import { ownSheets } from '../../work/scope.ts'
import { urgeRecord } from '../../work/urging.ts'
import { findSettlement } from './settlementDetail.queries.ts'
import { payersWith } from './settlement.queries.ts'

/** Readers of a sheet may urge it, its carrier too; nobody urges a step that is their own. */
export async function urgeSettlement(
  ctx: Ctx,
  { settlementNum }: Input<typeof urgeCall>,
): Promise<Output<typeof urgeCall>> {
  const sheet = await ctx.tx.one(
    q
      .selectFrom('settlements as st')
      .select(['st.id', 'st.shipper_id', 'st.branch_id', 'st.maker_id'])
      .where('st.settlement_num', '=', settlementNum)
      .where(ownSheets(ctx.actor, 'st'))
      .forUpdate(),
  )
  const { state, awaits } = await findSettlement(ctx, { settlementNum })
  return urgeRecord(ctx, {
    entity: 'settlement',
    id: sheet.id,
    awaits,
    tell: async () => {
      const turn = sheetTurns[keyOf(sheetTurns, state)]
      const to: Receivers =
        turn.by === 'maker'
          ? { users: [sheet.maker_id] }
          : payersWith(sheet, turn.move === 'pay' ? 'settlement.pay' : 'settlement.approve')
      await tellHappening(ctx, 'settlement.urged', to, {
        settlementNum,
        by: writtenName(ctx.actor),
        act: turn.act,
      })
    },
  })
}
