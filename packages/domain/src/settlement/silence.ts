// Payments without a result: the time from which two people may say what became of one, and the faults of asking for it.
import { DAY_MS, HOUR_MS, startOfDay } from '../figures/time.ts'
import type { ExceptionOutcome } from './channelFacts.ts'
import { isByHand, type PayChannel, type PaymentState } from './settlement.ts'

/** The moment from which an order the bank does not know never arrived: its file of that day is there by ten o'clock. */
export const cutOffOf = (sentAt: number): number => startOfDay(sentAt) + DAY_MS + 10 * HOUR_MS

/** A payment, and whether an exception about it waits. */
export interface SilentOn {
  readonly state: PaymentState
  readonly channel: PayChannel
  readonly sentAt: number
  readonly hasException: boolean
  /** A record of it waits for another person. */
  readonly isRecorded: boolean
}

/** True for a payment that is with the bank and has no result. */
export const isWithBank = (state: PaymentState): boolean => state === 'sent' || state === 'unknown'

/** The moment from which people may decide: an order sent by wire waits for the bank's file, one carried out by hand for nobody. */
export const decidableFrom = ({ channel, sentAt }: Pick<SilentOn, 'channel' | 'sentAt'>): number =>
  isByHand(channel) ? sentAt : cutOffOf(sentAt)

/** True where two people may say what became of a payment. */
export const isDecidable = (on: SilentOn, now: number): boolean =>
  isWithBank(on.state) && !on.hasException && !on.isRecorded && now >= decidableFrom(on)

/** Ends a person may propose of a silent payment. */
export type DecidedOutcome = Exclude<ExceptionOutcome, 'dismiss'>

/** The fault of what is said of money that is out: the bank's number and day, and no day to come. */
export function faultOfBankWord(
  outcome: ExceptionOutcome,
  { serial, day }: { readonly serial: string; readonly day: number | undefined },
  { now, sentAt }: { readonly now: number; readonly sentAt: number },
): { readonly field: 'bankSerial' | 'bankDay'; readonly reason: string } | undefined {
  if (outcome !== 'paid') return undefined
  if (serial === '') return { field: 'bankSerial', reason: '认定已付出时必填' }
  if (day === undefined) return { field: 'bankDay', reason: '认定已付出时必填' }
  if (day >= startOfDay(now) + DAY_MS) return { field: 'bankDay', reason: '不能晚于今天' }
  return day < startOfDay(sentAt) ? { field: 'bankDay', reason: '不能早于发送付款的那天' } : undefined
}
