// Demo changes of goods: one that waits for `carrier`, one that was refused, and one that is in force.
import type { GoodsFields } from '@yunshu/contract/goods/goods'
import type { Entity } from '@yunshu/domain/entities'
import { consentStates, goodsChangeStates, type GoodsChangeState } from '@yunshu/domain/goods/change'
import { changedKeys, diffGoods } from '@yunshu/domain/goods/diff'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Events, Goods, GoodsChanges, GoodsConsents } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { writeChangeBody } from '../src/features/goodsChange/changeBody.ts'
import { fieldsOf } from '../src/features/goods/goodsRow.queries.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { readNames } from './names.ts'
import { demoCompanyId } from './people.ts'
import { feePpmOf } from './serviceFees.ts'

interface Plan {
  readonly state: GoodsChangeState
  readonly reason: string
  readonly agoHours: number
  readonly change: (now: GoodsFields) => Partial<GoodsFields>
  readonly refusal?: string
}

/** Changes asked of the goods of `shipper` that `carrier` holds part of: the youngest first. */
const plans: readonly Plan[] = [
  {
    state: 'pending',
    reason: '煤炭市场价格上涨，运价随行就市',
    agoHours: 1,
    change: now => ({ unitPrice: unitPrice(now.unitPrice + 50_000), lossRule: { ...now.lossRule, allow: 2000 } }),
  },
  {
    state: 'refused',
    reason: '月底回款安排',
    agoHours: 5,
    change: now => ({ payPlan: { ...now.payPlan, termDays: now.payPlan.termDays + 30 } }),
    refusal: '账期过长，资金周转不开',
  },
  {
    state: 'applied',
    reason: '煤台检修后恢复装车',
    agoHours: 3,
    change: () => ({ remark: '每天七点至二十点装车，进场须戴安全帽' }),
  },
]

/** Open goods of the demo's shipper that its carrier holds work of, newest first: one for each plan. */
const readHeldGoods = (tx: Tx, now: number) =>
  tx.rows(
    q
      .selectFrom('goods')
      .selectAll()
      .where('shipper_id', '=', demoCompanyId('shipper'))
      .where('state', 'in', ['published', 'partial'])
      .where('valid_to', '>', now)
      .where(
        sql<boolean>`exists (select 1 from tasks where goods_id = goods.id
          and carrier_id = ${demoCompanyId('carrier')}::uuid and state = 'accepted')`,
      )
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(plans.length),
  )

/** Writes the changes; answers how many rows. */
export async function seedGoodsChanges(tx: Tx, now: number): Promise<number> {
  const who = await readNames(tx)
  const [changeId, eventId] = [idMaker(50), idMaker(51)]
  const held = await readHeldGoods(tx, now)
  const changes: Insertable<GoodsChanges>[] = [],
    consents: Insertable<GoodsConsents>[] = [],
    events: Insertable<Events>[] = []
  const tell = (
    { reason }: Plan,
    entity: Entity,
    id: string,
    at: number,
    by: { id: string; name: string },
    action: string,
    more: Partial<Insertable<Events>> = {},
  ): void => {
    events.push({ ...lineOf(entity, id, at, by), id: eventId(at), action, remark: reason, ...more })
  }
  for (const [n, plan] of plans.entries()) {
    const goods = held[n % held.length]
    if (!goods) throw new Error('demo: carrier holds nothing of the goods of shipper')
    const made = changeOf(goods, plan, changeId, who(goods.created_by), now)
    changes.push(made.row)
    const { createdAt, answeredAt } = made
    if (plan.state === 'applied') {
      tell(plan, 'goodsChange', made.row.id, createdAt, who(goods.created_by), goodsChangeStates.moves.apply.label, {
        from_state: 'pending',
        to_state: 'applied',
      })
      tell(plan, 'goods', goods.id, createdAt, who(goods.created_by), '货源信息变更', {
        diff: JSON.stringify(made.diff.map(({ field, old, new: next }) => ({ field, old, new: next }))),
      })
      await tx.run(q.updateTable('goods').set({ body: made.body }).where('id', '=', goods.id))
      continue
    }
    const dispatcher = await carrierOf(tx, goods.id)
    const isAnswered = plan.state === 'refused'
    const consentId = changeId(createdAt)
    consents.push({
      id: consentId,
      change_id: made.row.id,
      carrier_id: demoCompanyId('carrier'),
      shipper_id: goods.shipper_id,
      branch_id: goods.branch_id,
      state: isAnswered ? 'refused' : 'asked',
      reason: plan.refusal ?? null,
      answered_by: isAnswered ? who(dispatcher).name : null,
      answered_at: isAnswered ? answeredAt : null,
      version: isAnswered ? 2 : 1,
      updated_at: isAnswered ? answeredAt : null,
    })
    if (isAnswered) {
      tell(plan, 'goodsConsent', consentId, answeredAt, who(dispatcher), consentStates.moves.refuse.label, {
        from_state: 'asked',
        to_state: 'refused',
        remark: null,
      })
      tell(plan, 'goodsChange', made.row.id, answeredAt, who(dispatcher), goodsChangeStates.moves.refuse.label, {
        from_state: 'pending',
        to_state: 'refused',
        remark: plan.refusal ?? null,
      })
    }
  }
  return (
    (await insertAll(tx, 'goods_changes', changes)) +
    (await insertAll(tx, 'goods_consents', consents)) +
    (await insertAll(tx, 'events', events))
  )
}

const lineOf = (entity: string, id: string, at: number, by: { id: string; name: string }) => ({
  entity,
  entity_id: id,
  at,
  user_id: by.id,
  user_name: by.name,
  from_state: null,
  to_state: null,
  diff: null,
})

const carrierOf = async (tx: Tx, goodsId: string): Promise<string> =>
  (
    await tx.one(
      q
        .selectFrom('tasks')
        .select('carrier_by')
        .where('goods_id', '=', goodsId)
        .where('carrier_id', '=', demoCompanyId('carrier'))
        .limit(1),
    )
  ).carrier_by

function changeOf(
  goods: Selectable<Goods>,
  plan: Plan,
  changeId: (at: number) => string,
  by: { id: string; name: string },
  now: number,
) {
  const before = fieldsOf(goods, [], now)
  const after = { ...before, ...plan.change(before) }
  const diff = diffGoods(before, after, { nameOf: id => id, feePpm: feePpmOf('shipper') })
  // asked after the goods were there and carriers had taken theirs, and answered within the hour
  const createdAt = Math.max(goods.created_at + HOUR_MS, now - plan.agoHours * HOUR_MS)
  const answeredAt = Math.min(createdAt + 40 * MINUTE_MS, now)
  const row = {
    id: changeId(createdAt),
    goods_id: goods.id,
    shipper_id: goods.shipper_id,
    branch_id: goods.branch_id,
    state: plan.state,
    reason: plan.reason,
    diff: JSON.stringify(diff),
    body: writeChangeBody(after, changedKeys(before, after)),
    applies_to_open: plan.state === 'pending',
    version: plan.state === 'pending' ? 1 : 2,
    created_by: by.id,
    created_name: by.name,
    created_at: createdAt,
    updated_at: plan.state === 'pending' ? createdAt : answeredAt,
  }
  const body =
    typeof goods.body === 'object'
      ? { ...goods.body, ...(after.remark === undefined ? {} : { remark: after.remark }) }
      : goods.body
  return { row, diff, createdAt, answeredAt, body: JSON.stringify(body) }
}
