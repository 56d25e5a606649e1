// Fuel that was used, by hand: a coupon verified from the slip of a station, a difference looked at again or explained.
import type { Input, Output } from '@yunshu/contract/call'
import type { moveFuelUse, verifyCoupon } from '@yunshu/contract/fuel/use'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { fuelUseFaults, fuelUseStates } from '@yunshu/domain/fuel/fuel'
import { plainSerial } from '@yunshu/domain/fund'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { ownFuel } from './account.queries.ts'
import { keepUses, openLaying, tellVerified, writeShares } from './useKeeping.commands.ts'
import { lockUse } from './use.queries.ts'

/** Verifies a coupon by hand, from the slip of the station. */
export async function verifyCouponBy(ctx: Ctx, said: Input<typeof verifyCoupon>): Promise<Output<typeof verifyCoupon>> {
  const { couponNo: typed, station, usedAt } = said
  const [serial, couponNo] = [plainSerial(said.serial), plainSerial(typed)]
  if (serial === '') throw wrongField('serial', '不能为空')
  if (usedAt > ctx.now) throw wrongField('usedAt', '不能晚于现在')
  const coupon = await ctx.tx.first(
    q
      .selectFrom('fuel_issues as i')
      .select(['i.account_id', 'i.branch_id', 'i.amount_fen'])
      .where('i.coupon_no', '=', couponNo)
      .where(ownFuel(ctx.actor, 'i')),
  )
  if (coupon === undefined) throw wrongField('couponNo', fuelUseFaults.NO_COUPON)
  const { account_id: accountId, branch_id: branchId } = coupon
  const amount = fen(coupon.amount_fen)
  await assertSerialFree(ctx, accountId, serial)
  const place = { accountId, branchId }
  const id = v7()
  const use = { id, serial, couponNo, usedAt, station, amount }
  const { fault } = (await openLaying(ctx, place, [use]))(use)
  if (fault !== undefined) throw wrongField('couponNo', fuelUseFaults[fault])
  await keepUses(ctx, place, [use])
  ctx.touched('fuelUse', id, { couponNo, serial, amount: printMoney(amount) })
  return { id, version: 1 }
}

/** The same serial number of a provider is one use. */
async function assertSerialFree(ctx: Ctx, accountId: string, serial: string): Promise<void> {
  await ctx.tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`fuel ${accountId} ${serial.toUpperCase()}`}, 0))`.compile(q),
  )
  const same = await ctx.tx.first(
    q
      .selectFrom('fuel_uses')
      .select('id')
      .where('account_id', '=', accountId)
      .where(sql<boolean>`serial_upper = upper(${serial})`),
  )
  if (same) throw new Problem('fuel.useTaken', { serial })
}

/** Looks at a difference again, or explains it. */
export async function changeUse(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof moveFuelUse>,
): Promise<Output<typeof moveFuelUse>> {
  const use = await lockUse(ctx, id)
  const ended = { ended_name: ctx.actor.name, ended_at: ctx.now }
  if (name === 'explain') {
    const why = reason.trim()
    if (why === '') throw wrongField('reason', '不能为空')
    const moved = await move(ctx, fuelUseStates, use, 'explain', {
      version,
      reason: why,
      set: { reason: why, ...ended },
    })
    ctx.touched('fuelUse', id, { serial: use.serial })
    return { id, version: moved.version }
  }
  const place = { accountId: use.account_id, branchId: use.branch_id }
  const said = {
    cardNo: use.card_no ?? undefined,
    couponNo: use.coupon_no ?? undefined,
    usedAt: use.used_at,
    amount: fen(use.amount_fen),
  }
  const laid = (await openLaying(ctx, place, [said]))(said)
  if (laid.fault !== undefined) throw new Problem('fuel.differs', { fault: fuelUseFaults[laid.fault] })
  const moved = await move(ctx, fuelUseStates, use, 'match', {
    version,
    set: { fault: null, card_id: laid.cardId ?? null, ...ended },
  })
  await writeShares(ctx, use.branch_id, [{ id, usedAt: use.used_at, laid }])
  await tellVerified(ctx, use.branch_id, [laid])
  ctx.touched('fuelUse', id, { serial: use.serial })
  return { id, version: moved.version }
}
