// Work on goods and tasks: offers to answer, vehicles to send, changes to agree to, goods about to end.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { taskListUrl, type TaskAct } from '@yunshu/contract/task/task'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { hintRules } from '@yunshu/domain/goods/priceHint'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, businessSight, ownTasks } from '../../work/scope.ts'
import { publishedGoods } from '../goods/goods.queries.ts'
import { changesWaitingFor } from '../goodsChange/change.queries.ts'
import { asSide, type FoundWork, type TodaySource } from './work.ts'

/** Goods that end within this time are work of those who published them. */
const endingMs = DAY_MS

/** Goods of which nothing was taken for this long are work too. */
const untakenMs = DAY_MS

/** Goods of the same owner that are looked through for deals. */
const dealsMost = 1000

const price = (of: RawBuilder<number>): RawBuilder<string> =>
  sql<string>`to_char(${of} / 10000.0, 'FM99999999990.0099')`

/** The price of goods `g` beside the owner's deals of the lane, as the hint of the form has them; null without enough of them. */
const priceBeside = (ctx: Ctx): RawBuilder<string | null> =>
  businessSight(ctx).shipper
    ? sql<string | null>`(select '近 30 天成交 ' || ${price(sql`min(d.shipper_unit_price)`)} || '–'
        || ${price(sql`max(d.shipper_unit_price)`)} || ' 元，本单 ' || ${price(sql`g.shipper_unit_price`)} || ' 元'
      from (select n.* from goods n where n.shipper_id = g.shipper_id order by n.id desc limit ${sql.lit(dealsMost)}) d
      where d.remain_qty < d.total_qty and d.pricing = g.pricing and d.created_at >= ${ctx.now - hintRules.forMs}::bigint
        and left(d.load_region, 4) = left(g.load_region, 4) and left(d.unload_region, 4) = left(g.unload_region, 4)
      having count(*) >= ${hintRules.least})`
    : sql<null>`null::text`

/** The list holds the task alone, with the dialog of the act over it. */
const taskAct =
  (act: TaskAct): TodaySource['path'] =>
  ({ link }) =>
    actUrl(taskListUrl('tasks', { text: link }), act)

const tasks = (
  where: (now: number) => RawBuilder<boolean>,
  deadline: RawBuilder<number | null>,
  { path, refuse }: Pick<TodaySource, 'path' | 'refuse'>,
) =>
  ({
    find: ({
      actor,
      now,
    }) => sql<FoundWork>`select t.id, t.version, t.task_no as no, null as beside, g.load_place, g.unload_place,
      g.item_names as about,
      (select o.name from companies o
        where o.id = t.shipper_id) as whose, ${deadline} as deadline, null::bigint as amount, t.updated_at as since,
        t.task_no as link
      from tasks t join goods g on g.id = t.goods_id
        where ${allOf([ownTasks(actor, 't'), asSide(actor, 'carrier', 't'), where(now)])}`,
    path,
    ...(refuse ? { refuse } : {}),
  }) satisfies TodaySource

export const goodsWork = {
  // one whose time is over cannot be taken any more
  answerTask: tasks(
    now => sql<boolean>`(t.state = 'sent' and (t.answer_by is null or t.answer_by > ${now}::bigint))`,
    sql<number | null>`t.answer_by`,
    {
      path: taskAct('accept'),
      refuse: taskAct('refuse'),
    },
  ),
  dispatch: tasks(
    () => sql<boolean>`(t.state in ('accepted', 'dispatching') and t.remain_qty > 0)`,
    sql<number | null>`g.valid_to`,
    { path: ({ id }) => screenUrl('AppointWaybill', { id }) },
  ),
  answerChange: {
    find: ({
      actor,
    }) => sql<FoundWork>`select h.id, h.version, g.goods_no as no, h.reason as beside, g.load_place, g.unload_place,
      g.item_names as about,
      (select o.name from companies o
        where o.id = h.shipper_id) as whose, null::bigint as deadline, null::bigint as amount, h.created_at as since,
        h.id::text as link
      from goods_changes h join goods g on g.id = h.goods_id where ${changesWaitingFor(actor)}`,
    path: () => taskListUrl('changes'),
  },
  endingGoods: {
    find: ({
      actor,
      now,
    }) => sql<FoundWork>`select g.id, g.version, g.goods_no as no, null as beside, g.load_place, g.unload_place,
      g.item_names as about, null as whose,
      g.valid_to as deadline, null::bigint as amount, g.created_at as since, g.id::text as link
      from goods g where ${allOf([
        publishedGoods(actor),
        sql<boolean>`g.state in ('published', 'partial', 'paused') and g.valid_to >= ${now}::bigint
          and g.valid_to < ${now + endingMs}::bigint`,
      ])}`,
    path: ({ link }) => screenUrl('GoodsDetails', { id: link }),
  },
  // once they end soon they stand as such
  untakenGoods: {
    find: ctx => sql<FoundWork>`select g.id, g.version, g.goods_no as no, null as beside, g.load_place, g.unload_place,
      concat_ws('　', g.item_names, ${priceBeside(ctx)}) as about, null as whose,
      g.valid_to as deadline, null::bigint as amount, g.created_at as since, g.id::text as link
      from goods g where ${allOf([
        publishedGoods(ctx.actor),
        sql<boolean>`g.state = 'published' and g.remain_qty = g.total_qty
          and g.created_at < ${ctx.now - untakenMs}::bigint and g.valid_to >= ${ctx.now + endingMs}::bigint`,
      ])}`,
    path: ({ link }) => screenUrl('GoodsDetails', { id: link }),
  },
} satisfies Partial<Record<TodayKind, TodaySource>>
