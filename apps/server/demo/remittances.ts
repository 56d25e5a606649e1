// Remittances of the demo's last days: each branch has one in every state, more where people have something to do.
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, dayKey, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { remittanceStates, type RemittanceMove, type RemittanceState } from '@yunshu/domain/remittance'
import type { Insertable } from 'kysely'
import type { RemittanceClaims, RemittanceRefunds, Remittances } from '../src/db/tables.gen.ts'
import type { Happening } from './books.ts'
import type { History, Someone, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import { demoBranches, demoCompanyId } from './people.ts'

/** A remittance as it is planned: how long ago, what it is about, and the steps it went through. */
interface Plan {
  readonly hours: number
  readonly amount: Fen
  /** Another payer than the shipper of the branch. */
  readonly payer?: string
  readonly note: string
  /** As much of it as was claimed; all where it is not said. */
  readonly part?: Fen
  readonly steps: readonly (RemittanceMove | 'claimPart')[]
}
const plans: readonly Plan[] = [
  { hours: 7, amount: fen(1_280_000), note: '运费', steps: [] },
  { hours: 9, amount: fen(356_020), payer: '榆林恒昌煤炭运销有限公司', note: '11月运费', steps: [] },
  { hours: 28, amount: fen(4_500_000), note: '预付运费', steps: ['confirm'] },
  { hours: 31, amount: fen(88_600), payer: '唐山诚达物资贸易有限公司', note: '货款', steps: ['confirm'] },
  { hours: 54, amount: fen(2_600_000), note: '预付运费', steps: ['confirm', 'claim'] },
  { hours: 57, amount: fen(1_640_000), note: '两家运费', part: fen(900_000), steps: ['confirm', 'claimPart'] },
  { hours: 78, amount: fen(1_950_000), note: '运费', steps: ['confirm', 'claim', 'unclaim', 'claim'] },
  { hours: 35, amount: fen(120_000), payer: '刘志强', note: '押金', steps: ['confirm', 'askRefund'] },
  {
    hours: 102,
    amount: fen(640_000),
    payer: '山东鲁源化工有限公司',
    note: '错汇',
    steps: ['confirm', 'askRefund', 'refund'],
  },
  { hours: 59, amount: fen(300_000), note: '运费', steps: ['reject'] },
  { hours: 83, amount: fen(75_000), note: '运费', steps: ['withdraw'] },
]

/** The shipper of each branch that pays by transfer. */
const payers = { branch1: 'shipper', branch2: 'shipper6', branch3: 'shipper3' } as const
const managers: Readonly<Record<string, string>> = { branch1: 'branch' }
const reasons: Partial<Record<RemittanceMove | 'claimPart', string>> = {
  reject: '银行查无此款',
  unclaim: '先核对附言',
  askRefund: '付款方称汇错，申请原路退回',
}

interface Told {
  readonly rows: Insertable<Remittances>[]
  readonly claims: Insertable<RemittanceClaims>[]
  readonly refunds: Insertable<RemittanceRefunds>[]
  readonly happenings: Happening[]
}

/** Rows, histories and events for the books. */
export function makeRemittances(
  now: number,
  history: History,
  whoIs: WhoIs,
  nameOf: (companyId: string) => string,
  remittanceNo: (n: number, at: number) => string,
): Told {
  const [makeId, claimId, refundId] = [idMaker(16), idMaker(17), idMaker(18)]
  const planned = demoBranches
    .flatMap(({ key }, at) => plans.map(plan => ({ key, plan, madeAt: now - (plan.hours + at) * HOUR_MS })))
    .toSorted((a, b) => a.madeAt - b.madeAt)
  const rows: Insertable<Remittances>[] = []
  const claims: Insertable<RemittanceClaims>[] = []
  const refunds: Insertable<RemittanceRefunds>[] = []
  const happenings: Happening[] = []
  for (const [n, { key, plan, madeAt }] of planned.entries()) {
    const maker = whoIs(managers[key] ?? key)
    const checker = whoIs('platform-finance')
    const shipperId = demoCompanyId(payers[key])
    const id = makeId(madeAt)
    history.note('remittance', id, '登记来款', { at: madeAt, by: maker, to: remittanceStates.start })
    const other = whoIs('admin')
    const end = walk(plan, { id, madeAt, maker, checker, other }, history)
    const amount = plan.part ?? plan.amount
    const isClaimed = end.state === 'claimed' || plan.part !== undefined
    const claim = isClaimed ? { id: claimId(end.at), shipperId, amount } : undefined
    const payer = plan.payer ?? nameOf(shipperId)
    const row = rowOf(plan, { n, id, madeAt, maker, checker, end })
    const no = remittanceNo(n, madeAt)
    const isSent = end.state === 'refunded'
    rows.push({
      ...row,
      remittance_no: no,
      branch_id: demoCompanyId(key),
      payer_name: payer,
      payer_account: `62220200${String(10_000_000 + n * 7919)}`,
      claimed_fen: claim?.amount ?? 0,
      refunded_fen: isSent ? plan.amount : 0,
    })
    const refund = plan.steps.includes('askRefund')
      ? refundOf(row, { id: refundId(end.at), n, at: end.at, isSent, asker: checker, ender: other })
      : undefined
    if (refund !== undefined) refunds.push({ ...refund, branch_id: demoCompanyId(key) })
    if (claim !== undefined)
      claims.push({
        id: claim.id,
        remittance_id: id,
        branch_id: demoCompanyId(key),
        amount_fen: claim.amount,
        shipper_id: claim.shipperId,
        claimer_name: checker.name,
        claimed_at: end.at,
      })
    if (plan.steps[0] === 'confirm')
      happenings.push({
        kind: 'remitted',
        // on the day of the money, as the product dates it
        at: Math.min(madeAt + HOUR_MS, startOfDay(madeAt) + DAY_MS - 1),
        by: checker,
        maker,
        id,
        remittanceNo: no,
        branchId: demoCompanyId(key),
        payer,
        amount: plan.amount,
        ...(claim === undefined ? {} : { claim }),
        ...(isSent && refund !== undefined ? { refundId: refund.id } : {}),
      })
  }
  return { rows, claims, refunds, happenings }
}

interface Walked {
  readonly id: string
  readonly madeAt: number
  readonly maker: Someone
  readonly checker: Someone
  readonly other: Someone
}

interface Refunded {
  readonly id: string
  readonly n: number
  readonly at: number
  readonly isSent: boolean
  readonly asker: Someone
  readonly ender: Someone
}

/** The return of a remittance, which waits or left. */
const refundOf = (
  row: { readonly id: string; readonly amount_fen: number; readonly created_at: number },
  { id, n, at, isSent, asker, ender }: Refunded,
) => ({
  id,
  remittance_id: row.id,
  amount_fen: row.amount_fen,
  reason: reasons.askRefund ?? '',
  asker_id: asker.id,
  asker_name: asker.name,
  asked_at: isSent ? at - HOUR_MS : at,
  ended_at: isSent ? at : null,
  ender_id: isSent ? ender.id : null,
  ender_name: isSent ? ender.name : null,
  serial: isSent ? serialOf(row.created_at, n + 5000) : null,
  date: isSent ? startOfDay(at) : null,
})

const serialOf = (at: number, n: number): string => `${dayKey(at)}${String(7_000_000 + n * 211)}`

/** Takes a remittance through its steps, an hour each; the checker does what takes a second person. */
function walk(
  { steps }: Plan,
  { id, madeAt, maker, checker, other }: Walked,
  history: History,
): { state: RemittanceState; at: number } {
  let [state, at]: [RemittanceState, number] = [remittanceStates.start, madeAt]
  for (const step of steps) {
    at += HOUR_MS
    const by = step === 'withdraw' ? maker : step === 'refund' ? other : checker
    const remark = reasons[step]
    state = history.move(remittanceStates, id, state, step, { at, by, ...(remark === undefined ? {} : { remark }) })
  }
  return { state, at }
}

function rowOf(
  { amount, note, steps }: Plan,
  {
    n,
    id,
    madeAt,
    maker,
    checker,
    end,
  }: {
    n: number
    id: string
    madeAt: number
    maker: Someone
    checker: Someone
    end: { state: RemittanceState; at: number }
  },
) {
  const isChecked = steps.includes('confirm') || steps.includes('reject')
  const isAsked = steps.includes('askRefund')
  return {
    id,
    state: end.state,
    bank_note: note,
    amount_fen: amount,
    date: startOfDay(madeAt),
    serial: serialOf(madeAt, n),
    maker_id: maker.id,
    maker_name: maker.name,
    checker_id: isChecked ? checker.id : null,
    checker_name: isChecked ? checker.name : null,
    checked_at: isChecked ? madeAt + HOUR_MS : null,
    asker_id: isAsked ? checker.id : null,
    reason:
      steps.map(step => reasons[step]).find((_, at) => at === steps.length - 1 || steps[at] === 'askRefund') ?? null,
    version: steps.length + 1,
    created_at: madeAt,
    updated_at: end.at,
  }
}
