// The page on which a carrier hands a task down: its own price, the possible carriers, and the state of the parts
// handed down.
import type { Input, Output } from '@yunshu/contract/call'
import type { findReleaseCarriers, ReleasedPart, ReleaseView } from '@yunshu/contract/task/release'
import { businessBits } from '@yunshu/domain/account/account'
import { fen } from '@yunshu/domain/figures/money'
import { problemText } from '@yunshu/domain/problems/problems'
import { companySearchMin } from '@yunshu/domain/relation'
import { releaseFault } from '@yunshu/domain/task/release'
import { taskStates } from '@yunshu/domain/task/task'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { openWaybillStates } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { actsOf, findTask, taskPrice, toTaskRow } from './task.queries.ts'
import { isCompanyOf } from '../../work/scope.ts'

const foundMax = 20
/** The most parts the page shows; a task of more is not handed down in practice. */
const partsMax = 200

/** The task with what its carrier gets and the parts it handed down. */
export async function findReleaseView(ctx: Ctx, taskId: string): Promise<ReleaseView> {
  const task = await findTask(ctx, taskId)
  const fault = releaseFault({ depth: task.depth, mayRelease: task.may_release })
  const seesPrice = ctx.can('price.carrier')
  return {
    task: toTaskRow(ctx, task),
    ...(seesPrice ? { unitPrice: taskPrice(task, ctx.now) } : {}),
    ...(fault === undefined ? {} : { fault: problemText(fault) }),
    parts: await partsOf(ctx, taskId, task.carrier_id, seesPrice),
  }
}

interface PartRow {
  id: string
  task_no: string
  carrier_name: string
  state: string
  qty: number
  remain_qty: number
  carrier_unit_price: number
  answer_by: number | null
  may_release: boolean
  remark: string
  created_at: number
  version: number
  shipper_id: string
  carrier_id: string
  parent_id: string | null
  releaser_id: string | null
  depth: number
  made: number
  open: number
  signed: number
  estimated: number
  confirmed: number
}

/** Parts handed down from a task, newest first; waybills of parts handed on count for the part they came from. */
async function partsOf(ctx: Ctx, taskId: string, carrierId: string, seesPrice: boolean): Promise<ReleasedPart[]> {
  // waybills of those it handed the work to are not its own: it learns how many, and what it earns
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<PartRow>`
    select t.id, t.task_no, c.name as carrier_name, t.state, t.qty, t.remain_qty, t.carrier_unit_price, t.answer_by,
      t.may_release, t.remark, t.created_at, t.version, t.shipper_id, t.carrier_id, t.parent_id, t.releaser_id, t.depth,
      coalesce(w.made, 0) as made, coalesce(w.open, 0) as open, coalesce(w.signed, 0) as signed,
        coalesce(w.estimated, 0)::bigint as estimated, coalesce(w.confirmed, 0)::bigint as confirmed
    from tasks t join companies c on c.id = t.carrier_id
    left join lateral (select count(*) as made,
      count(*) filter (where w.state = any(${[...openWaybillStates]}::text[])) as open,
      count(*) filter (where w.state in ('signed', 'finished')) as signed,
        sum(f.amount_fen) filter (where f.state = 'estimated') as estimated,
          sum(f.amount_fen) filter (where f.state = 'confirmed') as confirmed
      from waybills w left join waybill_fees f on f.waybill_id = w.id and f.carrier_id = ${carrierId}
      where w.task_id in (select d.id from tasks d where d.id = t.id or d.parent_id = t.id)
        and w.state not in ('cancelled', 'void')) w on true
    where t.parent_id = ${taskId} order by t.id desc limit ${partsMax}`.compile(q),
    ),
  )
  return rows.map(row => ({
    id: row.id,
    taskNo: row.task_no,
    carrierName: row.carrier_name,
    state: keyOf(taskStates.states, row.state),
    qty: row.qty,
    remainQty: row.remain_qty,
    ...(row.answer_by === null ? {} : { answerBy: row.answer_by }),
    mayRelease: row.may_release,
    remark: row.remark,
    createdAt: row.created_at,
    version: row.version,
    waybills: { all: row.made, open: row.open, signed: row.signed },
    mayRecall: actsOf(ctx, row).includes('withdraw'),
    ...(seesPrice
      ? {
          unitPrice: unitPrice(row.carrier_unit_price),
          feeEstimated: fen(row.estimated),
          feeConfirmed: fen(row.confirmed),
        }
      : {}),
  }))
}

/** Active carriers (alias `c`) a task can be handed down to: not its shipper, nor a carrier it came through. */
export const releasableTo = (
  taskId: string,
) => sql<boolean>`(c.state = 'active' and c.kind = 'HEAD' and c.role_flags & ${businessBits.carrier} <> 0
  and c.id not in (
  with recursive chain as (select carrier_id, shipper_id, parent_id from tasks where id = ${taskId}::uuid union all
    select t.carrier_id, t.shipper_id, t.parent_id from tasks t join chain on t.id = chain.parent_id)
  select carrier_id from chain union select shipper_id from chain))`

/** Carriers by name or credit code a task in the caller's reach can be handed down to. */
export async function findCarriers(
  ctx: Ctx,
  { taskId, text }: Input<typeof findReleaseCarriers>,
): Promise<Output<typeof findReleaseCarriers>> {
  if (text.length < companySearchMin) refuseFields({ text: `至少输入${companySearchMin}个字` })
  const task = await findTask(ctx, taskId)
  const named = contains(['c.name', 'c.short_name'], text) ?? sql<boolean>`true`
  // the chain above is other companies'
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('companies as c')
        .select(['c.id', 'c.name', 'c.credit_code as trustCode', 'c.region_code as regionCode'])
        .where(sql<boolean>`(${named} or c.credit_code = ${text.toUpperCase()})`)
        .where(releasableTo(task.id))
        .where(sql<boolean>`not ${isCompanyOf(ctx.actor, 'c.id')}`)
        .orderBy('c.name')
        .limit(foundMax),
    ),
  )
  return { rows }
}
