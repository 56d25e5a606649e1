// Home cards of goods and tasks: offers to take, tasks to answer and to send vehicles for, changes to agree to.
import { taskListUrl } from '@yunshu/contract/task/task'
import type { GoodsState } from '@yunshu/domain/goods/goods'
import type { TaskState } from '@yunshu/domain/task/task'
import { sql } from 'kysely'
import { ownTasks } from '../../work/scope.ts'
import { isOffered, ownGoods } from '../goods/goods.queries.ts'
import { changesWaitingFor } from '../goodsChange/change.queries.ts'
import { cappedCount, cardsOf, listUrl, type Card, type CardCount } from './card.ts'

const tasks =
  (state: TaskState): CardCount =>
  actor =>
    cappedCount(sql`select from tasks t where ${ownTasks(actor, 't')} and t.state = ${state}`)

/** One's own goods in a state: those a company published, not those it was offered. */
const goods =
  (state: GoodsState): CardCount =>
  actor =>
    cappedCount(sql`select from goods g where ${ownGoods(actor)} and g.state = ${state}`)

const offers: CardCount = (actor, now) => cappedCount(sql`select from goods g where ${isOffered(actor, now)}`)

const changesToAnswer: CardCount = actor =>
  cappedCount(sql`select from goods_changes h join goods g on g.id = h.goods_id where ${changesWaitingFor(actor)}`)

/** Offers, changes that wait for an answer, tasks in a state, or own goods in a state. */
type Where = 'offers' | 'changes' | { readonly task: TaskState } | { readonly goods: GoodsState }

function pathOf(where: Where): string {
  if (typeof where === 'string') return taskListUrl(where)
  return 'task' in where ? taskListUrl('tasks', { state: where.task }) : listUrl('GoodsMy', { state: where.goods })
}

function countOf(where: Where): CardCount {
  if (typeof where === 'string') return where === 'offers' ? offers : changesToAnswer
  return 'task' in where ? tasks(where.task) : goods(where.goods)
}

export const goodsCards: readonly Card[] = cardsOf<Where>(
  [
    ['offers', '可接货源', 'busy', 'goods.take', ['carrier'], 'offers'],
    ['tasksSent', '待接任务', 'warn', 'goods.take', ['carrier'], { task: 'sent' }],
    ['tasksAccepted', '待派车任务', 'warn', 'waybill.appoint', ['platform', 'carrier'], { task: 'accepted' }],
    ['tasksDispatching', '派车中任务', 'busy', 'waybill.appoint', ['platform', 'carrier'], { task: 'dispatching' }],
    ['changesToAnswer', '待答复货源变更', 'warn', 'goods.take', ['carrier'], 'changes', 'rare'],
    ['goodsOpen', '待接货源', 'busy', 'goods.publish', ['shipper'], { goods: 'published' }],
  ],
  pathOf,
  countOf,
)
