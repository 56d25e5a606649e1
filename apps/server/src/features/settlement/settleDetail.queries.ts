// Settlement details: every payable part across sheets, with its stage, its sheet and its payment; counts, sums, and the
// statement of one carrier.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countSettleDetails,
  getSettleStatement,
  listSettleDetails,
  SettleDetailRow,
} from '@yunshu/contract/settlement/settleDetail'
import { addFen, fen, subtractFen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { grams } from '@yunshu/domain/figures/weight'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { holdActsOf } from '@yunshu/domain/settlement/partHold'
import { partStates, waybillParts } from '@yunshu/domain/settlement/parts'
import { detailStages, detailTabs, statementMax, type DetailTab } from '@yunshu/domain/settlement/settleDetail'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { isUninvoiced } from '../../db/waybillCost.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, companyRows, isCompanyOf, isNarrow, ownRows, unlessHouse } from '../../work/scope.ts'
import { isHeldWaybill } from './held.queries.ts'
import { findDetailReasons } from './settleDetailReasons.queries.ts'

type Condition = RawBuilder<boolean>

/** The stage of part `sp` of waybill `w` on line `l` of sheet `st` with payment `pm`. */
const stage = sql<keyof typeof detailStages>`(case sp.state
  when 'planned' then case when sp.hold_at is not null then 'paused' else 'waiting' end
  when 'ready' then case when sp.hold_at is not null then 'paused' when ${isHeldWaybill} then 'held' else 'ready' end
  when 'paid' then 'paid'
  when 'setOff' then 'setOff'
  else case
    when pm.state = 'failed' then 'failed'
    when pm.state = 'returned' then 'returned'
    when pm.state is not null then 'paying'
    when st.state in ('draft', 'rejected') then 'onSheet'
    when st.state = 'submitted' then 'submitted'
    when st.state in ('approved', 'voiding') then 'approved'
    else 'paying' end
  end)`

const isBroken = sql<boolean>`coalesce(pm.state in ('failed', 'returned'), false)`
// the literals are those of the partial indexes of waybill_parts
const tabRows: Readonly<Record<DetailTab, Condition>> = {
  open: sql<boolean>`(sp.state in ('planned', 'ready') and sp.fixed_fen >= 0 and sp.part <> 'fee')`,
  running: sql<boolean>`(sp.state = 'onSheet' and sp.fixed_fen >= 0 and sp.part <> 'fee' and not ${isBroken})`,
  paid: sql<boolean>`(sp.state in ('paid', 'setOff') and sp.fixed_fen >= 0 and sp.part <> 'fee')`,
  failed: sql<boolean>`(sp.state = 'onSheet' and sp.fixed_fen >= 0 and sp.part <> 'fee' and ${isBroken})`,
  debt: sql<boolean>`(sp.fixed_fen < 0)`,
  fee: sql<boolean>`(sp.part = 'fee')`,
}

/** Parts fixed by a signature that are the actor's; those handed out before ride on a part of cash. */
export const ownParts = (actor: Actor): Condition =>
  allOf([
    sql<boolean>`sp.fixed_fen is not null and sp.state <> 'dropped' and sp.part not in ('pre', 'oil', 'etc')`,
    companyRows(actor, 'sp'),
    isNarrow(actor) ? ownRows(actor, 'w') : undefined,
  ])

const joined = sql`from waybill_parts sp
  join waybills w on w.id = sp.waybill_id
  left join settlement_lines l on l.part_id = sp.id and l.is_open
  left join settlements st on st.id = l.settlement_id
  left join payments pm on pm.id = l.payment_id`

type Filter = Omit<Input<typeof countSettleDetails>, 'part'>

/** Columns of whoever hauled, which the carrier of a fee does not search either. */
const haulers = ({ side }: Actor, state?: DetailTab): string[] =>
  state === 'fee' && !isHouseSide(side) ? [] : ['w.plate', 'w.driver_name']

/**
 * Parts of waybills that wait for their carrier's invoice, or do not. Fees of work handed down have none (decision 106), and
 * shippers no business with it. Asked past the walls: vouchers made by hand are the house's.
 */
const lacksInvoice = (actor: Actor, wanted: boolean): Condition =>
  allOf([
    unlessHouse(actor, isCompanyOf(actor, 'sp.carrier_id')),
    sql<boolean>`sp.part <> 'fee'`,
    wanted ? isUninvoiced('w') : sql<boolean>`not ${isUninvoiced('w')}`,
  ])

/** The list's condition without its tab, which the counters run through. */
const filtered = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>, filter: Filter): Condition => {
  const numbers = filter.numbers ?? []
  const late = sql<boolean>`(sp.due_at < ${startOfDay(now)} and sp.state not in ('paid', 'setOff'))`
  return allOf([
    ownParts(actor),
    numbers.length === 0
      ? undefined
      : sql<boolean>`(w.waybill_no = any(${numbers}::text[]) or w.upstream_no = any(${numbers}::text[])
        or st.settlement_num = any(${numbers}::text[]))`,
    filter.stage === undefined ? undefined : sql<boolean>`${stage} = ${filter.stage}`,
    filter.partKind === undefined ? undefined : sql<boolean>`sp.part = ${filter.partKind}`,
    filter.carrierId === undefined ? undefined : sql<boolean>`sp.carrier_id = ${filter.carrierId}::uuid`,
    filter.shipperId === undefined ? undefined : sql<boolean>`sp.shipper_id = ${filter.shipperId}::uuid`,
    filter.overdue === undefined ? undefined : filter.overdue ? late : sql<boolean>`${late} is not true`,
    filter.lacksInvoice === undefined ? undefined : lacksInvoice(actor, filter.lacksInvoice),
    between('w.signed_at', filter.from, filter.to),
    between('sp.due_at', filter.dueFrom, filter.dueTo),
    contains(['w.waybill_no', ...haulers(actor, filter.state), 'pm.payee', 'pm.bank_serial'], filter.text),
    chosen('sp.id', filter.ids),
  ])
}
const ofTab = (state: DetailTab | undefined): Condition | undefined => state && tabRows[state]

