// Work on waybills: the road, the signature, disputes and claims, receipts, and freight that can go on a sheet.
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { TodayKind } from '@yunshu/domain/today/today'
import type { ActName } from '@yunshu/domain/waybill/acts'
import type { WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { dayTextInSql } from '../../db/conditions.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, businessSight, ownRows } from '../../work/scope.ts'
import { owedFen } from '../settlement/debts.queries.ts'
import { isReady, isSettleable } from '../settlement/settleable.queries.ts'
import { provenSince } from '../waybill/arrivalMark.queries.ts'
import { asksQuestion, claimEnd, claimSum, hasOpenClaim } from '../waybill/waybillQuestion.queries.ts'
import { asSide, endOfDay, isEstimate, ownFreight, type FoundWork, type TodaySource } from './work.ts'

type Condition = RawBuilder<boolean>

interface Waybills {
  /** The side whose work it is; the house does that of either. */
  readonly side: 'shipper' | 'carrier'
  readonly where: (ctx: Ctx) => Condition
  /** ms or null, of waybill `w`. */
  readonly deadline?: RawBuilder<number | null>
  /** The time since it waits, of waybill `w`. */
  readonly since?: RawBuilder<number>
  /** The act whose dialog its page opens; none where the record has to be read first. */
  readonly act?: WaybillPeopleMove | ActName | 'takeArrival'
  readonly refuse?: WaybillPeopleMove | 'refuseArrival' | ActName
  /** The address of the work; the record's page unless told. */
  readonly path?: (id: string) => string
}

const none = sql<number | null>`null::bigint`
const tons = (grams: string) => sql`to_char(${sql.ref(grams)} / 1000000.0, 'FM9999990.000') || ' 吨'`
/** Weights as far as they are known, and goods. */
const about = sql<string>`concat_ws('　', case when w.unload_weight_g is not null then ${tons('w.unload_weight_g')}
  when w.load_weight_g is not null then '装 ' || ${tons('w.load_weight_g')} end,
  case when w.loss_g > 0 then '亏 ' || ${tons('w.loss_g')} end, w.item_names)`

const recordPath = (id: string): string => screenUrl('WaybillDetails', { id })

const waybills = ({
  side,
  where,
  deadline = none,
  since = sql<number>`w.updated_at`,
  act,
  refuse,
  path = id => (act ? actUrl(recordPath(id), act) : recordPath(id)),
}: Waybills): TodaySource => ({
  find: ctx => {
    const other = side === 'shipper' ? 'w.carrier_id' : 'w.shipper_id'
    return sql<FoundWork>`select w.id, w.version, w.waybill_no as no, w.plate || ' ' || w.driver_name as beside,
      w.load_place, w.unload_place, ${about} as about,
      (select o.name from companies o where o.id = ${sql.ref(other)}) as whose, ${deadline} as deadline,
        ${ownFreight(ctx)} as amount, ${isEstimate} as is_estimate, ${since} as since, w.id::text as link
      from waybills w where ${allOf([ownRows(ctx.actor, 'w'), asSide(ctx.actor, side, 'w'), where(ctx)])}`
  },
  path: ({ link }) => path(link),
  ...(refuse ? { refuse: ({ link }) => actUrl(recordPath(link), refuse) } : {}),
})

const inState = (state: string) => (): Condition => sql<boolean>`w.state = ${sql.lit(state)}`
/** The last moment of the day a receipt has to be handed in by, counted from the signature. */
const receiptEnd = sql<
  number | null
>`case when w.signed_at is not null and w.body -> 'receiptRule' ->> 'returnDays' is not null
  then ${endOfDay(sql`w.signed_at + (w.body -> 'receiptRule' ->> 'returnDays')::int * ${DAY_MS}::bigint`)} end`

/** Settleable waybills looked at for one answer; there are rarely more, and the sums are those of the oldest then. */
const settleableMax = 5000

/** Freight that can go on a sheet, one piece of work for each carrier. */
const settle: TodaySource = {
  find: ctx => {
    const sees = businessSight(ctx).carrier || ctx.can('settlement.make')
    // debts are taken off in the books they stand in, as the sheets will take them
    const cash = sql`sum(greatest(s.open_fen - ${owedFen('s')}, 0))::bigint`
    return sql<FoundWork>`select s.carrier_id as id, sum(s.n)::int as version, c.name as no, sum(s.n) || ' 单' as beside,
      '最早签收 ' || ${dayTextInSql(sql`min(s.signed_at)`, 'MM-DD')} as about,
        null as whose,
      ${endOfDay(sql`min(s.due_at)`)} as deadline, ${sees ? cash : none} as amount,
        min(s.signed_at) as since, s.carrier_id::text as link
      from (select r.shipper_id, r.carrier_id, r.branch_id, count(*)::int as n, min(r.signed_at) as signed_at,
        min(r.due_at) as due_at, sum(r.open_fen) as open_fen
      from (select w.shipper_id, w.carrier_id, w.branch_id, coalesce(w.signed_at, w.updated_at) as signed_at, sp.due_at, sp.fixed_fen as open_fen
        from waybills w join waybill_parts sp on sp.waybill_id = w.id join companies p on p.id = w.shipper_id
        where ${allOf([isSettleable(ctx.actor), isReady])} order by w.id limit ${settleableMax}) r
        group by r.shipper_id, r.carrier_id, r.branch_id) s
      join companies c on c.id = s.carrier_id group by s.carrier_id, c.name`
  },
  path: ({ link }) => listUrl('SettlementMake', { carrierId: link }),
}

export const waybillWork = {
  judgeDispute: waybills({ side: 'shipper', where: inState('disputed') }),
  answerDispute: waybills({ side: 'carrier', where: inState('disputed') }),
  claim: {
    find: ctx =>
      sql<FoundWork>`select w.id, w.version, w.waybill_no as no, w.plate || ' ' || w.driver_name as beside,
        w.load_place, w.unload_place, ${about} as about, null as whose, ${claimEnd(ctx.actor)} as deadline,
      ${claimSum(ctx.actor)} as amount, w.updated_at as since, w.id::text as link from waybills w
        where ${allOf([ownRows(ctx.actor, 'w'), asksQuestion('claim', ctx.actor)])}`,
    path: ({ link }) => actUrl(recordPath(link), 'agreeClaim'),
    refuse: ({ link }) => actUrl(recordPath(link), 'refuseClaim'),
  },
  sign: waybills({
    side: 'shipper',
    // nothing is signed before every claim is answered
    where: () => sql<boolean>`(w.state = 'toSign' and not ${hasOpenClaim})`,
    act: 'sign',
    refuse: 'dispute',
    deadline: sql<number | null>`w.sign_by`,
    since: sql<number>`coalesce(w.unloaded_at, w.updated_at)`,
  }),
  interrupted: waybills({ side: 'carrier', where: inState('interrupted') }),
  swap: waybills({ side: 'carrier', where: ({ actor }) => asksQuestion('swap', actor) }),
  accept: waybills({
    side: 'carrier',
    where: inState('toAccept'),
    act: 'accept',
    deadline: sql<number | null>`w.answer_by`,
    since: sql<number>`w.created_at`,
  }),
  arrival: waybills({
    side: 'carrier',
    where: ({ actor }) => asksQuestion('arrival', actor),
    act: 'takeArrival',
    refuse: 'refuseArrival',
    // the day does not end with it open
    deadline: endOfDay(provenSince),
    since: provenSince,
  }),
  lateLoad: waybills({
    side: 'carrier',
    where: ({ now }) => sql<boolean>`(w.state = 'toLoad' and w.planned_load_at < ${now}::bigint)`,
    deadline: sql<number | null>`w.planned_load_at`,
  }),
  runsLate: waybills({
    side: 'carrier',
    // one whose time of loading has passed is late already
    where: ({ now }) =>
      sql<boolean>`(w.state in ('toLoad', 'inTransit') and w.late_due_at is not null and not (w.state = 'toLoad'
        and w.planned_load_at < ${now}::bigint))`,
    deadline: sql<number | null>`w.late_due_at`,
    since: sql<number>`coalesce(w.loaded_at, w.updated_at)`,
  }),
  unload: waybills({
    side: 'carrier',
    where: inState('arrived'),
    act: 'unload',
    since: sql<number>`coalesce(w.arrived_unload_at, w.updated_at)`,
  }),
  mendReceipt: waybills({
    side: 'carrier',
    act: 'uploadReceipt',
    where: () => sql<boolean>`(w.receipt_state = 'rejected' and w.state not in ('cancelled', 'void'))`,
    deadline: receiptEnd,
  }),
  uploadReceipt: waybills({
    side: 'carrier',
    act: 'uploadReceipt',
    where: () =>
      sql<boolean>`(w.receipt_state = 'waiting' and w.state in ('toSign', 'disputed', 'signed', 'finished'))`,
    deadline: receiptEnd,
  }),
  judgeReceipt: waybills({
    side: 'shipper',
    where: () => sql<boolean>`(w.receipt_state = 'uploaded' and w.state not in ('cancelled', 'void'))`,
    path: id => listUrl('ReceiptDesk', { id }),
  }),
  settle,
} satisfies Partial<Record<TodayKind, TodaySource>>
