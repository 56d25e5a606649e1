// Demo tasks that were sent: some wait for an answer, some were answered, and parts of others were handed down to the
// next carrier.
import { goodsStates, quantityModes } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { taskStates, type TaskState } from '@yunshu/domain/task/task'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql, type Insertable, type Selectable } from 'kysely'
import { keyOf } from '../src/db/keyOf.ts'
import { takeNumber } from '../src/db/numbers.ts'
import type { Goods, Tasks } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { openHistory, system, type Someone } from './history.ts'
import { idMaker } from './ids.ts'
import { readNames } from './names.ts'
import { demoCompanyId, demoUserId } from './people.ts'

const ton = 1_000_000

interface Sent {
  readonly to: string
  readonly mode: 'BY_TON' | 'BY_TRUCK'
  readonly qty: number
  readonly agoMinutes: number
  readonly answerInMinutes: number
  readonly end: 'sent' | 'accepted' | 'refused' | 'expired' | 'withdrawn'
  readonly reason?: string
  readonly remark?: string
}

/** Tasks `shipper` sent, the oldest first. */
const sent: readonly Sent[] = [
  { to: 'carrier5', mode: 'BY_TON', qty: 66 * ton, agoMinutes: 26 * 60, answerInMinutes: 60, end: 'expired' },
  {
    to: 'carrier4',
    mode: 'BY_TON',
    qty: 99 * ton,
    agoMinutes: 9 * 60,
    answerInMinutes: 24 * 60,
    end: 'refused',
    reason: '车辆本周已排满',
  },
  {
    to: 'carrier',
    mode: 'BY_TON',
    qty: 66 * ton,
    agoMinutes: 150,
    answerInMinutes: 24 * 60,
    end: 'accepted',
    remark: '优先安排自卸车',
  },
  { to: 'carrier8', mode: 'BY_TRUCK', qty: 2, agoMinutes: 140, answerInMinutes: 12 * 60, end: 'withdrawn' },
  {
    to: 'carrier',
    mode: 'BY_TON',
    qty: 132 * ton,
    agoMinutes: 50,
    answerInMinutes: 20 * 60,
    end: 'sent',
    remark: '矿上凭派车单进场，请带雨布',
  },
  { to: 'carrier', mode: 'BY_TRUCK', qty: 2, agoMinutes: 35, answerInMinutes: 75, end: 'sent' },
  { to: 'carrier2', mode: 'BY_TON', qty: 66 * ton, agoMinutes: 30, answerInMinutes: 6 * 60, end: 'sent' },
]

interface Released {
  readonly to: string
  readonly qty: number
  readonly less: number
  readonly agoMinutes: number
  readonly answerInMinutes: number
  readonly end: 'sent' | 'accepted'
  readonly remark: string
}

/** Parts of its tasks that `carrier` handed down; `less` is its difference per unit, 10⁻⁴ yuan. */
const released: readonly Released[] = [
  {
    to: 'carrier4',
    qty: 33 * ton,
    less: 60_000,
    agoMinutes: 170,
    answerInMinutes: 24 * 60,
    end: 'accepted',
    remark: '限后八轮自卸',
  },
  { to: 'carrier2', qty: 33 * ton, less: 45_000, agoMinutes: 25, answerInMinutes: 5 * 60, end: 'sent', remark: '' },
]

type Row = Insertable<Tasks>
const printed = (goods: Pick<Selectable<Goods>, 'quantity_mode'>, qty: number): string =>
  printQuantity(keyOf(quantityModes, goods.quantity_mode), qty)

