// Refunds of the demo's last days: shippers with prepaid money have asked some of it back, one of them in each state.
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { dayKey, HOUR_MS } from '@yunshu/domain/figures/time'
import { refundStates, type RefundMove, type RefundState } from '@yunshu/domain/refund'
import { reverseLines } from '@yunshu/domain/voucher/ledger'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Insertable } from 'kysely'
import type { Refunds, Remittances } from '../src/db/tables.gen.ts'
import type { History, Someone, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import type { Journal, Posted } from './journal.ts'
import { demoCompanyId, type demoBranches } from './people.ts'
import type { Receivables } from './receivables.ts'

interface Plan {
  readonly shipper: string
  readonly asker: string
  readonly branch: (typeof demoBranches)[number]['key']
  readonly hours: number
  readonly amount: Fen
  readonly reason: string
  readonly steps: readonly RefundMove[]
}
const plans: readonly Plan[] = [
  {
    shipper: 'shipper',
    asker: 'shipper-finance',
    branch: 'branch1',
    hours: 49,
    amount: fen(2_000_000),
    reason: '上月多付的预付运费',
    steps: ['approve', 'pay'],
  },
  {
    shipper: 'shipper6',
    asker: 'shipper6',
    branch: 'branch2',
    hours: 44,
    amount: fen(800_000),
    reason: '线路停运，余额退回',
    steps: ['reject'],
  },
  {
    shipper: 'shipper',
    asker: 'shipper-finance',
    branch: 'branch1',
    hours: 38,
    amount: fen(500_000),
    reason: '金额填错',
    steps: ['withdraw'],
  },
  {
    shipper: 'shipper3',
    asker: 'shipper3',
    branch: 'branch3',
    hours: 21,
    amount: fen(1_260_000),
    reason: '项目结束，退回剩余预付款',
    steps: ['approve'],
  },
  {
    shipper: 'shipper',
    asker: 'shipper-finance',
    branch: 'branch1',
    hours: 4,
    amount: fen(1_500_000),
    reason: '资金周转',
    steps: [],
  },
]
const answer = '合同约定余额用于下月运费'

/** Events of refunds: money asked back, free again, or sent. */
export interface RefundHappening {
  readonly kind: 'askedBack' | 'freeAgain' | 'sentBack'
  readonly id: string
  readonly refundNo: string
  readonly shipperId: string
  readonly branchId: string
  readonly amount: Fen
  /** The person who agreed to what is sent. */
  readonly maker?: Someone
}

/** Rows, histories and events for the books. Each goes back to the account of the shipper's last claimed remittance. */
export function makeRefunds(
  now: number,
  history: History,
  whoIs: WhoIs,
  payerOf: (shipperId: string) => Pick<Insertable<Remittances>, 'payer_name' | 'payer_account'> | undefined,
  refundNo: (n: number, at: number) => string,
): { readonly rows: Insertable<Refunds>[]; readonly happenings: (RefundHappening & { at: number; by: Someone })[] } {
  const makeId = idMaker(80)
  const [approver, payer] = [whoIs('platform-finance'), whoIs('admin')]
  const happenings: (RefundHappening & { at: number; by: Someone })[] = []
  const rows = plans.map((plan, n): Insertable<Refunds> => {
    const askedAt = now - plan.hours * HOUR_MS
    const [id, no, asker] = [makeId(askedAt), refundNo(n, askedAt), whoIs(plan.asker)]
    const [shipperId, branchId] = [demoCompanyId(plan.shipper), demoCompanyId(plan.branch)]
    const from = payerOf(shipperId)
    if (from === undefined) throw new Error(`demo: ${plan.shipper} has paid nothing to be sent back`)
    history.note('refund', id, '申请退款', { at: askedAt, by: asker, to: refundStates.start, remark: plan.reason })
    const booked = { id, refundNo: no, shipperId, branchId, amount: plan.amount }
    happenings.push({ ...booked, kind: 'askedBack', at: askedAt, by: asker })
    let [state, at]: [RefundState, number] = [refundStates.start, askedAt]
    for (const step of plan.steps) {
      at += 2 * HOUR_MS
      const by = step === 'withdraw' ? asker : step === 'pay' ? payer : approver
      state = history.move(refundStates, id, state, step, { at, by, remark: step === 'reject' ? answer : undefined })
      if (step === 'pay') happenings.push({ ...booked, kind: 'sentBack', at, by, maker: approver })
      else if (step !== 'approve') happenings.push({ ...booked, kind: 'freeAgain', at, by })
    }
    const isAgreed = plan.steps.includes('approve')
    const isPaid = state === 'paid'
    return {
      id,
      refund_no: no,
      state,
      shipper_id: shipperId,
      branch_id: branchId,
      amount_fen: plan.amount,
      source: 'ORIGIN',
      account_name: from.payer_name,
      account_no: from.payer_account,
      reason: plan.reason,
      asker_id: asker.id,
      asker_name: asker.name,
      approver_id: isAgreed ? approver.id : null,
      approver_name: isAgreed ? approver.name : null,
      payer_id: isPaid ? payer.id : null,
      payer_name: isPaid ? payer.name : null,
      serial: isPaid ? `${dayKey(at)}${8_000_000 + n * 211}` : null,
      answer: state === 'rejected' ? answer : null,
      paid_at: isPaid ? at : null,
      version: plan.steps.length + 1,
      created_at: askedAt,
      updated_at: at,
    }
  })
  return { rows, happenings }
}

/** The parts of the books that refunds move. */
interface Keeping {
  readonly journal: Journal
  readonly receivables: Receivables
  readonly nameOf: (companyId: string) => string
  /** The entry of each refund that was asked. */
  readonly asked: Map<string, Posted>
}

/** Posts a refund as features/voucher/refundBooks.commands.ts does. */
export function postRefund(
  { journal, receivables, nameOf, asked }: Keeping,
  { kind, id, refundNo, shipperId, branchId, amount, maker, at, by }: RefundHappening & { at: number; by: Someone },
): void {
  const of = { shipper: shipperId, amount }
  const entry = {
    askedBack: { event: 'E1f', summary: '预收款申请退款', lines: () => postings.askPrepaid(of) },
    freeAgain: { event: 'E1fr', summary: '退款未付', lines: () => reverseLines(asked.get(id)?.lines ?? []) },
    sentBack: { event: 'E1p', summary: '预收款退款', lines: () => postings.payRefund(of) },
  }[kind]
  if (kind === 'askedBack') receivables.askedBack({ shipperId, branchId }, amount)
  const posted = journal.post(branchId, at, by, {
    source: { type: 'refund', id },
    event: entry.event,
    summary: `${entry.summary} ${refundNo}`,
    shipperId,
    lines: entry.lines(),
    voucher: { kind: 'OTHER', counterparty: nameOf(shipperId), ...(maker === undefined ? {} : { maker }) },
  })
  if (kind === 'askedBack' && posted !== undefined) asked.set(id, posted)
  if (kind === 'freeAgain') receivables.paidAhead({ shipperId, branchId }, at, by, amount)
}
