// Double entry: the lines of an entry, what makes them fit to be posted, their reversal and balances.
import { type AccountCode, accountOf } from './chart.ts'
import { type Fen, ZERO_FEN, addFen, negateFen, subtractFen, sumFen } from '../figures/money.ts'

/** One line of an entry: an amount on one side of one account. */
export interface JournalLine {
  readonly account: AccountCode
  /** The company or person the account is kept for; always there when the account is `perParty`. */
  readonly party?: string | undefined
  readonly waybillId?: string | undefined
  readonly debitFen: Fen
  readonly creditFen: Fen
}

/** The party and the waybill a line is about. */
export type LineSubject = Pick<JournalLine, 'party' | 'waybillId'>

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
 * Debits equal credits; each line has one side and an amount; amounts are above 0, in a reversal (红字) below 0; accounts
 * kept per party name it.
 */
export function entryFault(lines: readonly JournalLine[], isReversal: boolean): EntryFault | undefined {
  if (lines.length === 0) return 'empty'
  for (const line of lines) {
    const fault = lineFault(line, isReversal)
    if (fault) return fault
  }
  return isBalanced(lines) ? undefined : 'unbalanced'
}

function lineFault(line: JournalLine, isReversal: boolean): EntryFault | undefined {
  if (line.debitFen !== 0 && line.creditFen !== 0) return 'bothSides'
  const amount = addFen(line.debitFen, line.creditFen)
  if (amount === 0) return 'zeroLine'
  if (amount < 0 !== isReversal) return 'wrongSign'
  return accountOf(line.account).perParty && !line.party ? 'noParty' : undefined
}

/** Whether debits equal credits (有借必有贷，借贷必相等). */
export function isBalanced(lines: readonly JournalLine[]): boolean {
  return sumFen(lines.map(line => line.debitFen)) === sumFen(lines.map(line => line.creditFen))
}

/**
 * The reversal of lines in red (红字冲销): the same sides with negative amounts, so that turnover is not inflated.
 *
 * Reversing a reversal gives the lines back. The entry that holds them names the entry it reverses.
 */
export function reverseEntry(lines: readonly JournalLine[]): JournalLine[] {
  return lines.map(line => ({ ...line, debitFen: negateFen(line.debitFen), creditFen: negateFen(line.creditFen) }))
}

/**
 * The balance of an account over lines, positive on the side on which the account grows.
 *
 * @planned closing a month
 */
export function balanceOf(lines: readonly JournalLine[], account: AccountCode): Fen {
  const own = lines.filter(line => line.account === account)
  const net = subtractFen(sumFen(own.map(line => line.debitFen)), sumFen(own.map(line => line.creditFen)))
  return accountOf(account).normalSide === 'debit' ? net : negateFen(net)
}
