// A simulated bank (模拟银行): the last four digits of the account decide the fate of an order.
import { randomUUID } from 'node:crypto'
import { fen, printYuan, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import type pg from 'pg'
import { askBook } from './book.ts'
import type { Channel, PayOrder, PayResult } from './channel.ts'
import { noticeMerchant, type PaymentNotice } from './notice.ts'

/** Fates of an order by the last four digits of its account; any other account is paid at once. */
export const simulatedFates = {
  '9001': { send: 'failed', end: 'failed', reason: '账号户名不符' },
  '9002': { send: 'failed', end: 'failed', reason: '卡已销户' },
  '9003': { send: 'failed', end: 'failed', reason: '超过单笔限额' },
  /** The answer is lost on the way; asked later, the bank says it paid. */
  '9004': { send: 'unknown', end: 'success' },
  /** The bank takes its time and tells by a notice. */
  '9005': { send: 'processing', end: 'success' },
  /** The answer is lost; asked later, the bank says it refused. */
  '9006': { send: 'unknown', end: 'failed', reason: '账号户名不符' },
  /** Neither the order nor later questions about it get an answer. */
  '9007': { send: 'unknown', end: 'success', silent: true },
  /** The bank pays, and tells later that the money came back. */
  '9008': { send: 'success', end: 'returned', reason: '收款账户状态异常，退汇', isLate: true },
  /** The bank refuses, and tells later that it paid after all. */
  '9009': { send: 'failed', end: 'success', reason: '系统繁忙', isLate: true },
  /** The order never arrives; asked later, the bank knows none. */
  '9014': { send: 'unknown', end: 'failed', isLost: true },
  /** The bank says that it paid another amount, a fen more than it was told. */
  '9015': { send: 'success', end: 'success', more: fen(1) },
  /** The bank has not enough money on the account it pays from. */
  '9016': { send: 'failed', end: 'failed', reason: '付款账户余额不足' },
  /** The bank pays at once, and its file of that day is there on the day after at noon only. */
  '9017': { send: 'success', end: 'success' },
} as const satisfies Readonly<Record<string, Fate>>

interface Fate {
  readonly send: PayResult['state']
  readonly end: 'success' | 'failed' | 'returned'
  readonly reason?: string
  /** The end is another than the first answer, and told by a notice. */
  readonly isLate?: true
  readonly silent?: true
  /** The order does not reach the bank. */
  readonly isLost?: true
  /** The bank names so much more than it was told to pay, fen. */
  readonly more?: Fen
}

/** The end of accounts a payment to which makes the bank's file of its day late. */
export const slowFileTail = '9017' satisfies keyof typeof simulatedFates

const paidAtOnce: Fate = { send: 'success', end: 'success' }
const fateOf = (accountNo: string): Fate =>
  Object.entries(simulatedFates).find(([tail]) => accountNo.endsWith(tail))?.[1] ?? paidAtOnce

/** The end of an order as the bank says it: of its own amount, where it tells another. */
const told = (row: OrderRow, { more = ZERO_FEN }: Fate): PayResult =>
  ended({ ...row, amount_fen: row.amount_fen + more })

/** The largest amount of one order. */
const simulatedMax = fen(500_000_000)

/** The time until the bank sends its notice, ms. */
const noticeAfterMs = 5000

interface OrderRow extends pg.QueryResultRow {
  idem_key: string
  account_no: string
  amount_fen: number
  result: 'success' | 'failed' | 'returned'
  reason: string | null
  bank_serial: string
  notice_at: number | null
  created_at: number
}

const ended = ({ result, amount_fen: amountFen, ...row }: OrderRow): PayResult => {
  const reason = row.reason ?? '银行拒绝'
  // money that came back did so later, and the bank does not say when
  const at = row.created_at
  switch (result) {
    case 'success':
      return { state: 'success', bankSerial: row.bank_serial, amountFen, at }
    case 'failed':
      return { state: 'failed', reason, amountFen, at }
    case 'returned':
      return { state: 'returned', bankSerial: row.bank_serial, reason, amountFen }
  }
}
/** The first answer about an order whose end the bank tells later. */
const firstOf = (row: OrderRow, send: Fate['send']): PayResult =>
  ended({ ...row, result: send === 'failed' ? 'failed' : 'success' })

/**
 * The channel SIM. Orders are kept in the database, so that a restart forgets none; an order sent again is the same
 * order.
 */
export function openSimulator(pool: pg.Pool): Channel {
  return {
    key: 'SIM',
    maxFen: simulatedMax,
    send: async (order: PayOrder) => {
      const fate = fateOf(order.accountNo)
      const now = Date.now()
      if (fate.isLost) return { state: 'unknown' }
      const [row] = await askBook<OrderRow>(
        pool,
        `
        insert into sim_orders (idem_key, account_no, amount_fen, result, reason, bank_serial, notice_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (idem_key) do update set received = sim_orders.received + 1 returning *`,
        [
          order.idemKey,
          order.accountNo,
          order.amountFen,
          fate.end,
          fate.reason ?? null,
          `SIM${now}${randomUUID().slice(0, 6).toUpperCase()}`,
          fate.send === 'processing' || fate.isLate ? now + noticeAfterMs : null,
          now,
        ],
      )
      if (row === undefined || fate.send === 'unknown') return { state: 'unknown' }
      if (fate.isLate) return firstOf(row, fate.send)
      return fate.send === 'processing' ? { state: 'processing' } : told(row, fate)
    },
    query: async (idemKey: string) => {
      const [row] = await askBook<OrderRow>(
        pool,
        'update sim_orders set asked = asked + 1 where idem_key = $1 returning *',
        [idemKey],
      )
      if (row === undefined) return { state: 'notFound' }
      const fate = fateOf(row.account_no)
      if (fate.silent) return { state: 'unknown' }
      if (row.notice_at === null) return told(row, fate)
      return fate.isLate ? firstOf(row, fate.send) : { state: 'processing' }
    },
  }
}

/** The notices the simulated bank should have sent by `now`. */
export async function dueNotices(pool: pg.Pool, now: number): Promise<PaymentNotice[]> {
  const rows = await askBook<OrderRow>(
    pool,
    'select * from sim_orders where notice_at <= $1 order by notice_at limit 50',
    [now],
  )
  return rows.map(row => ({
    eventId: `sim-${row.idem_key}`,
    merchant: noticeMerchant,
    orderNo: row.idem_key,
    currency: 'CNY',
    amount: printYuan(fen(row.amount_fen)),
    result: row.result,
    bankSerial: row.bank_serial,
    ...(row.notice_at === null ? {} : { finishedAt: String(row.notice_at) }),
    ...(row.reason === null || row.result === 'success' ? {} : { reason: row.reason }),
  }))
}

/** Notes that the notice of an order was taken. */
export async function noticeTaken(pool: pg.Pool, idemKey: string): Promise<void> {
  await askBook(pool, 'update sim_orders set notice_at = null where idem_key = $1', [idemKey])
}
