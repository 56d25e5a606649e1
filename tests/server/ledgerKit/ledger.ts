// The one small interface behind which a ledger is held to the fifteen rules of the kit.
import type { AccountCode } from '@yunshu/domain/voucher/chart'

/** Something a balance is kept of. */
export interface Account {
  readonly code: AccountCode
  readonly party?: string
}

/** An amount (fen) on an account: above zero on the debit side, below on the credit side. */
export interface Amount {
  readonly account: Account
  readonly fen: number
}

export interface Posting {
  /** Names it for ever: under one key there is one effect. */
  readonly key: string
  readonly amounts: readonly Amount[]
  /** The moment of the event, ms, where it is not now. */
  readonly at?: number
}

/** Runs once a posting is written and has neither its number nor its commit: the posting waits for it. */
export type Hold = () => Promise<void>

/** A ledger as the rules see it; it refuses by throwing. */
export interface Ledger {
  /** A new account with nothing on it, which may go below zero. */
  readonly open: () => Promise<Account>
  /** The money of the house: it never goes below zero, and nothing but `spend` takes of it. */
  readonly house: Account
  readonly post: (posting: Posting, hold?: Hold) => Promise<void>
  /** All of them or none. */
  readonly postMany: (postings: readonly Posting[], hold?: Hold) => Promise<void>
  /** Takes a posting back. */
  readonly reverse: (key: string) => Promise<void>
  /** Tries to write another amount over a posting. */
  readonly rewrite: (key: string) => Promise<void>
  /** The balance kept, debit less credit. */
  readonly balance: (account: Account) => Promise<number>
  /** The balance at the end of the day of a moment. */
  readonly balanceOn: (account: Account, moment: number) => Promise<number>
  /** All that was posted on an account, oldest first, with the balance after each. */
  readonly history: (account: Account) => Promise<readonly { readonly fen: number; readonly after: number }[]>
  /** All balances together. */
  readonly total: () => Promise<number>
  /** The numbers readers see at a moment, in any order. */
  readonly numbers: () => Promise<readonly number[]>
  /** Pays out of the house; refused where it has not as much. */
  readonly spend: (key: string, to: Account, fen: number) => Promise<void>
  /** The parts of an amount by weights. */
  readonly divide: (fen: number, weights: readonly number[]) => readonly number[]
  /** Money of a customer that may be set aside. */
  readonly free: () => Promise<number>
  /** Gives the customer money that may be set aside. */
  readonly fund: (fen: number) => Promise<void>
  /** Sets it aside: it pays nothing else until it is settled or released. Answers its name. */
  readonly reserve: (fen: number) => Promise<string>
  readonly settle: (reserved: string) => Promise<void>
  readonly release: (reserved: string) => Promise<void>
  /** Cuts off everything that is under way, at once, and comes back. */
  readonly crash: () => Promise<void>
}
