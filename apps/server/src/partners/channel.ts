// Payment channels behind one interface: the abilities every bank or escrow partner must have.
import type { Fen } from '@yunshu/domain/figures/money'
import type { PayChannel } from '@yunshu/domain/settlement/settlement'

/** The time a partner may take to answer, ms; after that its answer is unknown. */
export const answerWithinMs = 20_000

/** One order to pay; `idemKey` makes a repeated order the same order at the partner. */
export interface PayOrder {
  idemKey: string
  payee: string
  accountNo: string
  bank: string
  amountFen: number
  remark: string
}

/**
 * The partner's answer about an order. `unknown` means that nothing was heard: ask later, never send again. `notFound`:
 * the partner has no such order, which it may still have tomorrow. `amountFen` where the partner says of what amount, `at`
 * where it says at which moment (ms).
 */
export type PayResult =
  | { state: 'success'; bankSerial: string; amountFen?: number; at?: number }
  | { state: 'failed'; reason: string; amountFen?: number; at?: number }
  | { state: 'returned'; bankSerial: string; reason: string; amountFen?: number; at?: number }
  | { state: 'processing' }
  | { state: 'notFound' }
  | { state: 'unknown' }

export interface Channel {
  readonly key: PayChannel
  /** The largest amount of one order it takes; undefined: it names none. */
  readonly maxFen?: Fen | undefined
  /** Sends an order; an error or timeout means the result is unknown. */
  send(order: PayOrder): Promise<PayResult>
  /** Asks what became of an order sent before. */
  query(idemKey: string): Promise<PayResult>
}

export interface Channels {
  of(key: PayChannel): Channel | undefined
  readonly keys: readonly PayChannel[]
}
