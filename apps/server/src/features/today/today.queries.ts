// Work that waits for the caller today, read kind by kind and put into one order.
import type { Input, Output } from '@yunshu/contract/call'
import {
  todayCountMax,
  todayKindMax,
  todayMax,
  type getLastHand,
  type listToday,
  type TodayItem,
} from '@yunshu/contract/today'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import type { TodayGroup } from '@yunshu/domain/today/kindRow'
import { compareToday, todayBandOf, todayKindKeys, todayKinds, type TodayKind } from '@yunshu/domain/today/today'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { isDatabaseAway } from '../../db/pool.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { abnormalWork } from './abnormalWork.ts'
import { bankWork } from './bankWork.ts'
import { bookWork } from './bookWork.ts'
import { companyWork } from './companyWork.ts'
import { goodsWork } from './goodsWork.ts'
import { houseMoneyWork } from './houseMoneyWork.ts'
import { moneyWork } from './moneyWork.ts'
import { terminalWork } from './terminalWork.ts'
import { waybillWork } from './waybillWork.ts'
import type { FoundWork, TodaySource } from './work.ts'

const sources: Readonly<Record<TodayKind, TodaySource>> = {
  ...waybillWork,
  ...moneyWork,
  ...houseMoneyWork,
  ...bankWork,
  ...bookWork,
  ...goodsWork,
  ...companyWork,
  ...terminalWork,
  ...abnormalWork,
}

/** A company that ships and carries has the work of both; a branch that of the platform. */
function isFor({ side, businessType }: Actor, { sides }: { readonly sides: readonly string[] }): boolean {
  if (isHouseSide(side)) return sides.includes('platform')
  return (
    (isShipper(businessType) && sides.includes('shipper')) || (isCarrier(businessType) && sides.includes('carrier'))
  )
}

/** True for a kind of work this person can have at all. */
export const canHave = (ctx: Ctx, kind: TodayKind): boolean =>
  isFor(ctx.actor, todayKinds[kind]) && ctx.can(todayKinds[kind].permit)

/** True where found work `f` is put off: until its time, unless it changed, or its end passed meanwhile. */
const isPutOff = ({ actor, now }: Ctx, kind: TodayKind): RawBuilder<boolean> =>
  sql<boolean>`exists (select from today_later l where l.user_id = ${actor.userId}::uuid and l.kind = ${kind}
    and l.record_id = f.id
    and l.until > ${now}::bigint and l.version = f.version and not coalesce(f.deadline >= l.put_at
      and f.deadline < ${now}::bigint, false))`

/** The work of a kind, the soonest end first. */
const findKind = (ctx: Ctx, kind: TodayKind, where: RawBuilder<boolean>, limit: number): Promise<FoundWork[]> =>
  readSource(ctx, kind, () =>
    ctx.tx.rows(
      sql<FoundWork>`select f.* from (${sources[kind].find(ctx)}) as f where ${where}
        order by f.deadline, f.amount desc nulls last, f.since, f.id limit ${limit}`.compile(q),
    ),
  )

const readSource = <T>(ctx: Ctx, kind: TodayKind, read: () => Promise<T>): Promise<T> => {
  const source: TodaySource = sources[kind]
  return source.isElevated ? ctx.tx.elevated(read) : read()
}

/** One piece of work of the caller, as it stands. Refuses `row.none` where it is not theirs, or no longer waits. */
export const findPiece = (ctx: Ctx, kind: TodayKind, id: string): Promise<FoundWork> =>
  readSource(ctx, kind, () =>
    ctx.tx.one(
      sql<FoundWork>`select f.* from (${sources[kind].find(ctx)}) as f where f.id = ${id}::uuid limit 1`.compile(q),
    ),
  )