interface Found {
  id: string
  waybill_id: string
  waybill_no: string
  upstream_no: string | null
  part: string
  nth: number | null
  parts: number | null
  stage: string
  receipt_state: string
  shipper_id: string
  shipper_name: string
  carrier_id: string
  carrier_name: string
  plate: string
  driver_name: string
  load_place: string
  unload_place: string
  load_weight_g: number | null
  unload_weight_g: number | null
  freight_fen: number
  oil_fen: number
  deducted_fen: number
  penalty_fen: number
  fixed_fen: number
  set_off_fen: number | null
  pay_fen: number | null
  payee: string | null
  settlement_num: string | null
  p_settlement_num: string | null
  signed_at: number | null
  due_at: number | null
  paid_at: number | null
  bank_serial: string | null
  reason: string | null
  part_state: string
  hold_at: number | null
  version: number
}

const placeOfPart = (parts: string) =>
  sql`(array_position(array['arrive', 'receipt', 'debt', 'adjust'], ${sql.ref(`${parts}.part`)}),
    ${sql.ref(`${parts}.id`)})`

/** The statement of rows under a condition; a test asks the planner about it. */
export const settleDetailRows = (where: Condition, rows: number) =>
  sql<Found>`select sp.id, sp.waybill_id, w.waybill_no, w.upstream_no, sp.part, n.nth, n.parts, ${stage} as stage,
    w.receipt_state, sp.shipper_id,
    s.name as shipper_name,
      sp.carrier_id, c.name as carrier_name, w.plate, w.driver_name, w.load_place, w.unload_place, w.load_weight_g,
        w.unload_weight_g,
      sp.freight_fen, sp.oil_fen, sp.deducted_fen, sp.penalty_fen, sp.fixed_fen, l.set_off_fen, l.pay_fen,
      case when l.payee is not null then l.payee ->> 'name' when l.part_id is not null and l.payee_id is null
        then c.name end as payee,
      st.settlement_num, st.p_settlement_num, w.signed_at, sp.due_at, case when pm.state = 'success'
        then pm.done_at end as paid_at,
      pm.bank_serial, case when pm.state in ('failed', 'returned') then pm.reason
        when sp.state in ('planned', 'ready') then sp.hold_reason end as reason,
      sp.state as part_state, sp.hold_at, sp.version
    ${joined}
      join companies s on s.id = sp.shipper_id
      join companies c on c.id = sp.carrier_id
      left join lateral (select count(*)::int as parts,
          (count(*) filter (where ${placeOfPart('o')} <= ${placeOfPart('sp')}))::int as nth
        from waybill_parts o where o.waybill_id = sp.waybill_id and o.carrier_id = sp.carrier_id
          and o.fixed_fen is not null and o.state <> 'dropped' and o.part not in ('pre', 'oil', 'etc', 'fee')
      ) n on sp.part <> 'fee'
    where ${where} order by sp.id desc limit ${rows}`.compile(q)

