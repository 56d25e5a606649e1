// Receipts that are late: once an hour both sides of each such waybill are reminded, each waybill once.
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { tellHappening } from '../../work/outbox.ts'

/** Waybills one transaction reminds of: few, so that none holds locks for long. */
const batch = 100

interface Late {
  id: string
  waybill_no: string
  plate: string
  shipper_id: string
  carrier_id: string
  shipper_by: string
  carrier_by: string
  receipt_state: string
  days: number
}

/**
 * Reminds of signed waybills whose receipt did not come back within the days their goods allow; answers of how many.
 */
async function remindDue(ctx: Ctx): Promise<number> {
  const days = sql<number>`coalesce((w.body -> 'receiptRule' ->> 'returnDays')::int, 0)`
  // the day of the signature does not count; the literals are those of the partial index waybills_receipt_late
  const late = await ctx.tx.rows(
    sql<Late>`
    select w.id, w.waybill_no, w.plate, w.shipper_id, w.carrier_id, w.shipper_by, w.carrier_by, w.receipt_state,
      ${days} as days from waybills w
    where w.receipt_state in ('waiting', 'rejected') and w.receipt_reminded_at is null and w.signed_at is not null
      and w.state = 'signed'
      and w.signed_at < ${startOfDay(ctx.now)} - ${days} * ${DAY_MS}::bigint
    order by w.signed_at limit ${batch} for update skip locked`.compile(q),
  )
  for (const waybill of late) {
    await tellLate(ctx, waybill, 'carrier')
    await tellLate(ctx, waybill, 'shipper')
  }
  // a reminder changes nothing people work on: neither version nor history
  await ctx.tx.run(
    sql`update waybills set receipt_reminded_at = ${ctx.now}
      where id = any(${late.map(({ id }) => id)}::uuid[])`.compile(q),
  )
  return late.length
}

async function tellLate(ctx: Ctx, late: Late, reader: 'carrier' | 'shipper'): Promise<void> {
  const name = late.receipt_state === 'rejected' ? 'receipt.lateAgain' : 'receipt.late'
  const permit = reader === 'carrier' ? 'receipt.upload' : 'receipt.audit'
  const { id: waybillId, waybill_no: waybillNo, plate, days } = late
  const to = { company: late[`${reader}_id`], permit, by: late[`${reader}_by`] } as const
  await tellHappening(ctx, name, to, { reader, waybillId, waybillNo, plate, days })
}

/** Reminds of all late receipts; answers of how many. Safe to run on several servers at once. */
export async function remindOfReceipts(deps: Deps, signal?: AbortSignal): Promise<number> {
  for (let all = 0; ;) {
    const done = await asSystem(deps, remindDue)
    all += done
    if (done < batch || signal?.aborted) return all
  }
}

/** Looks at receipts count for this long, ms. */
const looksLifeMs = 30 * DAY_MS

/** Forgets looks of long ago. */
export const forgetLooks = (deps: Deps, now = Date.now()): Promise<number> =>
  asSystem(deps, ({ tx }) => tx.run(q.deleteFrom('receipt_looks').where('at', '<', now - looksLifeMs)))

export const receiptJobs: readonly Job[] = [
  {
    name: 'receipt.remind',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      await remindOfReceipts(deps, signal)
    },
  },
  {
    name: 'receipt.forgetLooks',
    everyMs: DAY_MS,
    run: async deps => {
      await forgetLooks(deps)
    },
  },
]