function show(kind: TodayKind, row: FoundWork): TodayItem {
  const { refuse, isMonth = false } = sources[kind]
  const about = [row.about, row.period && periodText(row.period)].filter(Boolean).join('　')
  return {
    kind,
    id: row.id,
    no: isMonth ? periodText(row.no) : row.no,
    ...(row.beside === null ? {} : { beside: row.beside }),
    ...(row.load_place === undefined ? {} : { loadPlace: row.load_place }),
    ...(row.unload_place === undefined ? {} : { unloadPlace: row.unload_place }),
    ...(about === '' ? {} : { about }),
    ...(row.whose === null ? {} : { whose: row.whose }),
    ...(row.deadline === null ? {} : { deadline: row.deadline }),
    ...(row.amount === null ? {} : { amount: fen(row.amount) }),
    ...(row.amount !== null && row.is_estimate ? { isEstimate: true } : {}),
    since: row.since,
    path: sources[kind].path(row),
    ...(refuse ? { refusePath: refuse(row) } : {}),
  }
}

const isLate = ({ deadline }: FoundWork, now: number): boolean => todayBandOf(deadline ?? undefined, now) === 0

interface Read {
  readonly kind: TodayKind
  /** Undefined where it could not be read. */
  readonly here?: readonly FoundWork[]
  readonly later: readonly FoundWork[]
}

/** The work of a kind, what is put off apart; a statement that fails leaves the other kinds whole. */
async function readKind(ctx: Ctx, kind: TodayKind, hasLater: boolean): Promise<Read> {
  try {
    const putOff = isPutOff(ctx, kind)
    const here = await findKind(ctx, kind, hasLater ? sql<boolean>`not ${putOff}` : sql<boolean>`true`, todayCountMax)
    return { kind, here, later: hasLater ? await findKind(ctx, kind, putOff, todayCountMax) : [] }
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    ctx.log.error({ err: error, kind }, 'work of today could not be read')
    return { kind, later: [] }
  }
}

/** The caller's work in one order, with counts by group. */
export async function findToday(
  ctx: Ctx,
  { group, later = false }: Input<typeof listToday>,
): Promise<Output<typeof listToday>> {
  const kinds = todayKindKeys.filter(kind => canHave(ctx, kind))
  const putOff = await ctx.tx.rows(
    q
      .selectFrom('today_later')
      .select('kind')
      .distinct()
      .where('user_id', '=', ctx.actor.userId)
      .where('until', '>', ctx.now),
  )
  const hasLater = new Set(putOff.map(({ kind }) => kind))
  const reads: Read[] = []
  // one after the other: a reader has one connection
  for (const kind of kinds) reads.push(await readKind(ctx, kind, hasLater.has(kind)))
  const counts: Partial<Record<TodayGroup, number>> = {}
  for (const { kind, here = [] } of reads) {
    const of = todayKinds[kind].group
    if (here.length > 0) counts[of] = Math.min((counts[of] ?? 0) + here.length, todayCountMax)
  }
  const shown = reads
    .filter(({ kind }) => group === undefined || todayKinds[kind].group === group)
    .flatMap(read => (later ? read.later : (read.here ?? [])).slice(0, todayKindMax).map(row => show(read.kind, row)))
  return {
    items: shown.toSorted(compareToday(ctx.now)).slice(0, todayMax),
    counts,
    late: reads.flatMap(({ here = [] }) => here).filter(row => isLate(row, ctx.now)).length,
    later: reads.reduce((sum, read) => sum + read.later.length, 0),
    failed: reads.filter(({ here }) => here === undefined).map(({ kind }) => kind),
  }
}

/** The wall of histories lets branches see the trucks and drivers of all carriers, whose pages are open for their own alone. */
const ownOfFleets = (actor: Actor): RawBuilder<boolean> => sql<boolean>`(case entity
  when 'vehicle' then exists (select from vehicles v where v.id = entity_id and ${ownFleet(actor, 'v')})
  when 'driver' then exists (select from drivers d where d.id = entity_id and ${ownFleet(actor, 'd')})
  else true end)`

/** The last step with a record, for people who see its history. */
export async function findLastHand(
  { tx, actor }: Ctx,
  { id }: Input<typeof getLastHand>,
): Promise<Output<typeof getLastHand>> {
  const last = await tx.first(
    q
      .selectFrom('events')
      .select(['user_id', 'user_name', 'action'])
      .where('entity_id', '=', id)
      .where('to_state', 'is not', null)
      .where('user_id', '<>', nilId)
      .where(ownOfFleets(actor))
      .orderBy('id', 'desc')
      .limit(1),
  )
  return last === undefined || last.user_id === actor.userId ? {} : { by: last.user_name, action: last.action }
}
