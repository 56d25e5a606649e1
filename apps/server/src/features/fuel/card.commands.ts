// Fuel cards of an account: registered, frozen, unfrozen and closed.
import type { Input, Output } from '@yunshu/contract/call'
import type { addFuelCard, moveFuelCard } from '@yunshu/contract/fuel/fuel'
import { fen } from '@yunshu/domain/figures/money'
import { faultOfCardMove, fuelCardStates, plainCardNo } from '@yunshu/domain/fuel/fuel'
import { Problem, problemOf, problemText } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { readAccount } from './account.queries.ts'
import { lockCard } from './card.queries.ts'

/** A card of an account of fuel; nothing is on it yet. */
export async function registerCard(
  ctx: Ctx,
  { accountId, cardNo: typed, plate, holder }: Input<typeof addFuelCard>,
): Promise<Output<typeof addFuelCard>> {
  const account = await readAccount(ctx, accountId)
  if (account.kind !== 'OIL') throw wrongField('accountId', '请选择油品账户')
  const cardNo = plainCardNo(typed)
  if (cardNo.length < 4) throw wrongField('cardNo', '应为 4 位以上的卡号')
  const id = v7()
  const made = await ctx.tx.run(
    q
      .insertInto('fuel_cards')
      .values({
        id,
        card_no: cardNo,
        account_id: accountId,
        branch_id: account.branch_id,
        plate: plate || null,
        holder: holder || null,
        state: fuelCardStates.start,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0)
    throw new Problem('fuel.cardTaken', { cardNo }, { fields: { cardNo: problemText('fuel.cardTaken', { cardNo }) } })
  await logEvent(ctx, { entity: 'fuelCard', entityId: id, action: '登记油卡', to: fuelCardStates.start })
  ctx.touched('fuelCard', id, { cardNo })
  return { id, version: 1 }
}

/** Freezes, unfreezes or closes a card. */
export async function changeCard(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof moveFuelCard>,
): Promise<Output<typeof moveFuelCard>> {
  const card = await lockCard(ctx, id)
  const fault = faultOfCardMove(name, { balance: fen(card.balance_fen) })
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  const asks = name !== 'unfreeze'
  if (asks && why === '') throw wrongField('reason', '不能为空')
  const moved = await move(ctx, fuelCardStates, card, name, {
    version,
    set: { reason: asks ? why : null },
    ...(asks ? { reason: why } : {}),
  })
  ctx.touched('fuelCard', id, { cardNo: card.card_no })
  return { id, version: moved.version }
}
