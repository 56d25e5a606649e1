// Debts that stand: once an hour carriers and those who collect are told of debts that reached a step, each step once.
import { chaseSteps } from '@yunshu/domain/debt'
import { fen, printMoney, sumFen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { asSystem } from '../../work/system.ts'
import { isOwed, nextDue } from './debt.queries.ts'

/** Debts one transaction tells of. */
const batch = 200

interface Due {
  id: string
  carrier_id: string
  carrier_name: string
  branch_id: string
  branch_name: string
  open_fen: number
  days: number
}

/** Tells of debts that reached a step they were not told at; one found late is told at the last step it reached. Answers how many. */
async function tellDue(ctx: Ctx): Promise<number> {
  const step = sql`(select max(s) from unnest(${[...chaseSteps]}::int[]) s
    where d.created_at <= ${ctx.now}::bigint - s * ${DAY_MS}::bigint)`
  // a carrier that keeps to its plan is not asked; the literals are those of the partial index debts_untold
  const due = await ctx.tx.rows(
    sql<Due>`select d.id, d.carrier_id, c.name as carrier_name, d.branch_id, b.name as branch_name, d.open_fen, ${step} as days
      from debts d join companies c on c.id = d.carrier_id join companies b on b.id = d.branch_id
      where ${isOwed} and d.told_days < 60 and d.created_at <= ${ctx.now - chaseSteps[0] * DAY_MS}::bigint
        and ${step} > d.told_days and coalesce(${nextDue} < ${startOfDay(ctx.now)}::bigint, true)
      order by d.created_at, d.id limit ${batch} for update of d skip locked`.compile(q),
  )
  for (const rows of Map.groupBy(due, row => `${row.carrier_id} ${row.branch_id} ${row.days}`).values()) {
    const [first] = rows
    if (first === undefined) continue
    const amount = printMoney(sumFen(rows.map(row => fen(row.open_fen))))
    const { carrier_name: carrier, branch_name: branch, days } = first
    const said = { carrier, count: rows.length, days, amount }
    await tellHouse(ctx, 'debt.due', { branch: first.branch_id, permit: 'debt.collect' }, said)
    await tellHappening(
      ctx,
      'debt.owing',
      { company: first.carrier_id, permit: 'debt.view' },
      { branch, count: rows.length, days, amount },
    )
  }
  // a notice changes nothing people work on: neither version nor history
  await ctx.tx.run(
    sql`update debts d set told_days = r.days
      from json_to_recordset(${JSON.stringify(due.map(({ id, days }) => ({ id, days })))}::json) as r (id uuid, days smallint)
      where d.id = r.id`.compile(q),
  )
  return due.length
}

/** Tells of all debts that reached a step; answers how many. Safe to run on several servers at once. */
export async function tellOfDebts(deps: Deps, signal?: AbortSignal): Promise<number> {
  for (let all = 0; ;) {
    const done = await asSystem(deps, tellDue)
    all += done
    if (done < batch || signal?.aborted) return all
  }
}

export const debtJobs: readonly Job[] = [
  {
    name: 'debts.tell',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      await tellOfDebts(deps, signal)
    },
  },
]
