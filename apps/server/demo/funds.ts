// Fund records of the demo: what shippers paid ahead and fuel bought, week by week, a reserve to go on with, and a few
// records nobody has confirmed.
import { addFen, fen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, dayKey, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { fundStates, type FundKind, type FundState } from '@yunshu/domain/fund'
import type { Insertable } from 'kysely'
import type { FundRecords } from '../src/db/tables.gen.ts'
import type { Haul } from './haul.ts'
import type { History, Someone, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import { demoBranches, demoCompanyId, demoShippers } from './people.ts'
import type { Sheet } from './sheetStory.ts'
import { isUnpaid } from './unpaid.ts'

/** Money of a branch as it is planned: payer, amount, and the end of its record. */
interface Plan {
  readonly kind: FundKind
  readonly branch: string
  readonly shipperId?: string
  /** The account of fuel or tolls that is topped up. */
  readonly accountId?: string
  readonly amount: Fen
  /** The moment it was confirmed, or judged otherwise. */
  readonly at: number
  readonly end?: Exclude<FundState, 'confirmed'>
}
/** The top-up of an account of fuel or tolls. */
export type TopUpPlan = Plan
/** A record with its row; `at` is when it was confirmed. */
export interface Fund {
  readonly row: Insertable<FundRecords>
  readonly at: number
  readonly maker: Someone
  readonly checker: Someone
}

const weekMs = 7 * DAY_MS
/** Hundredths of its weekly freight each shipper pays in advance; below 100 it runs into arrears. */
const advance: Readonly<Record<string, number>> = { shipper: 106, shipper2: 88, shipper4: 96 }
const tenThousandYuan = 1_000_000
/** Money and fuel of a branch to go on with, however long a visitor approves and pays. */
const [moneyReserve, fuelReserve] = [fen(200_000_000), fen(50_000_000)]
/** The shipper of each branch that pays the reserve; it is paid up in any case. */
const payersOfReserve = { branch1: 'shipper', branch2: 'shipper6', branch3: 'shipper3' } as const
const managers: Readonly<Record<string, string>> = { branch1: 'branch' }

/** All records in the order they were made, with their histories. */
export function makeFunds(
  hauls: readonly Haul[],
  sheets: readonly Sheet[],
  { start, now }: { start: number; now: number },
  history: History,
  whoIs: WhoIs,
  topUps: readonly TopUpPlan[],
  recordNo: (n: number, at: number) => string,
): Fund[] {
  const makeId = idMaker(12)
  const checker = whoIs('platform-finance')
  return [
    ...reserves(start),
    ...advances(hauls, start, now),
    ...fuel(sheets, start, now),
    ...topUps,
    ...unfinished(now),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map((plan, n): Fund => {
      const madeAt = plan.at - HOUR_MS
      const maker = whoIs(managers[plan.branch] ?? plan.branch)
      const id = makeId(madeAt)
      history.note('fund', id, '登记资金', { at: madeAt, by: maker, to: fundStates.start })
      return {
        row: {
          id,
          record_no: recordNo(n, madeAt),
          ...rowOf(plan, n, madeAt, maker),
          ...judge(plan, id, { maker, checker }, history),
        },
        at: plan.at,
        maker,
        checker,
      }
    })
}

/** Sums by week since `start`; a week that is not over takes the sum of the one before when that is larger. */
function byWeek(amounts: readonly { at: number; amount: Fen }[], start: number, now: number): Fen[] {
  const weeks = Array.from({ length: Math.floor((now - start) / weekMs) + 1 }, () => ZERO_FEN)
  for (const { at, amount } of amounts) {
    const week = Math.floor((at - start) / weekMs)
    weeks[week] = addFen(weeks[week] ?? ZERO_FEN, amount)
  }
  const [before = ZERO_FEN, last = ZERO_FEN] = weeks.slice(-2)
  return [...weeks.slice(0, -1), before > last ? before : last]
}

const upTo = (amount: number): Fen => fen(Math.ceil(amount / tenThousandYuan) * tenThousandYuan)

const reserves = (start: number): Plan[] =>
  demoBranches.flatMap(({ key }) => [
    {
      kind: 'TOP_UP',
      branch: key,
      shipperId: demoCompanyId(payersOfReserve[key]),
      amount: addFen(moneyReserve, fuelReserve),
      at: start + 3 * HOUR_MS,
    },
    { kind: 'FUEL', branch: key, amount: fuelReserve, at: start + 4 * HOUR_MS },
  ])

const advances = (hauls: readonly Haul[], start: number, now: number): Plan[] =>
  demoShippers.flatMap(shipper => {
    const freight = hauls.flatMap(haul =>
      haul.lot.shipper === shipper.key && !isUnpaid(haul) && haul.signedAt !== undefined
        ? [{ at: haul.signedAt, amount: haul.shipperFreight }]
        : [],
    )
    return byWeek(freight, start, now).flatMap((amount, week): Plan[] =>
      amount === 0
        ? []
        : [
            {
              kind: 'TOP_UP',
              branch: shipper.branch,
              shipperId: demoCompanyId(shipper.key),
              amount: upTo((amount * (advance[shipper.key] ?? 102)) / 100),
              at: start + week * weekMs + 5 * HOUR_MS,
            },
          ],
    )
  })

const fuel = (sheets: readonly Sheet[], start: number, now: number): Plan[] =>
  demoBranches.flatMap(({ key }) => {
    const used = sheets.flatMap(sheet =>
      sheet.approvedAt !== undefined && sheet.lines[0]?.haul.lot.branchId === demoCompanyId(key)
        ? [{ at: sheet.approvedAt, amount: sumFen(sheet.lines.map(line => line.oil)) }]
        : [],
    )
    return byWeek(used, start, now).flatMap((amount, week): Plan[] =>
      amount === 0
        ? []
        : [{ kind: 'FUEL', branch: key, amount: upTo(amount), at: start + week * weekMs + 6 * HOUR_MS }],
    )
  })

/** Records of the last days that are not in the books: waiting, sent back, taken back. */
const unfinished = (now: number): Plan[] =>
  demoBranches.flatMap(({ key }, n): Plan[] => [
    {
      kind: 'TRANSFER',
      branch: key,
      amount: fen(30_000_000 + n * 5_000_000),
      at: now - (2 + n) * HOUR_MS,
      end: 'recorded',
    },
    { kind: 'FUEL', branch: key, amount: fen(8_000_000), at: now - (30 + n) * HOUR_MS, end: 'rejected' },
    { kind: 'TRANSFER', branch: key, amount: fen(3_000_000), at: now - (52 + n) * HOUR_MS, end: 'withdrawn' },
  ])

const rowOf = ({ kind, branch, shipperId, accountId, amount }: Plan, n: number, madeAt: number, maker: Someone) => ({
  kind,
  branch_id: demoCompanyId(branch),
  shipper_id: shipperId ?? null,
  fuel_account_id: accountId ?? null,
  amount_fen: amount,
  date: startOfDay(madeAt),
  serial:
    kind === 'FUEL'
      ? `2613${dayKey(madeAt)}${String(100_000 + n * 7).padStart(10, '0')}`
      : `${dayKey(madeAt)}${String(5_000_000 + n * 137)}`,
  maker_id: maker.id,
  maker_name: maker.name,
  created_at: madeAt,
})

/** The state a record came to, and who judged it. */
function judge(
  { end, at }: Plan,
  id: string,
  { maker, checker }: { maker: Someone; checker: Someone },
  history: History,
): Pick<
  Insertable<FundRecords>,
  'state' | 'checker_id' | 'checker_name' | 'checked_at' | 'reason' | 'version' | 'updated_at'
> {
  const unjudged = { checker_id: null, checker_name: null, checked_at: null, reason: null }
  if (end === 'recorded') return { state: end, ...unjudged, version: 1, updated_at: at - HOUR_MS }
  const moved = { version: 2, updated_at: at }
  if (end === 'withdrawn')
    return { state: history.move(fundStates, id, 'recorded', 'withdraw', { at, by: maker }), ...unjudged, ...moved }
  const checked = { checker_id: checker.id, checker_name: checker.name, checked_at: at, ...moved }
  if (end === undefined)
    return {
      state: history.move(fundStates, id, 'recorded', 'confirm', { at, by: checker }),
      ...checked,
      reason: null,
    }
  const reason = '金额与发票不符'
  return {
    state: history.move(fundStates, id, 'recorded', 'reject', { at, by: checker, remark: reason }),
    ...checked,
    reason,
  }
}
