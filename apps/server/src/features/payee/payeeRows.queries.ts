// Reads of payees: lists with counters, one payee with its authorisations, whom a driver can have paid, and a payee
// under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countPayees,
  DriverPayee,
  getPayee,
  listDriverPayees,
  listPayees,
  PayeeAuth,
  PayeeDetails,
  PayeeRow,
} from '@yunshu/contract/fleet/payee'
import { neededOfPayee } from '@yunshu/domain/fleet/certificates'
import { shownPhone } from '@yunshu/domain/phones'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { missingOfPayee, payeeAuthStates, payeeKinds } from '@yunshu/domain/fleet/payee'
import { DAY_MS, formatDate } from '@yunshu/domain/figures/time'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { offeredMoves } from '../../work/move.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { PayeeAuths, Payees } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { findFilesOf } from '../file/file.queries.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { shownAccountNo, shownIdNo } from '../../work/numbers.ts'
import {
  countByPaper,
  documentsOf,
  withoutEmpty,
  type HeldFacts,
  isHouse,
  isKeeper,
  listWhere,
  ownFleet,
  payeeFleet,
  standingOf,
  standsAs,
  withPaperState,
} from '../fleet/fleet.queries.ts'
import { recordOf, seesPapers } from '../fleet/record.queries.ts'
import { papersOf } from './facts.ts'
import { findPayableFor } from './payee.queries.ts'

/** The most authorisations the page of a payee shows, the newest first. */
const authsMost = 200

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)
/** Authorisations of the payee in `alias` that hold at `now`. */
const activeAuths = (alias: string, now: number): RawBuilder<number> =>
  sql<number>`(select count(*) from payee_auths a where a.payee_id = ${column(alias, 'id')} and a.state = 'active'
    and a.valid_from <= ${now} and a.valid_to > ${now})`
