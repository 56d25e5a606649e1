// Pages of the trial balance on paper, each with the sums that are carried to it and from it.
import type { TrialRow } from '@yunshu/contract/voucher/voucher'
import { addFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { sideSums } from './balance.ts'

/** Accounts on one page. */
export const trialPageRows = 26

/** The six sums of accounts: each balance under the side it stands on. */
export interface TrialSums {
  readonly openingDebit: Fen
  readonly openingCredit: Fen
  readonly debit: Fen
  readonly credit: Fen
  readonly closingDebit: Fen
  readonly closingCredit: Fen
}
export const trialSumKeys = [
  'openingDebit',
  'openingCredit',
  'debit',
  'credit',
  'closingDebit',
  'closingCredit',
] as const satisfies readonly (keyof TrialSums)[]

const none: TrialSums = {
  openingDebit: ZERO_FEN,
  openingCredit: ZERO_FEN,
  debit: ZERO_FEN,
  credit: ZERO_FEN,
  closingDebit: ZERO_FEN,
  closingCredit: ZERO_FEN,
}

/** The amounts of one account in the six columns. */
export function trialSumsOf({ opening, debit, credit, closing }: TrialRow): TrialSums {
  const [before, after] = [sideSums([opening]), sideSums([closing])]
  return {
    openingDebit: before.debit,
    openingCredit: before.credit,
    debit,
    credit,
    closingDebit: after.debit,
    closingCredit: after.credit,
  }
}

const add = (sums: TrialSums, more: TrialSums): TrialSums => ({
  openingDebit: addFen(sums.openingDebit, more.openingDebit),
  openingCredit: addFen(sums.openingCredit, more.openingCredit),
  debit: addFen(sums.debit, more.debit),
  credit: addFen(sums.credit, more.credit),
  closingDebit: addFen(sums.closingDebit, more.closingDebit),
  closingCredit: addFen(sums.closingCredit, more.closingCredit),
})

/** A page: its accounts, and the sums before and after them. */
export interface TrialPage {
  readonly rows: readonly TrialRow[]
  readonly brought: TrialSums
  readonly carried: TrialSums
}

/** The pages of a trial balance; the sums carried from the last one are those of all accounts. */
export function trialPagesOf(rows: readonly TrialRow[]): TrialPage[] {
  let brought = none
  return Array.from({ length: Math.max(1, Math.ceil(rows.length / trialPageRows)) }, (_, page) => {
    const own = rows.slice(page * trialPageRows, (page + 1) * trialPageRows)
    const before = brought
    brought = own.reduce((sums, row) => add(sums, trialSumsOf(row)), before)
    return { rows: own, brought: before, carried: brought }
  })
}
