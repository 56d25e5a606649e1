// Work around payment that waits for a person: sheets to submit, approve and pay, and payments without a known result.
import type { Input, Output } from '@yunshu/contract/call'
import type { countPaymentTasks, listPaymentTasks, PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { positions, type PositionStep } from '@yunshu/domain/company/company'
import { fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { exceptionKinds } from '@yunshu/domain/settlement/channelFacts'
import { paymentTaskKeys, paymentTaskKinds, type PaymentTaskKind } from '@yunshu/domain/settlement/paymentTask'
import { startOfDay } from '@yunshu/domain/figures/time'
import { sql, type RawBuilder } from 'kysely'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { lastIfNone, pageOrder } from '../../db/sorted.ts'
import { inForce } from '../../work/policies.ts'
import { allOf, isAnothers, ownSheets } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { withoutFile } from '../payFile/payFile.queries.ts'
import { ownPayRows } from '../payFile/payRows.queries.ts'
import { isReceiptInOrder } from '../settlement/settleable.queries.ts'
import { over } from '../settlement/family.queries.ts'
import { waitsFor } from '../settlement/moneyException.queries.ts'
import { mayRecord, ownHandRows, toConfirm, toRecord } from '../settlement/offline.queries.ts'
import { payerRows } from '../settlement/settlement.queries.ts'

type Condition = RawBuilder<boolean>
type Filter = Omit<Input<typeof listPaymentTasks>, 'limit' | 'cursor'>

// the literals are those of the partial indexes settlements_waiting
const isWaiting = sql<boolean>`st.state in ('draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying',
  'partial')`
const openReceipts = sql`from settlement_lines l join waybills w on w.id = l.waybill_id where l.settlement_id = st.id
  and not ${isReceiptInOrder}`
const isBlocked = sql<boolean>`(${inForce('p', 'receiptRequired')} and exists (select ${openReceipts}))`

const paymentOf = (alias: string) =>
  sql`from payments ${sql.ref(alias)} where ${sql.ref(`${alias}.settlement_id`)} = st.id`
const exceptionOf = sql`select from money_exceptions x where x.settlement_id = st.id and x.state <> 'resolved'`
const handPaid = sql`select ${paymentOf('y')} and ${toRecord('y')}`
const recorded = sql`select from payments y join offline_slips o on o.payment_id = y.id
  where y.settlement_id = st.id and ${toConfirm('y', 'o')}`

/** The sheets at each task, for any person. */
const stands: Readonly<Record<PaymentTaskKind, Condition>> = {
  receipt: sql<boolean>`(st.state in ('draft', 'rejected') and ${isBlocked})`,
  submit: sql<boolean>`(st.state in ('draft', 'rejected') and not ${isBlocked})`,
  approve: sql<boolean>`(st.state = 'submitted')`,
  voiding: sql<boolean>`(st.state = 'voiding')`,
  // nothing else is done with a sheet while a change of it waits
  change: sql<boolean>`(st.state = 'approved' and st.asked_change is not null)`,
  pay: sql<boolean>`(st.state = 'approved' and st.asked_change is null)`,
  exception: sql<boolean>`exists (${exceptionOf})`,
  slip: sql<boolean>`(st.state = 'paying' and exists (${recorded}))`,
  record: sql<boolean>`(st.state = 'paying' and exists (${handPaid}))`,
  fileless: sql<boolean>`(st.state = 'paying' and exists (select ${paymentOf('y')} and ${withoutFile('y')}))`,
  unknown: sql<boolean>`(st.state = 'paying' and exists (select from payments y where y.settlement_id = st.id
    and y.state = 'unknown'))`,
  closing: sql<boolean>`(st.state = 'partial' and st.close_asker_id is not null)`,
  // one that is to be closed waits for the person who confirms that, one whose failures are paid again for that sheet
  failed: sql<boolean>`(st.state = 'partial' and st.close_asker_id is null and not exists (select from settlements child
    where child.p_settlement_num = st.settlement_num and child.state <> all(${[...over]})))`,
}

/**
 * Sheets of a task that this person may finish: nobody checks or pays their own work, and a company may reserve steps
 * for positions.
 */
function mine(actor: Actor, kind: PaymentTaskKind): Condition {
  const { userId, roles } = actor
  /** Condition for people without the position of a step: sheets of shippers that reserve it are left out. */
  const holds = (step: PositionStep): Condition | undefined =>
    roles.includes(positions[step].role) ? undefined : sql<boolean>`not ${inForce('p', positions[step].policy)}`
  const notOwn = sql<boolean>`${userId}::uuid <> all(array_remove(array[st.maker_id, st.maker_for, st.submitter_id,
    st.submitter_for], null))`
  switch (kind) {
    case 'receipt':
    case 'submit':
      return allOf([stands[kind], holds('submit')])
    case 'approve':
      return allOf([stands[kind], notOwn, holds('approve')])
    case 'voiding':
      return allOf([stands[kind], isAnothers(actor, 'st.void_asker_id', 'st.void_asker_for'), holds('approve')])
    case 'change':
      return allOf([stands[kind], isAnothers(actor, 'st.change_asker_id', 'st.change_asker_for'), holds('approve')])
    case 'pay':
      return allOf([
        stands[kind],
        notOwn,
        sql<boolean>`(${inForce('p', 'approverPays')} or st.auditor_id is distinct from ${userId}::uuid)`,
      ])
    case 'exception':
      return sql<boolean>`exists (${exceptionOf} and ${waitsFor(actor, 'x')})`
    case 'slip':
      return allOf([
        ownHandRows(actor, 'st'),
        sql<boolean>`(st.state = 'paying' and exists (${recorded} and ${isAnothers(actor, 'o.recorder_id')}))`,
      ])
    case 'record':
      return allOf([ownHandRows(actor, 'st'), stands[kind], mayRecord(actor, 'st')])
    case 'fileless':
      return allOf([ownPayRows(actor, 'st'), stands[kind]])
    case 'closing':
      return allOf([stands[kind], isAnothers(actor, 'st.close_asker_id', 'st.close_asker_for')])
    default:
      return stands[kind]
  }
}

/** Waiting sheets in a person's reach, on the side that makes, checks and pays them. */
const theirs = (actor: Actor): Condition =>
  allOf([
    ownSheets(actor, 'st'),
    payerRows(actor, 'st'),
    // words of a bank go against sheets that are over, too
    sql<boolean>`(${isWaiting} or st.id = any(array(select x.settlement_id from money_exceptions x
      where x.state <> 'resolved')))`,
  ])

/** The tasks a person can have at all. */
const kindsFor = (ctx: Ctx): PaymentTaskKind[] =>
  paymentTaskKeys.filter(kind => {
    const { permit, awaits } = paymentTaskKinds[kind]
    return ctx.can(permit) && (isHouseSide(ctx.actor.side) || awaits?.sides.includes('shipper'))
  })

/** Sheets that are under way may wait at several tasks: they stand at the first of those their reader may end. */
const afterPay: readonly PaymentTaskKind[] = paymentTaskKeys.slice(paymentTaskKeys.indexOf('pay') + 1)
function firstOf(ctx: Ctx, kinds: readonly PaymentTaskKind[], kind: PaymentTaskKind): Condition {
  const place = afterPay.indexOf(kind)
  const before = kinds.filter(each => afterPay.slice(0, Math.max(place, 0)).includes(each))
  return allOf([mine(ctx.actor, kind), ...before.map(each => sql<boolean>`not ${mine(ctx.actor, each)}`)])
}

const isLate = (now: number): Condition => sql<boolean>`coalesce(st.due_at < ${startOfDay(now)}, false)`

function filtered(ctx: Ctx, filter: Filter): Condition {
  const numbers = filter.numbers ?? []
  return allOf([
    numbers.length === 0 ? undefined : sql<boolean>`st.settlement_num = any(${numbers}::text[])`,
    filter.carrierId === undefined ? undefined : sql<boolean>`st.carrier_id = ${filter.carrierId}::uuid`,
    filter.overdue === undefined ? undefined : filter.overdue ? isLate(ctx.now) : sql<boolean>`not ${isLate(ctx.now)}`,
  ])
}

interface Found {
  id: string
  kind: string
  state: string
  settlement_num: string
  shipper_name: string
  carrier_name: string
  line_count: number
  due_fen: number
  due_at: number | null
  sort_key: number
  is_late: boolean
  waits_since: number
  maker_name: string
  open_receipts: number
  reason: string | null
  void_reason: string | null
  change_reason: string | null
  close_reason: string | null
  exception: string | null
  recorder: string | null
}

/** The tasks of the caller under a filter, of sheets `st` of shippers `p`; undefined for people who can have none. */
export function listedTasks(ctx: Ctx, filter: Filter): Condition | undefined {
  const kinds = kindsFor(ctx)
  const own = kinds
    .filter(kind => filter.state === undefined || kind === filter.state)
    .map(kind => firstOf(ctx, kinds, kind))
  if (own.length === 0) return undefined
  return allOf([theirs(ctx.actor), filtered(ctx, filter), sql<boolean>`(${sql.join(own, sql` or `)})`])
}

/** The tasks of the caller, those first whose money is due first. */
export async function findPaymentTasks(
  ctx: Ctx,
  input: Input<typeof listPaymentTasks>,
): Promise<Output<typeof listPaymentTasks>> {
  const listed = listedTasks(ctx, input)
  if (listed === undefined) return { rows: [] }
  const order = pageOrder(ctx.now, input, 'st.id', {
    order: 'dueAt',
    key: lastIfNone('st.due_at'),
    changed: sql<number>`st.updated_at`,
  })
  const where = allOf([listed, order.after])
  const found = await ctx.tx.rows(
    sql<Found>`
    select st.id, st.state, st.settlement_num, p.name as shipper_name, c.name as carrier_name, st.line_count,
      st.due_fen, st.due_at, ${order.key} as sort_key, ${isLate(ctx.now)} as is_late,
      coalesce(st.state_since, st.updated_at) as waits_since, st.maker_name, st.void_reason,
      st.asked_change ->> 'reason' as change_reason, st.close_reason,
      (select x.kind from money_exceptions x where x.settlement_id = st.id and x.state <> 'resolved'
        and ${waitsFor(ctx.actor, 'x')} order by x.id limit 1) as exception,
      (select o.recorder_name from payments y join offline_slips o on o.payment_id = y.id
        where y.settlement_id = st.id and ${toConfirm('y', 'o')} and ${isAnothers(ctx.actor, 'o.recorder_id')}
        order by o.id limit 1) as recorder,
      case ${sql.join(
        kindsFor(ctx).map(kind => sql`when ${mine(ctx.actor, kind)} then ${sql.lit(kind)}`),
        sql` `,
      )} end as kind,
      (select count(*) ${openReceipts}) as open_receipts,
      (select y.reason from payments y where y.settlement_id = st.id and y.state = 'failed' order by y.id desc
        limit 1) as reason
    from settlements st join companies p on p.id = st.shipper_id join companies c on c.id = st.carrier_id
    where ${where} order by ${order.by} limit ${rowsToAsk(input)}`.compile(q),
  )
  return toPage(found, input, show, order.place)
}

function show(row: Found): PaymentTask {
  const kind = keyOf(paymentTaskKinds, row.kind)
  const hint = hintOf(kind, row)
  return {
    id: row.id,
    kind,
    settlementNum: row.settlement_num,
    shipperName: row.shipper_name,
    carrierName: row.carrier_name,
    lineCount: row.line_count,
    due: fen(row.due_fen),
    ...(row.due_at === null ? {} : { dueAt: row.due_at }),
    isOverdue: row.is_late,
    waitsSince: row.waits_since,
    ...(hint === undefined ? {} : { hint }),
    maker: row.maker_name,
    path: screenUrl('SettlementNormal', { settlementNum: row.settlement_num }),
  }
}

function hintOf(kind: PaymentTaskKind, row: Found): string | undefined {
  switch (kind) {
    case 'receipt':
      return `${row.open_receipts} 张运单回单未确认`
    case 'submit':
      return row.state === 'rejected' ? '已被驳回，核对后重新提交' : undefined
    case 'voiding':
      return row.void_reason ?? undefined
    case 'change':
      return row.change_reason ?? undefined
    case 'exception':
      return row.exception === null ? undefined : exceptionKinds[keyOf(exceptionKinds, row.exception)].label
    case 'slip':
      return row.recorder === null ? undefined : `${row.recorder} 登记，核对回单后确认`
    case 'closing':
      return row.close_reason ?? undefined
    case 'unknown':
      return '银行未返回结果，请先查询，切勿重复支付'
    case 'failed':
      return row.reason ?? undefined
    default:
      return undefined
  }
}

const sheetsUnder = (where: Condition): RawBuilder<unknown> =>
  sql`from settlements st join companies p on p.id = st.shipper_id where ${where}`

/** The sheets that wait at one task for a person: the rest of a statement, in which `st` is the sheet. */
export const tasksOfKind = (actor: Actor, kind: PaymentTaskKind): RawBuilder<unknown> =>
  sheetsUnder(allOf([theirs(actor), mine(actor, kind)]))

/** The number of sheets of each task that wait for the caller, each at most the cap. */
export async function countTasks(ctx: Ctx, filter: Filter): Promise<Output<typeof countPaymentTasks>> {
  const none = {
    receipt: 0,
    submit: 0,
    approve: 0,
    voiding: 0,
    change: 0,
    pay: 0,
    exception: 0,
    slip: 0,
    record: 0,
    fileless: 0,
    unknown: 0,
    closing: 0,
    failed: 0,
  } satisfies Record<PaymentTaskKind, number>
  const kinds = kindsFor(ctx)
  if (kinds.length === 0) return { state: none }
  const counted = await ctx.tx.one(
    sql<Partial<Record<PaymentTaskKind, number>>>`select ${sql.join(
      kinds.map(
        kind =>
          sql`(select count(*) from (select ${sheetsUnder(
            allOf([theirs(ctx.actor), firstOf(ctx, kinds, kind), filtered(ctx, filter)]),
          )}
            limit ${countCap}) as found) as ${sql.ref(kind)}`,
      ),
    )}`.compile(q),
  )
  return { state: { ...none, ...counted } }
}