const hasWaiting = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payee_auths a where a.payee_id = ${column(alias, 'id')} and a.state = 'pending')`

/** Payees in `alias` under a filter, in the actor's reach. */
export const payeesUnder = (
  actor: Actor,
  now: number,
  { text, paper, kind, standing, authWaiting, driverId }: Input<typeof countPayees>,
  alias: string,
): RawBuilder<boolean> =>
  listWhere(actor, payeeFleet, alias, standing, [
    contains([`${alias}.name`, `${alias}.mobile`, `${alias}.bank`], text),
    paper && standsAs(payeeFleet, alias, paper, now),
    kind && sql<boolean>`${column(alias, 'kind')} = ${kind}`,
    authWaiting === true && hasWaiting(alias),
    driverId &&
      sql<boolean>`(${column(alias, 'driver_id')} = ${driverId}::uuid
        or ${column(alias, 'id')} in (select a.payee_id from payee_auths a where a.driver_id = ${driverId}::uuid
        and a.state in ('pending', 'active')))`,
  ])

type Row = Selectable<Payees> & {
  carrier_name: string
  driver_name: string | null
  auths_active: number
  auths_pending: number
  auth_until: number | null
}

const payees = (now: number) =>
  q
    .selectFrom('payees as p')
    .innerJoin('companies as c', 'c.id', 'p.carrier_id')
    .leftJoin('drivers as d', 'd.id', 'p.driver_id')
    .selectAll('p')
    .select(['c.name as carrier_name', 'd.name as driver_name'])
    .select([
      activeAuths('p', now).as('auths_active'),
      sql<number>`(select count(*) from payee_auths a where a.payee_id = p.id and a.state = 'pending')`.as(
        'auths_pending',
      ),
      sql<number | null>`(select max(a.valid_to) from payee_auths a where a.payee_id = p.id and a.state = 'active'
        and a.valid_to > ${now})`.as('auth_until'),
    ])

function toRow(ctx: Ctx, row: Row): PayeeRow {
  return {
    id: row.id,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    kind: keyOf(payeeKinds, row.kind),
    name: row.name,
    mobile: shownPhone(row.mobile, { of: isKeeper(ctx, row.carrier_id) ? 'own' : 'others' }),
    bank: row.bank,
    bankCode: row.bank_code,
    accountNo: shownAccountNo(ctx, row.account_no),
    ...withoutEmpty({ driverId: row.driver_id, driverName: row.driver_name }),
    drivers: row.auths_active + (row.driver_id === null ? 0 : 1),
    authsPending: row.auths_pending,
    ...(row.auth_until === null ? {} : { authUntil: row.auth_until - DAY_MS }),
    ...standingOf(row, row.removed_at, [], ctx.now),
  }
}

/** Payees, newest first. */
export async function findPayeesPage(ctx: Ctx, input: Input<typeof listPayees>): Promise<Output<typeof listPayees>> {
  const found = await ctx.tx.rows(
    payees(ctx.now)
      .where(payeesUnder(ctx.actor, ctx.now, input, 'p'))
      .where(afterCursor(input, 'p.id') ?? sql<boolean>`true`)
      .orderBy('p.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  return toPage(found, input, row => toRow(ctx, row))
}

/** Payees by state of verification under the list's filter. */
export const countPayeesByPaper = (ctx: Ctx, input: Input<typeof countPayees>): Promise<Output<typeof countPayees>> =>
  countByPaper(ctx, payeeFleet, payeesUnder(ctx.actor, ctx.now, { ...input, paper: undefined }, 'r'))

/** Papers a payee still lacks to be verified. */
export function missingOf(
  row: Pick<Selectable<Payees>, 'kind' | 'driver_id'>,
  documents: readonly string[],
): Record<string, string> {
  return missingOfPayee({ ...judgedBy(row), documents })
}

/** The facts that decide which papers a payee needs. */
const judgedBy = (row: Pick<Selectable<Payees>, 'kind' | 'driver_id'>) => ({
  kind: keyOf(payeeKinds, row.kind),
  isOwn: row.driver_id !== null,
})

/** One payee in the actor's reach; one that was removed is still shown, as waybills name it. */
export async function findPayee(ctx: Ctx, { id }: Input<typeof getPayee>): Promise<PayeeDetails> {
  const row = await ctx.tx.one(payees(ctx.now).where('p.id', '=', id).where(ownFleet(ctx.actor, 'p')))
  // the credit code of a company is public
  const idNo = row.kind === 'COMPANY' ? row.id_no : shownIdNo(ctx, row.id_no)
  const documents = await documentsOf(ctx, payeeFleet, id)
  const known = {
    goneAt: row.removed_at,
    facts: papersOf(row),
    needed: neededOfPayee(judgedBy(row)),
    documents,
    missing: missingOf(row, documents),
  }
  return {
    ...toRow(ctx, row),
    idNo,
    createdAt: row.created_at,
    auths: await findAuths(ctx, row),
    ...(await recordOf(ctx, payeeFleet, withPaperState(row), known)),
  }
}

async function findAuths(ctx: Ctx, payee: { id: string; carrier_id: string }): Promise<PayeeAuth[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('payee_auths as a')
      .innerJoin('drivers as d', 'd.id', 'a.driver_id')
      .selectAll('a')
      .select('d.name as driver_name')
      .where('a.payee_id', '=', payee.id)
      .orderBy('a.id', 'desc')
      .limit(authsMost),
  )
  const files = seesPapers(ctx, payeeFleet, payee.carrier_id)
    ? await findFilesOf(
        ctx,
        'payeeAuth',
        rows.map(row => row.id),
      )
    : undefined
  return rows.map(row => {
    const state = keyOf(payeeAuthStates.states, row.state)
    return {
      id: row.id,
      driverId: row.driver_id,
      driverName: row.driver_name,
      state,
      validFrom: row.valid_from,
      validTo: row.valid_to - DAY_MS,
      scope: row.scope,
      ...(row.reason === null ? {} : { reason: row.reason }),
      ...(files === undefined ? {} : { files: files.get(row.id) ?? [] }),
      moves: offeredMoves(ctx, payeeAuthStates, state).filter(move => mayMoveAuth(ctx, move, payee.carrier_id)),
      version: row.version,
    }
  })
}

/** Whether the actor may make this move of an authorisation: the house any, the payee's keeper only `revoke`. */
export function mayMoveAuth(ctx: Ctx, move: string, carrierId: string): boolean {
  return isHouse(ctx.actor) || (move === 'revoke' && isKeeper(ctx, carrierId))
}

interface CandidateRow {
  id: string
  kind: string
  name: string
  bank: string
  account_no: string
  is_own: boolean
  is_default: boolean
  paper: string
  blacklisted_at: number | null
  auth_state: string | null
  valid_from: number | null
  valid_to: number | null
}

/** Own accounts of a driver and whom he authorised, the default first; each with why it cannot be paid now. */
export async function findDriverPayees(
  ctx: Ctx,
  { driverId }: Input<typeof listDriverPayees>,
): Promise<Output<typeof listDriverPayees>> {
  const driver = await ctx.tx.one(
    q
      .selectFrom('drivers as d')
      .select(['d.id', 'd.version', 'd.payee_id'])
      .where('d.id', '=', driverId)
      .where(ownFleet(ctx.actor, 'd')),
  )
  const rows = await ctx.tx.rows(
    sql<CandidateRow>`
    select p.id, p.kind, p.name, p.bank, p.account_no, p.driver_id is not null as is_own,
      coalesce(p.id = ${driver.payee_id}::uuid, false) as is_default, p.paper, p.blacklisted_at,
      a.state as auth_state, a.valid_from, a.valid_to
    from payees p left join lateral (select * from payee_auths a where a.payee_id = p.id
      and a.driver_id = ${driverId}::uuid order by a.state = 'active' desc, a.id desc limit 1) a on true
    where p.removed_at is null and (p.driver_id = ${driverId}::uuid
      or p.id in (select x.payee_id from payee_auths x where x.driver_id = ${driverId}::uuid
      and x.state in ('pending', 'active')))
    order by is_default desc, is_own desc, p.id limit 100`.compile(q),
  )
  const payable = new Set((await findPayableFor(ctx, [driverId], ctx.now)).get(driverId)?.map(({ payeeId }) => payeeId))
  return {
    driverVersion: driver.version,
    rows: rows.map((row): DriverPayee => ({
      id: row.id,
      kind: keyOf(payeeKinds, row.kind),
      name: row.name,
      bank: row.bank,
      accountNo: shownAccountNo(ctx, row.account_no),
      isOwn: row.is_own,
      isDefault: row.is_default,
      paper: keyOf(paperStates.states, row.paper),
      ...(row.auth_state === null ? {} : { authState: keyOf(payeeAuthStates.states, row.auth_state) }),
      ...(row.valid_to === null ? {} : { validTo: row.valid_to - DAY_MS }),
      ...(payable.has(row.id) ? {} : { fault: faultOf(row, ctx.now) }),
    })),
  }
}

function faultOf(row: CandidateRow, now: number): string {
  if (row.blacklisted_at !== null) return '已列入黑名单'
  if (row.paper !== 'approved') return `收款人${paperStates.states[keyOf(paperStates.states, row.paper)].label}`
  if (row.is_own) return '户名或证件号与司机不一致'
  if (row.auth_state !== 'active')
    return `授权${row.auth_state === null ? '不存在' : payeeAuthStates.states[keyOf(payeeAuthStates.states, row.auth_state)].label}`
  return row.valid_from !== null && row.valid_from > now ? `授权自 ${formatDate(row.valid_from)} 起生效` : '授权已到期'
}

/** One payee under lock, in the actor's reach. */
export async function lockPayee(ctx: Ctx, id: string): Promise<HeldFacts & { payee: Selectable<Payees> }> {
  const row = await ctx.tx.one(
    q.selectFrom('payees as p').selectAll('p').where('p.id', '=', id).where(ownFleet(ctx.actor, 'p')).forUpdate(),
  )
  return {
    kind: payeeFleet,
    row: withPaperState(row),
    name: row.name,
    goneAt: row.removed_at,
    payee: row,
    facts: papersOf(row),
    needed: neededOfPayee(judgedBy(row)),
  }
}

/** One authorisation and its payee under lock, the payee first, in the actor's reach. */
export async function lockAuth(
  ctx: Ctx,
  id: string,
): Promise<{
  held: Awaited<ReturnType<typeof lockPayee>>
  auth: Omit<Selectable<PayeeAuths>, 'state'> & { state: keyof typeof payeeAuthStates.states; driver_name: string }
}> {
  const { payee_id } = await ctx.tx.one(q.selectFrom('payee_auths').select('payee_id').where('id', '=', id))
  const held = await lockPayee(ctx, payee_id)
  const auth = await ctx.tx.one(
    q
      .selectFrom('payee_auths as a')
      .innerJoin('drivers as d', 'd.id', 'a.driver_id')
      .selectAll('a')
      .select('d.name as driver_name')
      .where('a.id', '=', id)
      .forUpdate('a'),
  )
  return { held, auth: { ...auth, state: keyOf(payeeAuthStates.states, auth.state) } }
}