type Reasons = Awaited<ReturnType<typeof findDetailReasons>>

const reasonsOf = (ctx: Ctx, rows: readonly Found[]): Promise<Reasons> =>
  findDetailReasons(
    ctx,
    rows.map(({ id }) => id),
  )

function show(ctx: Pick<Ctx, 'can'>, row: Found, reasons: Reasons): SettleDetailRow {
  const part = keyOf(waybillParts, row.part)
  return {
    id: row.id,
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    upstreamNo: row.upstream_no ?? undefined,
    part,
    ...(row.nth === null || row.parts === null ? {} : { nth: { n: row.nth, of: row.parts } }),
    stage: keyOf(detailStages, row.stage),
    receiptState: keyOf(receiptStates.states, row.receipt_state),
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    plate: row.plate,
    driverName: row.driver_name,
    loadPlace: row.load_place,
    unloadPlace: row.unload_place,
    loadWeightG: grams(row.load_weight_g ?? 0),
    unloadWeightG: grams(row.unload_weight_g ?? 0),
    freight: fen(row.freight_fen),
    issued: fen(row.oil_fen),
    deducted: fen(row.deducted_fen),
    penalty: fen(row.penalty_fen),
    reasons: reasons.get(row.id) ?? [],
    due: fen(row.fixed_fen),
    ...(row.set_off_fen === null ? {} : { setOff: fen(row.set_off_fen) }),
    ...(row.pay_fen === null ? {} : { pay: fen(row.pay_fen) }),
    payee: row.payee ?? undefined,
    settlementNum: row.settlement_num ?? undefined,
    pSettlementNum: row.p_settlement_num ?? undefined,
    signedAt: row.signed_at ?? undefined,
    dueAt: row.due_at ?? undefined,
    paidAt: row.paid_at ?? undefined,
    bankSerial: row.bank_serial ?? undefined,
    reason: row.reason ?? undefined,
    version: row.version,
    holds: ctx.can('settlement.make')
      ? holdActsOf({
          part,
          state: keyOf(partStates.states, row.part_state),
          heldSince: row.hold_at,
          cash: row.fixed_fen,
        })
      : [],
  }
}

/** Facts of a waybill its hauler and shipper keep from the carriers above. */
const ofOthers = {
  receiptState: keyOf(receiptStates.states, 'none'),
  plate: '',
  driverName: '',
  upstreamNo: undefined,
  loadWeightG: grams(0),
  unloadWeightG: grams(0),
}

/** Reads past the walls where rows or conditions are of records behind them; its condition keeps to the actor's own. */
const pastWalls = <T>(ctx: Ctx, { state, lacksInvoice: of }: Filter, read: () => Promise<T>): Promise<T> =>
  state === 'fee' || of !== undefined ? ctx.tx.elevated(read) : read()

/** Parts in the actor's reach, newest first. */
export async function findSettleDetails(
  ctx: Ctx,
  input: Input<typeof listSettleDetails>,
): Promise<Output<typeof listSettleDetails>> {
  const where = allOf([filtered(ctx, input), ofTab(input.state), afterCursor(input, 'sp.id')])
  const rows = await pastWalls(ctx, input, () => ctx.tx.rows(settleDetailRows(where, rowsToAsk(input))))
  const reasons = await reasonsOf(ctx, rows)
  // a carrier sees its fees, not the waybills of those it handed the work to
  const isOthers = input.state === 'fee' && !isHouseSide(ctx.actor.side)
  return toPage(rows, input, row => (isOthers ? { ...show(ctx, row, reasons), ...ofOthers } : show(ctx, row, reasons)))
}