/** Writes the tasks and takes their quantities; answers how many rows. Numbers are drawn as the product draws them. */
export async function seedTasks(tx: Tx, now: number): Promise<number> {
  const who = await readNames(tx)
  const history = openHistory()
  const taskId = idMaker(53)
  const [given, parts]: [Row[], Row[]] = [[], []]
  const no = (at: number): Promise<string> => takeNumber(tx, 'RW', 'task_number', at)
  for (const plan of sent)
    given.push(await sentTask(tx, plan, { now, who, history, id: taskId(now - plan.agoMinutes * MINUTE_MS), no }))
  for (const plan of released)
    parts.push(await releasedTask(tx, plan, { now, who, history, id: taskId(now - plan.agoMinutes * MINUTE_MS), no }))
  return (
    (await insertAll(tx, 'tasks', given)) +
    (await insertAll(tx, 'tasks', parts)) +
    (await insertAll(tx, 'events', history.rows(idMaker(54))))
  )
}

interface Stage {
  readonly now: number
  readonly who: (userId: string) => Someone
  readonly history: ReturnType<typeof openHistory>
  readonly id: string
  readonly no: (at: number) => Promise<string>
}

/** Open goods with enough left of the kind wanted, that nobody has touched since. */
const goodsFor = (tx: Tx, plan: Sent, at: number, now: number) =>
  tx.one(
    q
      .selectFrom('goods')
      .selectAll()
      .where('shipper_id', '=', demoCompanyId('shipper'))
      .where('quantity_mode', '=', plan.mode)
      .where('state', 'in', ['published', 'partial'])
      .where('valid_to', '>', now)
      .where('remain_qty', '>', plan.qty)
      .where('updated_at', '<', at)
      .orderBy('remain_qty', 'desc')
      .orderBy('id')
      .limit(1),
  )

async function sentTask(tx: Tx, plan: Sent, { now, who, history, id, no }: Stage): Promise<Row> {
  const at = now - plan.agoMinutes * MINUTE_MS
  const goods = await goodsFor(tx, plan, at, now)
  const by = who(goods.created_by),
    carrier = who(demoUserId(plan.to))
  const doneAt =
    plan.end === 'sent' ? at : plan.end === 'expired' ? at + plan.answerInMinutes * MINUTE_MS : at + 20 * MINUTE_MS
  const before = keyOf(goodsStates.states, goods.state)
  let state = history.move(goodsStates, goods.id, before, 'sendSome', {
    at,
    by,
    diff: [
      { field: '发布任务', old: '--', new: printed(goods, plan.qty) },
      { field: '剩余数量', old: printed(goods, goods.remain_qty), new: printed(goods, goods.remain_qty - plan.qty) },
    ],
  })
  const isBack = plan.end === 'refused' || plan.end === 'expired' || plan.end === 'withdrawn'
  const taskNo = await no(at)
  if (isBack)
    state = history.move(
      goodsStates,
      goods.id,
      state,
      goods.remain_qty === goods.total_qty ? 'reopenWhole' : 'reopen',
      {
        at: doneAt,
        by: plan.end === 'expired' ? system : plan.end === 'refused' ? carrier : by,
        diff: [{ field: `任务退回 ${taskNo}`, old: '--', new: printed(goods, plan.qty) }],
      },
    )
  await tx.run(
    q
      .updateTable('goods')
      .set({
        state,
        remain_qty: goods.remain_qty - (isBack ? 0 : plan.qty),
        version: sql`version + ${isBack ? 2 : 1}`,
        updated_at: doneAt,
      })
      .where('id', '=', goods.id),
  )

  history.note('task', id, '发布任务', {
    at,
    by,
    to: taskStates.start,
    ...(plan.remark === undefined ? {} : { remark: plan.remark }),
    diff: [{ field: '数量', old: '--', new: printed(goods, plan.qty) }],
  })
  let taskState: TaskState = taskStates.start
  const move = { accepted: 'accept', refused: 'refuse', expired: 'expire', withdrawn: 'withdraw' } as const
  if (plan.end !== 'sent')
    taskState = history.move(taskStates, id, taskState, move[plan.end], {
      at: doneAt,
      by: plan.end === 'expired' ? system : plan.end === 'withdrawn' ? by : carrier,
      ...(plan.reason === undefined ? {} : { remark: plan.reason }),
    })
  return {
    id,
    task_no: taskNo,
    state: taskState,
    source: 'SENT',
    goods_id: goods.id,
    shipper_id: goods.shipper_id,
    branch_id: goods.branch_id,
    carrier_id: demoCompanyId(plan.to),
    qty: plan.qty,
    remain_qty: isBack ? 0 : plan.qty,
    answer_by: at + plan.answerInMinutes * MINUTE_MS,
    may_release: true,
    remark: plan.remark ?? '',
    version: plan.end === 'sent' ? 1 : 2,
    shipper_by: goods.created_by,
    carrier_by: plan.end === 'accepted' || plan.end === 'refused' ? carrier.id : goods.created_by,
    created_by: goods.created_by,
    created_at: at,
    updated_at: doneAt,
  }
}

