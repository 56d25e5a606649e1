// Vouchers made by hand in the demo: each branch has some in the books, drafts on their way there, and waybills bound to
// one of them.
import { fen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { credit, debit, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { q, type Tx } from '../src/db/tx.ts'
import { takeNumber } from '../src/db/numbers.ts'
import type { Someone, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import type { Journal } from './journal.ts'
import { demoBranches, demoCompanyId, demoUserId } from './people.ts'

/** A voucher made by hand, as the books take it down. */
export interface ManualHappening {
  readonly kind: 'manual'
  readonly id: string
  readonly branchId: string
  readonly summary: string
  readonly counterparty: string
  readonly lines: readonly JournalLine[]
  readonly typed: string
  readonly maker: Someone
}

/** A voucher made by hand: it is the source of its own entry. */
export function postManual(
  journal: Journal,
  what: ManualHappening & { readonly at: number; readonly by: Someone },
): void {
  const { at, by, branchId, summary, lines, counterparty, maker, typed } = what
  // the bank account holds what is put there for what it pays
  const amount = sumFen(lines.map(line => line.creditFen))
  journal.post(branchId, at, by, {
    source: { type: 'fund', id: what.id },
    event: 'E6t',
    summary: '存管账户转入银行存款',
    lines: [debit('1002.01', amount), credit('1002.02', amount)],
    voucher: { kind: 'OTHER', counterparty: '存管银行', maker },
  })
  const posted = journal.post(branchId, at, by, {
    source: { type: 'manual', id: '' },
    event: 'M1',
    summary,
    lines,
    voucher: { kind: 'ACCOUNTING', counterparty, maker, typed },
  })
  if (posted) posted.entry.source_id = posted.voucher.id
}

interface Plan {
  readonly days: number
  readonly summary: string
  readonly counterparty: string
  /** Account and amount of the debit; the bank account is credited. */
  readonly account: AccountCode
  readonly amount: Fen
}
const booked: readonly Plan[] = [
  { days: 41, summary: '场地租金', counterparty: '榆林市恒泰物业有限公司', account: '6602', amount: fen(860_000) },
  {
    days: 19,
    summary: '外调车运费',
    counterparty: '神木市顺通汽车运输有限公司',
    account: '6401.01',
    amount: fen(1_280_000),
  },
  { days: 11, summary: '办公用品', counterparty: '晨光办公文具店', account: '6602', amount: fen(124_850) },
  { days: 6, summary: '网银手续费', counterparty: '中国建设银行', account: '6603.01', amount: fen(3_600) },
]
const drafts: readonly (Plan & { readonly state: 'draft' | 'audited' | 'void'; readonly isOpen?: true })[] = [
  {
    state: 'draft',
    days: 2,
    summary: '车辆年检费',
    counterparty: '榆林市机动车检测站',
    account: '6401.09',
    amount: fen(46_000),
  },
  // one that does not balance yet
  {
    state: 'draft',
    isOpen: true,
    days: 1,
    summary: '差旅费报销',
    counterparty: '王建国',
    account: '6602',
    amount: fen(231_040),
  },
  {
    state: 'audited',
    days: 1,
    summary: '水电费',
    counterparty: '国网榆林供电公司',
    account: '6602',
    amount: fen(98_315),
  },
  {
    state: 'void',
    days: 4,
    summary: '重复录入',
    counterparty: '晨光办公文具店',
    account: '6602',
    amount: fen(124_850),
  },
]

const managerOf = (key: string): string => (key === 'branch1' ? 'branch' : key)
const typedOf = ({ summary, account, amount }: Plan, isOpen = false): string =>
  JSON.stringify([
    { summary, account, debit: amount, credit: 0 },
    ...(isOpen ? [] : [{ summary, account: '1002.01', debit: 0, credit: amount }]),
  ])

/** Those that are in the books, for their events. */
export function makeManual(
  now: number,
  whoIs: WhoIs,
): (ManualHappening & { readonly at: number; readonly by: Someone })[] {
  const checker: Someone = whoIs('platform-finance')
  const makeId = idMaker(26)
  return demoBranches.flatMap(({ key }, n) =>
    booked.map(plan => ({
      kind: 'manual' as const,
      id: makeId(now - plan.days * DAY_MS),
      at: now - plan.days * DAY_MS - n * HOUR_MS,
      by: checker,
      maker: whoIs(managerOf(key)),
      branchId: demoCompanyId(key),
      summary: plan.summary,
      counterparty: plan.counterparty,
      lines: [debit(plan.account, plan.amount), credit('1002.01', plan.amount)],
      typed: typedOf(plan),
    })),
  )
}

/** Drafts, and waybills bound to the freight a branch paid by hand. */
export async function seedManualVouchers(tx: Tx, now: number): Promise<number> {
  const [makeId, bindId] = [idMaker(24), idMaker(25)]
  const names = new Map((await tx.rows(q.selectFrom('users').select(['id', 'name']))).map(({ id, name }) => [id, name]))
  const checker = demoUserId('platform-finance')
  let n = 0
  for (const { key } of demoBranches)
    for (const plan of drafts) {
      const at = now - plan.days * DAY_MS
      const maker = demoUserId(managerOf(key))
      n += await tx.run(
        q.insertInto('vouchers').values({
          id: makeId(at),
          voucher_no: await takeNumber(tx, 'CG', 'manual_voucher_number', at),
          kind: 'ACCOUNTING',
          state: plan.state,
          branch_id: demoCompanyId(key),
          period: periodOf(at),
          date: startOfDay(at),
          summary: plan.summary,
          counterparty: plan.counterparty,
          amount_fen: plan.amount,
          draft_lines: typedOf(plan, plan.isOpen),
          maker_id: maker,
          maker_name: names.get(maker) ?? '',
          ...(plan.state === 'audited' ? { auditor_id: checker, auditor_name: names.get(checker) ?? '' } : {}),
          created_at: at,
          updated_at: at,
        }),
      )
    }
  return n + (await bindFreight(tx, now, bindId))
}

/** The two oldest waybills of each branch, half of the voucher each as far as their freight goes. */
async function bindFreight(tx: Tx, now: number, bindId: (at: number) => string): Promise<number> {
  const found = await tx.rows(
    sql<{ voucher_id: string; waybill_id: string; branch_id: string; amount: number; by_id: string; by_name: string }>`
    select v.id as voucher_id, w.id as waybill_id, v.branch_id, least(v.amount_fen / 2, w.payable_fen - w.deducted_fen - w.oil_fen)::bigint as amount,
      v.maker_id as by_id, v.maker_name as by_name
    from vouchers v cross join lateral (
      select * from waybills x where x.branch_id = v.branch_id and x.signed_at is not null and x.state <> 'void'
        and x.payable_fen - x.deducted_fen - x.oil_fen > 0 order by x.signed_at, x.id limit 2
    ) as w where v.draft_lines is not null and v.summary = '外调车运费' order by v.id, w.id`.compile(q),
  )
  for (const { voucher_id, waybill_id, branch_id, amount, by_id, by_name } of found)
    await tx.run(
      q.insertInto('voucher_waybills').values({
        id: bindId(now),
        voucher_id,
        waybill_id,
        branch_id,
        class: 'FREIGHT',
        amount_fen: amount,
        by_id,
        by_name,
        at: now,
      }),
    )
  return found.length
}
