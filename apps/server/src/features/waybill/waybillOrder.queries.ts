// Orders of the waybill list: their keys, of which the reader is offered those they may see.
import type { Input } from '@yunshu/contract/call'
import type { listWaybills } from '@yunshu/contract/waybill/waybill'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { stateKeys } from '@yunshu/domain/states'
import { isOff, waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { lastIfNone, pageOrder, type PageOrder } from '../../db/sorted.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { businessSight } from '../../work/scope.ts'
import { freightNow } from './waybillAmounts.queries.ts'

type Asking = Pick<Ctx, 'actor' | 'now' | 'can'>

/** The amount of the reader's own side; a company of both sides has none that could be compared. */
function ownAmount(who: Asking): RawBuilder<number> {
  const sees = businessSight(who)
  if (!sees.shipper && !sees.carrier) throw new Problem('permit.missing')
  if (sees.shipper && sees.carrier && !isHouseSide(who.actor.side))
    throw wrongField('sort', '本企业兼有两方金额，不能排序')
  const off = sql.join(
    stateKeys(waybillStates)
      .filter(isOff)
      .map(state => sql.lit(state)),
  )
  return sql<number>`case when w.state in (${off}) then 0 else ${freightNow(sees.shipper ? 'shipper' : 'carrier')} end`
}

/** The order of a page of waybills. */
export function waybillOrder(who: Asking, { sort, ...page }: Input<typeof listWaybills>): PageOrder {
  if (sort === undefined) return pageOrder(who.now, page, 'w.id', undefined)
  const updated = sql<number>`w.updated_at`
  const keys = {
    dueAt: () => ({ key: lastIfNone('w.due_at'), changed: updated }),
    amount: () => ({ key: ownAmount(who), changed: updated }),
    stateSince: () => ({ key: lastIfNone('w.state_since'), changed: sql<number>`coalesce(w.state_since, 0)` }),
  } as const
  return pageOrder(who.now, page, 'w.id', { order: sort, ...keys[sort]() })
}
