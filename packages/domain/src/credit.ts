// Credit of shippers (信用额度): the amount the house carries for a shipper before it pays, and the consequences beyond it.
import { fen, type Fen } from './figures/money.ts'

/** Consequences for a shipper beyond its credit. */
export const creditModes = { none: '不控制', warn: '超出时提醒', block: '超出时不能派车' } as const
export type CreditMode = keyof typeof creditModes

/** The figures credit is made of, each from 0. */
export interface CreditFigures {
  /** Money paid before and not used; amounts asked back have left it. */
  readonly prepaid: Fen
  readonly limit: Fen
  /** Owed for signed waybills, as the books have it. */
  readonly owed: Fen
  /** Given up and not undone: no money came, so it burdens the credit as what is owed does. */
  readonly writtenOff: Fen
  /** The estimated freight of waybills under way. */
  readonly reserved: Fen
}

/** The rest left for new waybills; below zero where the shipper is beyond its credit. */
export const availableCredit = ({ prepaid, limit, owed, writtenOff, reserved }: CreditFigures): Fen =>
  fen(prepaid + limit - owed - writtenOff - reserved)

/**
 * The part of prepaid money that may be asked back: of a shipper refused beyond its credit no more than is left of it,
 * because its waybills under way were appointed on that money.
 */
export const freeToRefund = (prepaid: Fen, left: number | undefined): Fen =>
  left === undefined ? prepaid : fen(Math.max(0, Math.min(prepaid, left)))

/** States of credit that lists tell apart: beyond it, four fifths used, and enough. */
export const creditStages = {
  over: { label: '已超出', tone: 'bad' },
  near: { label: '将用完', tone: 'warn' },
  fit: { label: '充足', tone: 'good' },
  free: { label: '不控制', tone: 'idle' },
} as const
export type CreditStage = keyof typeof creditStages

/** The stage of a shipper with these figures; without a limit it is held to nothing. */
export function creditStage(mode: CreditMode, figures: CreditFigures): CreditStage {
  if (mode === 'none') return 'free'
  const left = availableCredit(figures)
  if (left < 0) return 'over'
  return left * 5 < figures.prepaid + figures.limit ? 'near' : 'fit'
}

/** The most a limit may be, 10 亿元. */
export const creditMost = fen(100_000_000_000)
