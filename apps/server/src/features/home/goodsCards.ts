// Home cards of goods and tasks: offers to take, tasks to answer and to send vehicles for, changes to agree to.
import { taskListUrl } from '@yunshu/contract/task/task'
import type { GoodsState } from '@yunshu/domain/goods/goods'
import type { TaskState } from '@yunshu/domain/task/task'
import { sql } from 'kysely'
import { ownTasks } from '../../work/scope.ts'
import { isOffered, ownGoods } from '../goods/goods.queries.ts'
import { changesWaitingFor } from '../goodsChange/change.queries.ts'
import { cappedCount, listUrl, type Card, type CardCount } from './card.ts'

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

export const goodsCards: readonly Card[] = [
  {
    key: 'offers',
    title: '可接货源',
    tone: 'busy',
    permit: 'goods.take',
    sides: ['carrier'],
    path: taskListUrl('offers'),
    count: offers,
  },
  {
    key: 'tasksSent',
    title: '待接任务',
    tone: 'warn',
    permit: 'goods.take',
    sides: ['carrier'],
    path: taskListUrl('tasks', { state: 'sent' }),
    count: tasks('sent'),
  },
  {
    key: 'tasksAccepted',
    title: '待派车任务',
    tone: 'warn',
    permit: 'waybill.appoint',
    sides: ['platform', 'carrier'],
    path: taskListUrl('tasks', { state: 'accepted' }),
    count: tasks('accepted'),
  },
  {
    key: 'tasksDispatching',
    title: '派车中任务',
    tone: 'busy',
    permit: 'waybill.appoint',
    sides: ['platform', 'carrier'],
    path: taskListUrl('tasks', { state: 'dispatching' }),
    count: tasks('dispatching'),
  },
  {
    key: 'changesToAnswer',
    title: '待答复货源变更',
    tone: 'warn',
    permit: 'goods.take',
    sides: ['carrier'],
    path: taskListUrl('changes'),
    isRare: true,
    count: changesToAnswer,
  },
  {
    key: 'goodsOpen',
    title: '待接货源',
    tone: 'busy',
    permit: 'goods.publish',
    sides: ['shipper'],
    path: listUrl('GoodsMy', { state: 'published' }),
    count: goods('published'),
  },
]
