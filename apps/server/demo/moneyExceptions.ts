// Payment exceptions of the demo: words of the bank against paid sheets that two people ended, and one about an order that
// is not ours, which waits.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import type { Insertable } from 'kysely'
import type { ChannelFacts, MoneyExceptions } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

const dismissed = [
  '与银行客服核对，通知重复推送了另一笔的结果，回单显示已入账',
  '银行次日更正：款项已入账，失败通知有误',
  '收款人确认到账，银行回单相符',
] as const

/** Writes them with the words of the bank they are about. */
export async function seedMoneyExceptions(tx: Tx, now: number): Promise<number> {
  const paid = await tx.rows(
    q
      .selectFrom('payments')
      .select(['id', 'settlement_id', 'shipper_id', 'branch_id', 'amount_fen', 'idem_key', 'channel', 'done_at'])
      .where('shipper_id', '=', demoCompanyId('shipper3'))
      .where('state', '=', 'success')
      .orderBy('id', 'desc')
      .limit(dismissed.length),
  )
  const people = await tx.rows(
    q
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', 'in', [demoUserId('shipper3-finance'), demoUserId('platform-finance')])
      .orderBy('id'),
  )
  const [proposer, checker] = people
  const [exceptionId, factId] = [idMaker(45), idMaker(46)]
  const exceptions: Insertable<MoneyExceptions>[] = []
  const facts: Insertable<ChannelFacts>[] = []
  const wordOf = (at: number, key: string, exception: string): Insertable<ChannelFacts> => ({
    id: factId(at),
    channel: 'SIM',
    fact_key: key,
    source: 'NOTICE',
    order_key: key,
    kind: 'SUCCESS',
    raw: JSON.stringify({ eventId: key }),
    received_at: at,
    verdict: 'EXCEPTION',
    exception_id: exception,
  })
  for (const [n, payment] of paid.entries()) {
    const at = (payment.done_at ?? now - DAY_MS) + HOUR_MS
    const id = exceptionId(at)
    exceptions.push({
      id,
      kind: 'LATE_FAILURE',
      state: 'resolved',
      payment_id: payment.id,
      payment_state: 'success',
      settlement_id: payment.settlement_id,
      shipper_id: payment.shipper_id,
      branch_id: payment.branch_id,
      outcome: 'dismiss',
      reason: dismissed[n] ?? null,
      proposer_id: proposer?.id ?? null,
      proposer_name: proposer?.name ?? null,
      proposed_at: at + HOUR_MS,
      checker_id: checker?.id ?? null,
      checker_name: checker?.name ?? null,
      resolved_at: at + 2 * HOUR_MS,
      version: 3,
      created_at: at,
      updated_at: at + 2 * HOUR_MS,
    })
    facts.push({
      ...wordOf(at, `demo-late-failure-${n}`, id),
      order_key: payment.idem_key,
      kind: 'FAILED',
      amount_fen: payment.amount_fen,
      reason: '收款行返回失败',
      shipper_id: payment.shipper_id,
      branch_id: payment.branch_id,
    })
  }
  const at = now - 3 * HOUR_MS
  const foreign = exceptionId(at)
  exceptions.push({ id: foreign, kind: 'UNKNOWN_ORDER', state: 'open', created_at: at, updated_at: at })
  facts.push({ ...wordOf(at, 'demo-foreign-order', foreign), amount_fen: 386_000, bank_serial: 'SIM9902611250007' })
  await tx.run(q.insertInto('money_exceptions').values(exceptions))
  await tx.run(q.insertInto('channel_facts').values(facts))
  return exceptions.length + facts.length
}
