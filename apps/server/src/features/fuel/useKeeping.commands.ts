// Lines of fuel that was used, laid on what was handed out or kept as differences, many in as few statements as one.
import { addFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { fuelIssueStates, fuelUseStates, layUse, plainCardNo, type FuelUseFault } from '@yunshu/domain/fuel/fuel'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { inPieces, insertMany, insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import { moveAll } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { stopsOf } from './card.queries.ts'
import { lockNamed, openIssuesOf } from './use.queries.ts'

/** The parts of a provider's line that decide on what it is laid. */
interface Line {
  readonly cardNo?: string | undefined
  readonly couponNo?: string | undefined
  readonly usedAt: number
  readonly amount: Fen
}

/** A line of a provider, in the figures it is kept in. */
export interface UsedFuel extends Line {
  readonly id: string
  readonly serial: string
  readonly station: string
  readonly litresCl?: number | undefined
  readonly unitPrice?: number | undefined
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

/**
 * Takes the cards, coupons and issues these lines name under lock. The function it answers finds what a line used; each
 * line it is asked about finds what those before it left.
 */
export async function openLaying(
  ctx: Ctx,
  { accountId, branchId }: FuelPlace,
  lines: readonly Line[],
): Promise<(line: Line) => Laid> {
  const { cards, coupons } = await lockNamed(ctx, branchId, lines)
  const own = cards.filter(card => card.account_id === accountId)
  const stops = await stopsOf(ctx, own)
  const issues = Map.groupBy(
    await openIssuesOf(
      ctx,
      own.map(({ id }) => id),
    ),
    ({ cardId }) => cardId,
  )
  const cardsOf = Map.groupBy(cards, card => card.card_no)
  const couponOf = new Map(coupons.map(coupon => [coupon.coupon_no, coupon]))
  const taken = new Map<string, Fen>()
  const take = (laid: Laid): Laid => {
    for (const { id, amount } of laid.shares) taken.set(id, addFen(taken.get(id) ?? ZERO_FEN, amount))
    return laid
  }
  const layOnCard = (line: Line): Laid => {
    const named = cardsOf.get(plainCardNo(line.cardNo ?? '')) ?? []
    const card = named.find(each => each.account_id === accountId) ?? named[0]
    if (card === undefined) return none('NO_CARD')
    if (card.account_id !== accountId) return none('OTHER_ACCOUNT', card.id)
    const stopped = stops.get(card.id)
    if (stopped !== undefined && line.usedAt > stopped) return none('FROZEN', card.id)
    const left = (issues.get(card.id) ?? []).map(issue => ({
      ...issue,
      left: subtractFen(issue.left, taken.get(issue.id) ?? ZERO_FEN),
    }))
    const laid = layUse({ at: line.usedAt, amount: line.amount }, left)
    return 'fault' in laid ? none(laid.fault, card.id) : { shares: laid.shares, cardId: card.id }
  }
  const layOnCoupon = (line: Line, couponNo: string): Laid => {
    const issue = couponOf.get(couponNo)
    if (issue === undefined) return none('NO_COUPON')
    if (issue.account_id !== accountId) return none('OTHER_ACCOUNT')
    if (issue.state !== 'issued' || taken.has(issue.id)) return none('COUPON_SPENT')
    if (issue.amount_fen !== line.amount) return none('COUPON_AMOUNT')
    return { shares: [{ id: issue.id, amount: line.amount }], couponNo }
  }
  return line => take(line.couponNo === undefined ? layOnCard(line) : layOnCoupon(line, line.couponNo))
}

/** Takes what lines used off the issues and the cards; an issue of which nothing is left is used up. */
export async function writeShares(
  ctx: Ctx,
  branchId: string,
  uses: readonly { readonly id: string; readonly usedAt: number; readonly laid: Laid }[],
): Promise<void> {
  const shares = uses.flatMap(({ id, laid }) => laid.shares.map(share => ({ useId: id, ...share })))
  if (shares.length === 0) return
  await insertMany(
    ctx.tx,
    'fuel_use_shares',
    shares.map(({ useId, id, amount }) => ({
      use_id: useId,
      issue_id: id,
      branch_id: branchId,
      amount_fen: amount,
    })),
  )
  const taken = new Map(
    [...Map.groupBy(shares, ({ id }) => id)].map(([id, some]) => [id, sumFen(some.map(({ amount }) => amount))]),
  )
  await writeUsed(ctx, taken)
  const cards = [...Map.groupBy(uses, ({ laid }) => laid.cardId)].flatMap(([id, some]) =>
    id === undefined ? [] : [{ id, some: some.filter(({ laid }) => laid.shares.length > 0) }],
  )
  const used = cards.filter(({ some }) => some.length > 0)
  await ctx.tx.run(
    sql`update fuel_cards c
      set balance_fen = c.balance_fen - seen.sum, used_at = greatest(coalesce(c.used_at, 0), seen.at),
      version = c.version + 1, updated_at = ${ctx.now}
      from unnest(${used.map(({ id }) => id)}::uuid[],
        ${used.map(({ some }) => sumFen(some.flatMap(({ laid }) => laid.shares.map(({ amount }) => amount))))}::bigint[],
        ${used.map(({ some }) => Math.max(...some.map(({ usedAt }) => usedAt)))}::bigint[]) as seen (id, sum, at)
      where c.id = seen.id`.compile(q),
  )
}

/** Adds what was used to issues, by their ids. */
async function writeUsed(ctx: Ctx, taken: ReadonlyMap<string, Fen>): Promise<void> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('fuel_issues')
      .selectAll()
      .where(sql<boolean>`id = any(${[...taken.keys()]}::uuid[])`)
      .orderBy('id'),
  )
  const usedOf = ({ id, used_fen }: { readonly id: string; readonly used_fen: number }): number =>
    used_fen + (taken.get(id) ?? 0)
  const isUsedUp = (row: (typeof rows)[number]): boolean => usedOf(row) === row.amount_fen && row.recovered_fen === 0
  await moveAll(
    ctx,
    fuelIssueStates,
    rows.filter(isUsedUp).map(row => ({ ...row, state: keyOf(fuelIssueStates.states, row.state) })),
    'useUp',
    {
      set: { ended_at: ctx.now, ended_name: ctx.actor.name },
      each: row => ({ set: { used_fen: usedOf(row) } }),
    },
  )
  const rest = rows.filter(row => !isUsedUp(row))
  if (rest.length === 0) return
  await ctx.tx.run(
    sql`update fuel_issues i set used_fen = seen.used, version = i.version + 1, updated_at = ${ctx.now}
      from unnest(${rest.map(({ id }) => id)}::uuid[], ${rest.map(usedOf)}::bigint[]) as seen (id, used)
      where i.id = seen.id`.compile(q),
  )
}

/**
 * Keeps lines a provider told of, in their order, laid on what was handed out, or as differences people look at. Answers
 * the differences by the ids of their lines.
 */
export async function keepUses(
  ctx: Ctx,
  place: FuelPlace,
  uses: readonly UsedFuel[],
): Promise<ReadonlyMap<string, FuelUseFault>> {
  const lay = await openLaying(ctx, place, uses)
  const kept = uses.map(use => ({ ...use, laid: lay(use) }))
  for (const some of inPieces(kept)) await insertUses(ctx, place, some)
  await writeShares(ctx, place.branchId, kept)
  await tellVerified(
    ctx,
    place.branchId,
    kept.map(({ laid }) => laid),
  )
  return new Map(kept.flatMap(({ id, laid }) => (laid.fault === undefined ? [] : [[id, laid.fault] as const])))
}

async function insertUses(
  ctx: Ctx,
  place: FuelPlace,
  uses: readonly (UsedFuel & { readonly laid: Laid })[],
): Promise<void> {
  const rows = uses.map(({ laid, ...use }) => ({
    id: use.id,
    account_id: place.accountId,
    branch_id: place.branchId,
    serial: use.serial,
    state: laid.fault === undefined ? 'matched' : fuelUseStates.start,
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
  }))
  const made = await ctx.tx.rows(
    sql<{ id: string }>`${insertRows('fuel_uses', rows)} on conflict do nothing returning id`.compile(q),
  )
  const isMade = new Set(made.map(({ id }) => id))
  const taken = rows.find(({ id }) => !isMade.has(id))
  if (taken) throw new Problem('fuel.useTaken', { serial: taken.serial })
  await logEvents(
    ctx,
    rows.map(({ id, state }) => ({ entity: 'fuelUse', entityId: id, action: '登记用油', to: state })),
  )
}

/** PCOIL01: people of the house see how many coupons were verified today, each in their own reach. */
export async function tellVerified(ctx: Ctx, branchId: string, laid: readonly Laid[]): Promise<void> {
  const coupons = laid.flatMap(({ couponNo }) => couponNo ?? [])
  if (coupons.length === 0) return
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
  // all of them are counted by now: each is told with the number it made
  for (const [n, couponNo] of coupons.entries()) {
    const later = coupons.length - 1 - n
    const [ofBranch, ofAll] = [branch - later, all - later]
    await tellHappening(ctx, 'fuel.verified', { branch: branchId, permit: 'fuel.view' }, { couponNo, count: ofBranch })
    await tellHappening(ctx, 'fuel.verified', { platform: true, permit: 'fuel.view' }, { couponNo, count: ofAll })
  }
}
