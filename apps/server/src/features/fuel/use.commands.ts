// Fuel that was used: each line laid on what was handed out, or kept as a difference; coupons verified and told.
import type { Input, Output } from '@yunshu/contract/call'
import type { moveFuelUse, verifyCoupon } from '@yunshu/contract/fuel/use'
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import {
  fuelIssueStates,
  fuelUseFaults,
  fuelUseStates,
  layUse,
  plainCardNo,
  type FuelUseFault,
} from '@yunshu/domain/fuel/fuel'
import { plainSerial } from '@yunshu/domain/fund'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { ownFuel } from './account.queries.ts'
import { stoppedSince } from './card.queries.ts'
import { lockUse, openIssuesOf } from './use.queries.ts'

/** A line of a provider, in the figures it is kept in. */
export interface UsedFuel {
  readonly serial: string
  readonly cardNo?: string | undefined
  readonly couponNo?: string | undefined
  readonly usedAt: number
  readonly station: string
  readonly litresCl?: number | undefined
  readonly unitPrice?: number | undefined
  readonly amount: Fen
}
interface FuelPlace {
  readonly accountId: string
  readonly branchId: string
  readonly fileName?: string | undefined
}

/** The issues a line used, and its card; or the reason it is none of ours. */
interface Laid {
  readonly fault?: FuelUseFault
  readonly cardId?: string
  readonly shares: readonly { readonly id: string; readonly amount: Fen }[]
  /** The coupon it verifies. */
  readonly couponNo?: string
}
const none = (fault: FuelUseFault, cardId?: string): Laid => ({
  fault,
  shares: [],
  ...(cardId === undefined ? {} : { cardId }),
})

/** Finds what a line used; card and issues are locked from here on. */
async function lay(ctx: Ctx, place: FuelPlace, use: UsedFuel): Promise<Laid> {
  return use.couponNo === undefined ? layOnCard(ctx, place, use) : layOnCoupon(ctx, place, use, use.couponNo)
}

async function layOnCard(ctx: Ctx, { accountId, branchId }: FuelPlace, use: UsedFuel): Promise<Laid> {
  const card = await ctx.tx.first(
    q
      .selectFrom('fuel_cards')
      .select(['id', 'account_id', 'state'])
      .where('branch_id', '=', branchId)
      .where('card_no', '=', plainCardNo(use.cardNo ?? ''))
      .orderBy(sql`account_id <> ${accountId}::uuid`)
      .limit(1)
      .forUpdate(),
  )
  if (card === undefined) return none('NO_CARD')
  if (card.account_id !== accountId) return none('OTHER_ACCOUNT', card.id)
  const stopped = await stoppedSince(ctx, card)
  if (stopped !== undefined && use.usedAt > stopped) return none('FROZEN', card.id)
  const laid = layUse({ at: use.usedAt, amount: use.amount }, await openIssuesOf(ctx, card.id))
  return 'fault' in laid ? none(laid.fault, card.id) : { shares: laid.shares, cardId: card.id }
}

async function layOnCoupon(
  ctx: Ctx,
  { accountId, branchId }: FuelPlace,
  use: UsedFuel,
  couponNo: string,
): Promise<Laid> {
  const issue = await ctx.tx.first(
    q
      .selectFrom('fuel_issues')
      .selectAll()
      .where('branch_id', '=', branchId)
      .where('coupon_no', '=', couponNo)
      .forUpdate(),
  )
  if (issue === undefined) return none('NO_COUPON')
  if (issue.account_id !== accountId) return none('OTHER_ACCOUNT')
  if (issue.state !== 'issued') return none('COUPON_SPENT')
  if (issue.amount_fen !== use.amount) return none('COUPON_AMOUNT')
  return { shares: [{ id: issue.id, amount: use.amount }], couponNo }
}