async function releasedTask(tx: Tx, plan: Released, { now, who, history, id, no }: Stage): Promise<Row> {
  const at = now - plan.agoMinutes * MINUTE_MS
  const parent = await tx.one(
    q
      .selectFrom('tasks as t')
      .innerJoin('goods as g', 'g.id', 't.goods_id')
      .selectAll('t')
      .select(['g.quantity_mode', 'g.carrier_unit_price as price', 'g.item_names'])
      .where('t.carrier_id', '=', demoCompanyId('carrier'))
      .where('t.shipper_id', '=', demoCompanyId('shipper'))
      .where('g.quantity_mode', '=', 'BY_TON')
      .where('t.state', 'in', ['accepted', 'dispatching'])
      .where('t.remain_qty', '>', plan.qty)
      .where('t.updated_at', '<', at)
      .where('t.source', '=', 'GRAB')
      .orderBy('t.remain_qty', 'desc')
      .orderBy('t.id')
      .limit(1),
  )
  const by = who(parent.carrier_by),
    next = who(demoUserId(plan.to))
  const state = history.move(taskStates, parent.id, keyOf(taskStates.states, parent.state), 'releaseSome', {
    at,
    by,
    diff: [
      { field: '转派', old: '--', new: printed(parent, plan.qty) },
      {
        field: '剩余数量',
        old: printed(parent, parent.remain_qty),
        new: printed(parent, parent.remain_qty - plan.qty),
      },
    ],
  })
  await tx.run(
    q
      .updateTable('tasks')
      .set({ state, remain_qty: parent.remain_qty - plan.qty, version: sql`version + 1`, updated_at: at })
      .where('id', '=', parent.id),
  )
  history.note('task', id, '转派', {
    at,
    by,
    to: taskStates.start,
    diff: [{ field: '数量', old: '--', new: printed(parent, plan.qty) }],
  })
  const isTaken = plan.end === 'accepted'
  const doneAt = isTaken ? at + HOUR_MS / 2 : at
  const after: TaskState = isTaken
    ? history.move(taskStates, id, taskStates.start, 'accept', { at: doneAt, by: next })
    : taskStates.start
  return {
    id,
    task_no: await no(at),
    state: after,
    source: 'RELEASED',
    goods_id: parent.goods_id,
    shipper_id: parent.shipper_id,
    branch_id: parent.branch_id,
    carrier_id: demoCompanyId(plan.to),
    parent_id: parent.id,
    depth: 1,
    releaser_id: parent.carrier_id,
    releaser_by: parent.carrier_by,
    parent_unit_price: parent.price,
    carrier_unit_price: parent.price - plan.less,
    qty: plan.qty,
    remain_qty: plan.qty,
    answer_by: at + plan.answerInMinutes * MINUTE_MS,
    may_release: true,
    remark: plan.remark,
    version: isTaken ? 2 : 1,
    shipper_by: parent.shipper_by,
    carrier_by: isTaken ? next.id : parent.carrier_by,
    created_by: parent.carrier_by,
    created_at: at,
    updated_at: doneAt,
  }
}
