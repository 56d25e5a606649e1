// The jobs of payment: send what was not sent, ask about what has no result, and let the simulated bank tell.
import type { Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { noticeSecret, signNotice } from '../../partners/notice.ts'
import { dueNotices, noticeTaken } from '../../partners/simulator.ts'
import { judgeLeftFacts } from './channelFact.commands.ts'
import { takeNotice } from './notice.commands.ts'
import { findDuePayments } from './payment.queries.ts'
import { postponePayment } from './payment.results.ts'
import { askPayment, sendPayment } from './payment.send.ts'

/**
 * Sends and asks for every payment whose turn it is, one after another; one that cannot be done now, such as in closed
 * books, holds up no other, and is taken up again later and later.
 */
export async function runPayments(deps: Deps, signal?: AbortSignal): Promise<void> {
  const faults: unknown[] = []
  for (const payment of await asSystem(deps, findDuePayments)) {
    if (signal?.aborted) return
    try {
      await (payment.state === 'created' ? sendPayment : askPayment)(deps, payment.id)
    } catch (error) {
      faults.push(error)
      await asSystem(deps, ctx => postponePayment(ctx, payment))
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `payments that cannot go on now: ${faults.length}`)
}

/** Lets the simulated bank, where there is one, send the notices that are due, signed and read like any bank's. */
export async function runSimulatedNotices(deps: Deps, now: number = Date.now()): Promise<void> {
  if (deps.channels.of('SIM') === undefined) return
  const secret = noticeSecret(deps.fileSecret, 'SIM')
  for (const notice of await dueNotices(deps.pool, now)) {
    const body = Buffer.from(JSON.stringify(notice))
    const timestamp = String(Date.now())
    await takeNotice(deps, 'SIM', { timestamp, signature: signNotice(secret, timestamp, body) }, body, Date.now())
    await noticeTaken(deps.pool, notice.orderNo)
  }
}

/** All of them, for the list in main. */
export const settlementJobs: readonly Job[] = [
  { name: 'payments', everyMs: 5000, run: (deps, signal) => runPayments(deps, signal) },
  { name: 'channelFacts', everyMs: 5000, run: judgeLeftFacts },
  { name: 'simulatedNotices', everyMs: 5000, run: deps => runSimulatedNotices(deps) },
]
