// Accounts a payment partner opens for drivers, and codes by message: both behind an interface, both simulated in demos.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { v7 } from 'uuid'
import { askBook } from './book.ts'

/** An account to be opened: name, paper, phone and card have to belong together. */
export interface AccountOrder {
  readonly orderNo: string
  readonly name: string
  readonly idNo: string
  readonly mobile: string
  readonly cardNo: string
}
/** `unknown`: nothing was heard; ask later. `notFound`: the order never arrived there and may be sent again. */
export type AccountResult =
  | { readonly state: 'success'; readonly accountNo: string }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'processing' | 'unknown' | 'notFound' }

/** The desk of the partner; an order sent again is the same order. */
export interface AccountDesk {
  open(order: AccountOrder): Promise<AccountResult>
  query(orderNo: string): Promise<AccountResult>
}

/** Sends a code to a phone. */
export interface TextSender {
  sendCode(mobile: string, code: string): Promise<void>
}

/** Fates of an account by the last four digits of its card; any other is opened at once. */
export const accountFates = {
  '9001': { result: 'failed', reason: '户名与卡号不符', waitMs: 0 },
  '9005': { result: 'success', reason: null, waitMs: 5000 },
  '9007': { result: 'silent', reason: null, waitMs: 0 },
} as const

interface SimRow extends pg.QueryResultRow {
  readonly result: string
  readonly account_no: string
  readonly reason: string | null
  readonly ready_at: number
}

const answerOf = (row: SimRow | undefined, now: number): AccountResult => {
  if (row === undefined) return { state: 'notFound' }
  if (row.result === 'silent') return { state: 'unknown' }
  if (row.ready_at > now) return { state: 'processing' }
  return row.result === 'success'
    ? { state: 'success', accountNo: row.account_no }
    : { state: 'failed', reason: row.reason ?? '未通过' }
}

/** The simulated desk; its book is in the database, so that a restart forgets no order. */
export function openSimulatedDesk(pool: pg.Pool): AccountDesk {
  const ask = async (text: string, values: readonly unknown[]): Promise<AccountResult> =>
    answerOf((await askBook<SimRow>(pool, text, values))[0], Date.now())
  return {
    open: ({ orderNo, cardNo }) => {
      const fate = Object.entries(accountFates).find(([tail]) => cardNo.endsWith(tail))?.[1]
      const { result, reason, waitMs } = fate ?? { result: 'success', reason: null, waitMs: 0 }
      const accountNo = `SIMA${randomUUID().slice(0, 8).toUpperCase()}`
      return ask(
        `insert into sim_accounts (order_no, result, account_no, reason, ready_at) values ($1, $2, $3, $4, $5)
        on conflict (order_no) do update set received = sim_accounts.received + 1 returning *`,
        [orderNo, result, accountNo, reason, Date.now() + waitMs],
      )
    },
    query: orderNo => ask('update sim_accounts set asked = asked + 1 where order_no = $1 returning *', [orderNo]),
  }
}

/** The simulated sender: codes are read on the page of the house. */
export function openSimulatedTexts(pool: pg.Pool): TextSender {
  return {
    sendCode: async (mobile, code) => {
      await askBook(pool, 'insert into sim_texts (id, mobile, code, created_at) values ($1, $2, $3, $4)', [
        v7(),
        mobile,
        code,
        Date.now(),
      ])
    },
  }
}