/** Counts by tab under the list's filter, or the sums of its rows. */
export async function countSettleDetailsBy(
  ctx: Ctx,
  { part, state, ...filter }: Input<typeof countSettleDetails>,
): Promise<Output<typeof countSettleDetails>> {
  if (part === 'sums') {
    const sums = () => sumsOf(ctx, allOf([filtered(ctx, { ...filter, state }), ofTab(state)]))
    return { state: {}, ...(await pastWalls(ctx, { ...filter, state }, sums)) }
  }
  const countsOf = (names: readonly string[], where: Condition) =>
    ctx.tx.one(
      sql<Record<string, number>>`select ${sql.join(
        names.map(
          name =>
            sql`(select count(*)::int from (select 1 ${joined}
              where ${allOf([where, name === 'all' ? undefined : tabRows[keyOf(detailTabs, name)]])}
              limit ${countCap}) as capped) as ${sql.ref(name)}`,
        ),
      )}`.compile(q),
    )
  // a carrier finds its fees under their tab alone: their waybills are others'
  const names = ['all', ...Object.keys(detailTabs).filter(name => name !== 'fee')]
  const own = await pastWalls(ctx, filter, () => countsOf(names, filtered(ctx, filter)))
  return {
    state: { ...own, ...(await ctx.tx.elevated(() => countsOf(['fee'], filtered(ctx, { ...filter, state: 'fee' })))) },
  }
}

async function sumsOf(ctx: Ctx, where: Condition) {
  const names = ['freight', 'issued', 'deducted', 'penalty', 'due', 'set_off', 'pay'] as const
  const row = await ctx.tx.one(
    sql<Record<(typeof names)[number] | 'n', number>>`select count(*)::int as n, ${sql.join(
      names.map(name => sql`coalesce(sum(x.${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
    )} from (select sp.freight_fen as freight, sp.oil_fen as issued, sp.deducted_fen as deducted,
      sp.penalty_fen as penalty, sp.fixed_fen as due,
      l.set_off_fen as set_off, l.pay_fen as pay
      ${joined} where ${where} order by sp.id desc limit ${countCap}) as x`.compile(q),
  )
  return {
    summed: row.n,
    sums: {
      freight: fen(row.freight),
      issued: fen(row.issued),
      deducted: fen(row.deducted),
      penalty: fen(row.penalty),
      due: fen(row.due),
      setOff: fen(row.set_off),
      pay: fen(row.pay),
    },
  }
}

/** The statement of one carrier over the parts signed in a stretch of time; a carrier's own needs no name. */
export async function findSettleStatement(
  ctx: Ctx,
  { carrierId, shipperId, from, to }: Input<typeof getSettleStatement>,
): Promise<Output<typeof getSettleStatement>> {
  const { actor } = ctx
  const own = isHouseSide(actor.side) || actor.side === 'shipper' ? undefined : actor.companyId
  const carrier = carrierId ?? own
  if (carrier === undefined) throw wrongField('carrierId', '请选择承运商')
  if (to <= from) throw wrongField('to', '应晚于起始时间')
  const where = allOf([filtered(ctx, { carrierId: carrier, shipperId, from, to }), sql<boolean>`sp.part <> 'fee'`])
  const found = await ctx.tx.rows(settleDetailRows(where, statementMax + 1))
  const reasons = await reasonsOf(ctx, found)
  const rows = found.map(row => show(ctx, row, reasons))
  if (rows.length > statementMax) throw wrongField('from', `一次最多打印 ${statementMax} 笔，请缩短时间`)
  const { sums } = await sumsOf(ctx, where)
  const nameOf = async (id: string) =>
    (await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', id))).name
  const paid = rows.flatMap(row => (row.stage === 'paid' || row.stage === 'setOff' ? [row.due] : []))
  const unpaid = subtractFen(
    sums.due,
    paid.reduce((sum, each) => addFen(sum, each), fen(0)),
  )
  return {
    carrierName: rows[0]?.carrierName ?? (await nameOf(carrier)),
    ...(shipperId === undefined ? {} : { shipperName: rows[0]?.shipperName ?? (await nameOf(shipperId)) }),
    from,
    to,
    rows: rows.toReversed(),
    sums,
    unpaid,
    unpaidInWords: moneyInWords(unpaid),
  }
}