/** Takes what a line used off the issues and the card; an issue of which nothing is left is used up. */
async function writeShares(ctx: Ctx, useId: string, branchId: string, laid: Laid, usedAt: number): Promise<void> {
  for (const { id, amount } of laid.shares) {
    await ctx.tx.run(
      q.insertInto('fuel_use_shares').values({ use_id: useId, issue_id: id, branch_id: branchId, amount_fen: amount }),
    )
    const row = await ctx.tx.one(q.selectFrom('fuel_issues').selectAll().where('id', '=', id))
    const used = row.used_fen + amount
    if (used + row.recovered_fen === row.amount_fen && row.recovered_fen === 0)
      await move(ctx, fuelIssueStates, { ...row, state: keyOf(fuelIssueStates.states, row.state) }, 'useUp', {
        set: { used_fen: used, ended_at: ctx.now, ended_name: ctx.actor.name },
      })
    else
      await ctx.tx.run(
        sql`update fuel_issues set used_fen = ${used}::bigint, version = version + 1, updated_at = ${ctx.now}
          where id = ${id}::uuid`.compile(q),
      )
  }
  if (laid.cardId === undefined || laid.shares.length === 0) return
  const sum = laid.shares.reduce((all, { amount }) => all + amount, 0)
  await ctx.tx.run(
    sql`update fuel_cards
      set balance_fen = balance_fen - ${sum}::bigint, used_at = greatest(coalesce(used_at, 0), ${usedAt}::bigint),
      version = version + 1, updated_at = ${ctx.now} where id = ${laid.cardId}::uuid`.compile(q),
  )
}

/** Keeps a line a provider told of, laid on what was handed out, or as a difference people look at. Answers its id. */
export async function keepUse(
  ctx: Ctx,
  place: FuelPlace,
  use: UsedFuel,
): Promise<{ id: string; fault?: FuelUseFault }> {
  const laid = await lay(ctx, place, use)
  const id = v7()
  const state = laid.fault === undefined ? 'matched' : fuelUseStates.start
  const made = await ctx.tx.run(
    q
      .insertInto('fuel_uses')
      .values({
        id,
        account_id: place.accountId,
        branch_id: place.branchId,
        serial: use.serial,
        state,
        fault: laid.fault ?? null,
        card_no: use.couponNo === undefined ? plainCardNo(use.cardNo ?? '') : null,
        coupon_no: use.couponNo ?? null,
        card_id: laid.cardId ?? null,
        used_at: use.usedAt,
        station: use.station,
        litres_cl: use.litresCl ?? null,
        unit_price: use.unitPrice ?? null,
        amount_fen: use.amount,
        file_name: place.fileName ?? null,
        made_name: ctx.actor.name,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw new Problem('fuel.useTaken', { serial: use.serial })
  await logEvent(ctx, { entity: 'fuelUse', entityId: id, action: '登记用油', to: state })
  await writeShares(ctx, id, place.branchId, laid, use.usedAt)
  if (laid.couponNo !== undefined) await tellVerified(ctx, place.branchId, laid.couponNo)
  return { id, ...(laid.fault === undefined ? {} : { fault: laid.fault }) }
}

/** PCOIL01: people of the house see how many coupons were verified today, each in their own reach. */
async function tellVerified(ctx: Ctx, branchId: string, couponNo: string): Promise<void> {
  const { branch, all } = await ctx.tx.one(
    q
      .selectFrom('fuel_issues')
      .select([
        sql<number>`count(*)`.as('all'),
        sql<number>`count(*) filter (where branch_id = ${branchId}::uuid)`.as('branch'),
      ])
      .where('medium', '=', 'COUPON')
      .where('state', '=', 'used')
      .where('ended_at', '>=', startOfDay(ctx.now)),
  )
  await tellHappening(ctx, 'fuel.verified', { branch: branchId, permit: 'fuel.view' }, { couponNo, count: branch })
  await tellHappening(ctx, 'fuel.verified', { platform: true, permit: 'fuel.view' }, { couponNo, count: all })
}

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
  const use = { serial, couponNo, usedAt, station, amount }
  const laid = await lay(ctx, place, use)
  if (laid.fault !== undefined) throw wrongField('couponNo', fuelUseFaults[laid.fault])
  const { id } = await keepUse(ctx, place, use)
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
      .where(sql<boolean>`upper(serial) = upper(${serial})`),
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
  const laid = await lay(ctx, place, {
    serial: use.serial,
    cardNo: use.card_no ?? undefined,
    couponNo: use.coupon_no ?? undefined,
    usedAt: use.used_at,
    station: use.station,
    amount: fen(use.amount_fen),
  })
  if (laid.fault !== undefined) throw new Problem('fuel.differs', { fault: fuelUseFaults[laid.fault] })
  const moved = await move(ctx, fuelUseStates, use, 'match', {
    version,
    set: { fault: null, card_id: laid.cardId ?? null, ...ended },
  })
  await writeShares(ctx, id, use.branch_id, laid, use.used_at)
  if (laid.couponNo !== undefined) await tellVerified(ctx, use.branch_id, laid.couponNo)
  ctx.touched('fuelUse', id, { serial: use.serial })
  return { id, version: moved.version }
}
