// Deposits of the demo: money carriers left with each branch, in every state a person meets, and its ways out; booked as
// features/voucher/depositBooks.commands.ts does.
import {
  depositBackStates,
  depositPurposes,
  depositStates,
  type DepositBackMove,
  type DepositBackState,
  type DepositPurpose,
  type DepositState,
} from '@yunshu/domain/deposit'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, dayKey, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import * as postings from '@yunshu/domain/voucher/depositPostings'
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import type { Insertable } from 'kysely'
import type { DepositBacks, Deposits } from '../src/db/tables.gen.ts'
import type { History, Someone, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import type { Journal } from './journal.ts'
import { demoBranches, demoCompanyId } from './people.ts'
import type { Payee } from './sheetStory.ts'

interface BackPlan {
  readonly yuan: number
  readonly reason: string
  readonly steps: readonly Extract<DepositBackMove, 'approve' | 'pay' | 'reject' | 'withdraw'>[]
}
interface Plan {
  readonly carrier: string
  readonly purpose: DepositPurpose
  readonly yuan: number
  readonly days: number
  readonly remark?: string
  readonly end?: 'recorded' | 'rejected' | 'withdrawn'
  readonly backs?: readonly BackPlan[]
}
/** The deposits of each branch, the oldest first. */
const plans: readonly Plan[] = [
  {
    carrier: 'carrier',
    purpose: 'PERFORMANCE',
    yuan: 50_000,
    days: 38,
    remark: '年度运输合同履约押金',
  },
  {
    carrier: 'carrier2',
    purpose: 'DEVICE',
    yuan: 6_000,
    days: 33,
    remark: '车载终端 12 台',
    backs: [
      { yuan: 1_500, reason: '退回终端 3 台', steps: ['approve', 'pay'] },
      { yuan: 500, reason: '退回终端 1 台', steps: ['approve'] },
    ],
  },
  {
    carrier: 'carrier',
    purpose: 'FUEL_CARD',
    yuan: 2_000,
    days: 30,
    remark: '副卡 4 张',
    backs: [{ yuan: 2_000, reason: '副卡全部交回', steps: ['approve', 'pay'] }],
  },
  {
    carrier: 'carrier3',
    purpose: 'FUEL_CARD',
    yuan: 3_000,
    days: 12,
    remark: '副卡 6 张',
    backs: [
      { yuan: 1_000, reason: '交回副卡 2 张', steps: [] },
      { yuan: 3_000, reason: '合同到期', steps: ['reject'] },
    ],
  },
  { carrier: 'carrier2', purpose: 'OTHER', yuan: 800, days: 6, remark: '场地门禁卡', end: 'rejected' },
  { carrier: 'carrier3', purpose: 'DEVICE', yuan: 1_000, days: 4, end: 'withdrawn' },
  { carrier: 'carrier', purpose: 'DEVICE', yuan: 4_500, days: 1, remark: '车载终端 9 台', end: 'recorded' },
]

/** An entry of a deposit or of a way out of one. */
export interface DepositHappening {
  readonly kind: 'deposit'
  readonly source: { readonly type: 'deposit' | 'depositBack'; readonly id: string }
  readonly event: 'E11' | 'E11f' | 'E11p'
  readonly summary: string
  readonly branchId: string
  readonly carrierId: string
  readonly lines: readonly JournalLine[]
  readonly maker: Someone
}
type Told = DepositHappening & { readonly at: number; readonly by: Someone }

interface Made {
  readonly rows: Insertable<Deposits>[]
  /** Without their accounts, whose ids the seed knows. */
  readonly backs: Insertable<DepositBacks>[]
  readonly happenings: Told[]
}

interface Around {
  readonly history: History
  readonly whoIs: WhoIs
  readonly accountOf: (carrier: string) => Payee
  readonly number: (prefix: 'YJ' | 'TY', n: number, at: number) => string
}

/** Rows, histories and entries of every branch. */
export function makeDeposits(now: number, around: Around): Made {
  const made: Made = { rows: [], backs: [], happenings: [] }
  const makeId = idMaker(81)
  const makeBackId = idMaker(82)
  for (const { key } of demoBranches)
    for (const plan of plans) {
      const at = now - plan.days * DAY_MS - 3 * HOUR_MS
      makeDeposit(plan, { ...around, made, branch: key, at, id: makeId(at), makeBackId })
    }
  return made
}

interface At extends Around {
  readonly made: Made
  readonly branch: string
  readonly at: number
  readonly id: string
  readonly makeBackId: (at: number) => string
}

function makeDeposit(plan: Plan, around: At): void {
  const { history, whoIs, made, branch, at, id, number } = around
  const [maker, checker] = [whoIs('platform-finance'), whoIs('admin')]
  const [depositNo, amount] = [number('YJ', made.rows.length, at), fen(plan.yuan * 100)]
  const [branchId, carrierId] = [demoCompanyId(branch), demoCompanyId(plan.carrier)]
  history.note('deposit', id, '登记押金', { at, by: maker, to: depositStates.start })
  const judged = at + HOUR_MS
  const answer = plan.end === 'rejected' ? '银行没有这笔到账' : undefined
  const step = { recorded: undefined, rejected: 'reject', withdrawn: 'withdraw', booked: 'confirm' } as const
  const move = step[plan.end ?? 'booked']
  const by = move === 'withdraw' ? maker : checker
  let state: DepositState =
    move === undefined
      ? depositStates.start
      : history.move(depositStates, id, depositStates.start, move, { at: judged, by, remark: answer })
  if (move === 'confirm')
    made.happenings.push({
      kind: 'deposit',
      source: { type: 'deposit', id },
      event: 'E11',
      summary: `收${depositPurposes[plan.purpose]}押金 ${depositNo}`,
      branchId,
      carrierId,
      lines: postings.takeDeposit({ carrier: carrierId, amount, means: 'CHANNEL' }),
      maker,
      at: judged,
      by: checker,
    })
  const sums = makeBacks(plan, around, { id, branchId, carrierId })
  if (sums.gone === amount)
    state = history.move(depositStates, id, state, 'end', { at: sums.at, by: checker, remark: undefined })
  const isJudged = move === 'confirm' || move === 'reject'
  made.rows.push({
    id,
    deposit_no: depositNo,
    state,
    branch_id: branchId,
    carrier_id: carrierId,
    purpose: plan.purpose,
    means: 'CHANNEL',
    amount_fen: amount,
    asked_fen: sums.asked,
    gone_fen: sums.gone,
    date: startOfDay(at),
    serial: `${dayKey(at)}${String(6_000_000 + made.rows.length * 173)}`,
    remark: plan.remark ?? null,
    maker_id: maker.id,
    maker_name: maker.name,
    checker_id: isJudged ? checker.id : null,
    checker_name: isJudged ? checker.name : null,
    checked_at: isJudged ? judged : null,
    answer: answer ?? null,
    version: 5,
    created_at: at,
    updated_at: sums.at,
  })
}

interface Of {
  readonly id: string
  readonly branchId: string
  readonly carrierId: string
}

/** The ways out of a deposit, and what they come to. */
function makeBacks(plan: Plan, around: At, of: Of): { asked: Fen; gone: Fen; at: number } {
  let [asked, gone, last] = [0, 0, around.at + HOUR_MS]
  for (const [n, back] of (plan.backs ?? []).entries()) {
    const { state, at, amount } = makeBack(plan, back, n, around, of)
    last = at
    if (state === 'asked' || state === 'approved') asked += amount
    if (state === 'paid') gone += amount
  }
  return { asked: fen(asked), gone: fen(gone), at: last }
}

function makeBack(plan: Plan, back: BackPlan, n: number, around: At, of: Of) {
  const { history, whoIs, accountOf, made, number, makeBackId } = around
  const [asker, approver] = [whoIs('platform-finance'), whoIs('admin')]
  const askedAt = around.at + (2 + n) * DAY_MS
  const [id, amount] = [makeBackId(askedAt), fen(back.yuan * 100)]
  const [backNo, account] = [number('TY', made.backs.length, askedAt), accountOf(plan.carrier)]
  const answer = '合同还没有到期'
  const start = depositBackStates.start
  history.note('depositBack', id, '申请退押金', { at: askedAt, by: asker, to: start, remark: back.reason })
  const { branchId, carrierId } = of
  const entry = { kind: 'deposit', source: { type: 'depositBack', id }, branchId, carrierId } as const
  const event = { carrier: carrierId, amount }
  let [state, at]: [DepositBackState, number] = [start, askedAt]
  for (const step of back.steps) {
    at += 5 * HOUR_MS
    const by = step === 'pay' || step === 'withdraw' ? asker : approver
    const remark = step === 'reject' ? answer : undefined
    state = history.move(depositBackStates, id, state, step, { at, by, remark })
    const told = { ...entry, at, by }
    if (step === 'approve') {
      const lines = postings.agreeDepositBack(event)
      made.happenings.push({ ...told, event: 'E11f', summary: `同意退押金 ${backNo}`, lines, maker: asker })
    }
    if (step === 'pay') {
      const lines = postings.payDepositBack(event)
      made.happenings.push({ ...told, event: 'E11p', summary: `退押金 ${backNo}`, lines, maker: approver })
    }
  }
  const isAgreed = back.steps.includes('approve')
  const isPaid = state === 'paid'
  made.backs.push({
    id,
    back_no: backNo,
    deposit_id: of.id,
    state,
    kind: 'RETURN',
    branch_id: branchId,
    carrier_id: carrierId,
    amount_fen: amount,
    account_name: account.name,
    account_no: account.account,
    bank: account.bank,
    reason: back.reason,
    asker_id: asker.id,
    asker_name: asker.name,
    approver_id: isAgreed ? approver.id : null,
    approver_name: isAgreed ? approver.name : null,
    approved_at: isAgreed ? askedAt + 5 * HOUR_MS : null,
    payer_id: isPaid ? asker.id : null,
    payer_name: isPaid ? asker.name : null,
    paid_at: isPaid ? at : null,
    serial: isPaid ? `${dayKey(at)}${9_000_000 + made.backs.length * 197}` : null,
    answer: state === 'rejected' ? answer : null,
    version: back.steps.length + 1,
    created_at: askedAt,
    updated_at: at,
  })
  return { state, at, amount }
}

/** Posts an entry of a deposit. */
export function postDeposit(
  journal: Journal,
  nameOf: (companyId: string) => string,
  { at, by, source, event, summary, branchId, carrierId, lines, maker }: Told,
): void {
  journal.post(branchId, at, by, {
    source,
    event,
    summary,
    carrierId,
    lines,
    voucher: { kind: 'OTHER', counterparty: nameOf(carrierId), maker },
  })
}
