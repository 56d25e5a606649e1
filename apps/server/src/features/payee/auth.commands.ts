// Authorisations of drivers that somebody else receives what they earn (收款授权): added with the signed letter, verified,
// revoked, expired.
import type { Input, Output } from '@yunshu/contract/call'
import type { addPayeeAuth, movePayeeAuth, uploadAuthFiles } from '@yunshu/contract/fleet/payee'
import { payeeAuthMoved } from '@yunshu/contract/happening/fleet'
import { authDocuments, authLongestMs, payeeAuthStates } from '@yunshu/domain/fleet/payee'
import { Problem } from '@yunshu/domain/problems/problems'
import { DAY_MS, formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { byStep, claimDue, dueBefore } from '../fleet/due.commands.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { assertKept, tellFleetVerifiers, wordsOfHeld } from '../fleet/held.commands.ts'
import { lockAuth, lockPayee, mayMoveAuth } from './payeeRows.queries.ts'

type Auth = Input<typeof addPayeeAuth>

function assertDates({ validFrom, validTo }: Pick<Auth, 'validFrom' | 'validTo'>, now: number): void {
  const end = startOfDay(validTo) + DAY_MS
  const fault =
    validTo < validFrom
      ? '不能早于授权开始'
      : end <= now
        ? '须晚于今天'
        : end - validFrom > authLongestMs
          ? '授权最长三年'
          : undefined
  refuseFields(fault === undefined ? {} : { validTo: fault })
}

/** Adds an authorisation with its signed letter; it waits for verification. */
export async function addAuth(
  ctx: Ctx,
  { payeeId, driverId, scope = '', ...dates }: Auth,
  stored: StoredUploads,
): Promise<Output<typeof addPayeeAuth>> {
  const held = await lockPayee(ctx, payeeId)
  await assertKept(ctx, held, held.row.version)
  if (held.payee.driver_id !== null) refuseFields({ payeeId: '司机本人的账户无需授权' })
  const driver = await ctx.tx.one(
    q
      .selectFrom('drivers as d')
      .select(['d.id', 'd.name', 'd.retired_at'])
      .where('d.id', '=', driverId)
      .where('d.carrier_id', '=', held.row.carrier_id)
      .where(ownFleet(ctx.actor, 'd')),
  )
  if (driver.retired_at !== null) refuseFields({ driverId: '司机已停用' })
  assertDates(dates, ctx.now)
  const from = startOfDay(dates.validFrom),
    to = startOfDay(dates.validTo) + DAY_MS
  const other = await ctx.tx.first(
    q
      .selectFrom('payee_auths')
      .select('valid_to')
      .where('payee_id', '=', payeeId)
      .where('driver_id', '=', driverId)
      .where('state', 'in', ['pending', 'active'])
      .where('valid_from', '<', to)
      .where('valid_to', '>', from)
      .orderBy('valid_to', 'desc')
      .limit(1),
  )
  if (other)
    throw new Problem(
      'payee.authOverlap',
      { name: driver.name, date: formatDate(other.valid_to - DAY_MS) },
      { fields: { validFrom: '与已有授权重叠' } },
    )
  const id = v7()
  await ctx.tx.run(
    q.insertInto('payee_auths').values({
      id,
      payee_id: payeeId,
      driver_id: driverId,
      carrier_id: held.row.carrier_id,
      state: payeeAuthStates.start,
      valid_from: from,
      valid_to: to,
      scope,
      created_by: ctx.actor.userId,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await keepPapers(ctx, held.row.carrier_id, { id, category: 'letter' }, stored)
  await logEvent(ctx, {
    entity: 'payee',
    entityId: payeeId,
    action: '添加收款授权',
    diff: [{ field: '司机', old: '--', new: `${driver.name}（${formatDate(from)} 至 ${formatDate(to - DAY_MS)}）` }],
  })
  await tellFleetVerifiers(ctx, held, 'payee.authAsked', { ...wordsOfHeld(held), driver: driver.name })
  ctx.touched('payee', payeeId)
  return { id, version: 1 }
}

async function keepPapers(
  ctx: Ctx,
  carrierId: string,
  { id, category }: { id: string; category: string },
  stored: StoredUploads,
) {
  const { branch_id: branch } = await ctx.tx.one(
    q.selectFrom('companies').select('branch_id').where('id', '=', carrierId),
  )
  return keepUploads(ctx, stored, {
    entity: 'payeeAuth',
    id,
    category,
    shipperId: carrierId,
    carrierId,
    branchId: branch ?? carrierId,
  })
}

/** Adds a further paper to an authorisation that waits for verification. */
export async function uploadAuth(
  ctx: Ctx,
  { id, category }: Input<typeof uploadAuthFiles>,
  stored: StoredUploads,
): Promise<Output<typeof uploadAuthFiles>> {
  const { held, auth } = await lockAuth(ctx, id)
  await assertKept(ctx, held, held.row.version)
  if (auth.state !== 'pending')
    throw new Problem('state.wrong', { state: payeeAuthStates.states[auth.state].label, move: '上传授权资料' })
  const files = await keepPapers(ctx, held.row.carrier_id, { id, category }, stored)
  await logEvent(ctx, {
    entity: 'payee',
    entityId: held.row.id,
    action: '上传授权资料',
    diff: [
      {
        field: `${auth.driver_name} ${authDocuments[category]}`,
        old: '--',
        new: files.map(({ name }) => name).join('、'),
      },
    ],
  })
  ctx.touched('payee', held.row.id)
  return { files }
}

/** Verifies or revokes an authorisation; the other side hears of it. */
export async function moveAuth(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof movePayeeAuth>,
): Promise<Output<typeof movePayeeAuth>> {
  const { held, auth } = await lockAuth(ctx, id)
  const { row } = held
  if (!mayMoveAuth(ctx, name, row.carrier_id)) throw new Problem('permit.missing')
  if (name === 'approve' && auth.state === 'pending' && auth.valid_to <= ctx.now)
    refuseFields({ move: '授权已到期，不能通过' })
  const label = payeeAuthStates.moves[name].label
  const moved = await move(ctx, payeeAuthStates, auth, name, {
    version,
    entity: 'payee',
    entityId: row.id,
    reason,
    set: { reason: reason ?? null },
    diff: [{ field: '收款授权', old: '--', new: `${auth.driver_name}（${label}）` }],
  })
  if (ctx.actor.companyId !== row.carrier_id) {
    const said = { id: row.id, payee: held.name, driver: auth.driver_name, move: label, reason }
    await tellHappening(ctx, payeeAuthMoved[name], { company: row.carrier_id, permit: 'payee.view' }, said)
  }
  ctx.touched('payee', row.id)
  return { id, version: moved.version }
}

/** Ends what is over at `now`; its carrier hears of it. Answers how many. */
export async function expireDueAuths(ctx: Ctx, now: number, batch: number): Promise<number> {
  const due = await ctx.tx.rows(
    q
      .selectFrom('payee_auths as a')
      .innerJoin('payees as p', 'p.id', 'a.payee_id')
      .innerJoin('drivers as d', 'd.id', 'a.driver_id')
      .select(['a.id', 'a.state', 'a.version', 'a.carrier_id', pair.as('name')])
      .where('a.state', 'in', ['pending', 'active'])
      .where('a.valid_to', '<=', now)
      .orderBy('a.id')
      .limit(batch)
      .forUpdate('a')
      .skipLocked(),
  )
  if (due.length > 0)
    await moveAll(
      ctx,
      payeeAuthStates,
      due.map(({ id, state, version }) => ({ id, state: keyOf(payeeAuthStates.states, state), version })),
      'expire',
    )
  for (const [company, rows] of Map.groupBy(due, row => row.carrier_id)) {
    const said = { count: rows.length, auths: named(rows) }
    await tellHappening(ctx, 'payee.authEnded', { company, permit: 'payee.edit' }, said)
  }
  return due.length
}

const namedMost = 5
/** A driver and the payee, as messages name the pair. */
const pair = sql<string>`d.name || '→' || p.name`
const named = (rows: readonly { name: string }[]): string =>
  `${rows
    .slice(0, namedMost)
    .map(({ name }) => name)
    .join('、')}${rows.length > namedMost ? ' 等' : ''}`

/** Reminds of authorisations that end soon, once per step. Answers how many. */
export async function remindDue(ctx: Ctx, now: number): Promise<number> {
  // it is good through the day before the first moment it is over
  const due = await claimDue(
    ctx,
    sql`
    select a.id as owner_id, a.carrier_id as company_id, ${pair} as name, 'auth' as paper,
      a.valid_to - ${DAY_MS}::bigint as expiry from payee_auths a join payees p on p.id = a.payee_id
      join drivers d on d.id = a.driver_id
    where a.state = 'active' and a.valid_to > ${now} and a.valid_to < ${dueBefore(now) + DAY_MS}`,
    now,
  )
  for (const { company, days, rows } of byStep(due)) {
    const to = { company, permit: 'payee.edit' } as const
    const said = { count: rows.length, auths: named(rows) }
    if (days === 0) await tellHappening(ctx, 'payee.authEndingToday', to, said)
    else await tellHappening(ctx, 'payee.authEnding', to, { ...said, days })
  }
  return due.length
}
