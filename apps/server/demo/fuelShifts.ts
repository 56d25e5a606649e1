// Shifts of stock in the demo: differences of providers that wait to be written off, and words that came to nothing.
// None is booked, so stocks and books are those of what was bought and handed out.
import { fuelShiftKinds, fuelShiftStates, type FuelShiftKind, type FuelShiftMove } from '@yunshu/domain/fuel/fuelShift'
import type { Insertable } from 'kysely'
import type { FuelShifts, FuelUses } from '../src/db/tables.gen.ts'
import type { History, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'

interface Plan {
  readonly kind: FuelShiftKind
  readonly amount: number
  readonly reason: string
  readonly step?: FuelShiftMove
}
/** The shifts of each branch, the first one of a line of its provider. */
const plans: readonly Plan[] = [
  { kind: 'LOSS', amount: 147_000, reason: '副卡丢失后被刷用，供应商不退' },
  { kind: 'SURPLUS', amount: 36_000, reason: '供应商季度返利到账' },
  { kind: 'LOSS', amount: 20_000, reason: '月末余额比供应商多 200 元', step: 'reject' },
  { kind: 'SURPLUS', amount: 5_000, reason: '金额填错', step: 'withdraw' },
]
const answer = '请先向供应商查明'

/** Shifts of every branch that has a difference, with their histories. */
export function makeFuelShifts(
  uses: readonly Insertable<FuelUses>[],
  now: number,
  history: History,
  whoIs: WhoIs,
  shiftNo: (n: number, at: number) => string,
): Insertable<FuelShifts>[] {
  const [maker, checker, makeId] = [whoIs('platform-finance'), whoIs('admin'), idMaker(56)]
  const differing = uses.filter(({ state }) => state === 'differs')
  const firstOf = new Map(differing.toReversed().map(use => [use.branch_id, use] as const))
  return [...firstOf.values()].flatMap((use, b) =>
    plans.map(({ kind, amount, reason, step }, n): Insertable<FuelShifts> => {
      const at = now - (60 - b * 8 - n) * 60_000
      const [id, place] = [makeId(at), b * plans.length + n]
      history.note('fuelShift', id, `登记${fuelShiftKinds[kind]}`, {
        at,
        by: maker,
        to: fuelShiftStates.start,
        remark: reason,
      })
      const by = step === 'reject' ? checker : maker
      const remark = step === 'reject' ? answer : undefined
      const state =
        step === undefined
          ? fuelShiftStates.start
          : history.move(fuelShiftStates, id, fuelShiftStates.start, step, { at: at + 30_000, by, remark })
      const isRejected = step === 'reject'
      return {
        id,
        shift_no: shiftNo(place, at),
        kind,
        state,
        account_id: use.account_id,
        use_id: n === 0 ? use.id : null,
        branch_id: use.branch_id,
        amount_fen: amount,
        reason,
        maker_id: maker.id,
        maker_name: maker.name,
        checker_id: isRejected ? checker.id : null,
        checker_name: isRejected ? checker.name : null,
        checked_at: isRejected ? at + 30_000 : null,
        answer: isRejected ? answer : null,
        version: step === undefined ? 1 : 2,
        created_at: at,
        updated_at: at,
      }
    }),
  )
}
