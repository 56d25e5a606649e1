// Double entry: the lines of an entry, what makes them fit to be posted and their reversal.
import { type AccountCode, accountOf } from './chart.ts'
import { type Fen, ZERO_FEN, addFen, negateFen, sumFen } from '../figures/money.ts'

/** One line of an entry: an amount on one side of one account. */
export interface JournalLine {
  readonly account: AccountCode
  /** The company or person the account is kept for; always there when the account is `perParty`. */
  readonly party?: string | undefined
  readonly waybillId?: string | undefined
  /** The part of the waybill; absent where the line is about all of it. */
  readonly partId?: string | undefined
  readonly debitFen: Fen
  readonly creditFen: Fen
  /** The posted line this one takes back; its amount is that of the other negated. */
  readonly reverses?: LineRef | undefined
}

/** A posted line: its entry, and its place in it from 1. */
export interface LineRef {
  readonly entryId: string
  readonly n: number
}

/** A posted line with its place in the journal. */
export type PostedLine = JournalLine & { readonly at: LineRef }

/** The party, the waybill and its part a line is about. */
export type LineSubject = Pick<JournalLine, 'party' | 'waybillId' | 'partId'>

/** A line on the debit side (借). */
export function debit(account: AccountCode, amount: Fen, subject: LineSubject = {}): JournalLine {
  return { account, ...subject, debitFen: amount, creditFen: ZERO_FEN }
}

/** A line on the credit side (贷). */
export function credit(account: AccountCode, amount: Fen, subject: LineSubject = {}): JournalLine {
  return { account, ...subject, debitFen: ZERO_FEN, creditFen: amount }
}

/** Reasons against posting lines as an entry. */
export type EntryFault = 'empty' | 'unbalanced' | 'bothSides' | 'zeroLine' | 'wrongSign' | 'noParty'

/**
 * The reason lines cannot be posted, or undefined.
 *
 * Debits equal credits; each line has one side and an amount; amounts are above 0 but where a line takes a posted one
 * back; accounts kept per party name it.
 */
export function entryFault(lines: readonly JournalLine[]): EntryFault | undefined {
  if (lines.length === 0) return 'empty'
  for (const line of lines) {
    const fault = lineFault(line)
    if (fault) return fault
  }
  return isBalanced(lines) ? undefined : 'unbalanced'
}

function lineFault(line: JournalLine): EntryFault | undefined {
  if (line.debitFen !== 0 && line.creditFen !== 0) return 'bothSides'
  const amount = addFen(line.debitFen, line.creditFen)
  if (amount === 0) return 'zeroLine'
  if (amount < 0 && line.reverses === undefined) return 'wrongSign'
  return accountOf(line.account).perParty && !line.party ? 'noParty' : undefined
}

/** Whether debits equal credits (有借必有贷，借贷必相等). */
export function isBalanced(lines: readonly JournalLine[]): boolean {
  return sumFen(lines.map(line => line.debitFen)) === sumFen(lines.map(line => line.creditFen))
}

/**
 * The reversal of posted lines in red (红字冲销): the same sides with negated amounts, so that turnover is not inflated,
 * each naming the line it takes back. Reversing a reversal gives the lines again.
 */
export function reverseLines(lines: readonly PostedLine[]): JournalLine[] {
  return lines.map(({ at, ...line }) => ({
    ...line,
    debitFen: negateFen(line.debitFen),
    creditFen: negateFen(line.creditFen),
    reverses: at,
  }))
}
