// The job of invoices: sends what waits for room in the month, and asks about what has no answer.
import type { Job } from '../../jobs/runner.ts'
import type { Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { workEachDue } from '../../jobs/eachDue.ts'
import { findDueInvoices } from './invoice.queries.ts'
import { askAbout, sendInvoice } from './issue.commands.ts'
import { expireRed } from './red.commands.ts'
import { findDueReds } from './red.queries.ts'
import { askRed } from './redIssue.commands.ts'

/** Sends and asks for every invoice whose turn it is; one that cannot go on now holds up no other. */
export async function runInvoices(deps: Deps, signal?: AbortSignal): Promise<void> {
  if (deps.invoices === undefined) return
  const due = await asSystem(deps, findDueInvoices)
  await workEachDue(due, 'invoices that cannot go on now', signal, ({ id, state }) =>
    (state === 'planned' ? sendInvoice : askAbout)(deps, id),
  )
}

/** Confirmations nobody answered in 72 hours come to nothing; red invoices without an answer are asked about. */
export async function runReds(deps: Deps, signal?: AbortSignal): Promise<void> {
  const due = await asSystem(deps, findDueReds)
  await workEachDue(due, 'red invoices that cannot go on now', signal, ({ id, late }) =>
    late ? asSystem(deps, ctx => expireRed(ctx, id)) : askRed(deps, id),
  )
}

/** For the list in main. */
export const invoiceJobs: readonly Job[] = [
  { name: 'invoices', everyMs: 5000, run: (deps, signal) => runInvoices(deps, signal) },
  { name: 'redInvoices', everyMs: 10_000, run: (deps, signal) => runReds(deps, signal) },
]
