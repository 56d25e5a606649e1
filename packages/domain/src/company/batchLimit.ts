// The most a company lets one batch approve or pay (批量上限): sheets and money, within the bounds of the product.
import { fen, isFen, printMoney, type Fen } from '../figures/money.ts'

/** Sheets and money of one batch by which money leaves; above either, one by one. */
export interface BatchLimit {
  readonly rows: number
  readonly sum: Fen
}

/** The standard, and the bounds within which a company decides. */
export const batchLimitBounds = {
  rows: { least: 1, standard: 50, most: 200 },
  sum: { least: fen(1_00), standard: fen(5_000_000_00), most: fen(20_000_000_00) },
} as const

export const batchLimitLabels: Readonly<Record<keyof BatchLimit, string>> = {
  rows: '结算单批量办理一次最多张数',
  sum: '结算单批量办理一次最多金额',
}

/** A figure of the limit in words: 50 张, 5,000,000.00 元. */
export const batchLimitInWords = (key: keyof BatchLimit, limit: BatchLimit): string =>
  key === 'rows' ? `${limit.rows} 张` : `${printMoney(limit.sum)} 元`

/** The bounds in words. */
export const batchBoundsInWords: Readonly<Record<keyof BatchLimit, string>> = {
  rows: `${batchLimitBounds.rows.least} 到 ${batchLimitBounds.rows.most} 张`,
  sum: `${printMoney(batchLimitBounds.sum.least)} 到 ${printMoney(batchLimitBounds.sum.most)} 元`,
}

const within = ({ least, most }: { least: number; most: number }, value: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most

/** True for a limit inside the bounds. */
export const isBatchLimit = ({ rows, sum }: BatchLimit): boolean =>
  within(batchLimitBounds.rows, rows) && within(batchLimitBounds.sum, sum)

/** The limit in force: what the company decided, and the standard where it decided nothing or bounds were drawn closer. */
export function batchLimitOf(decided: unknown): BatchLimit {
  const kept: unknown = typeof decided === 'object' && decided !== null ? Reflect.get(decided, 'batchLimit') : undefined
  const given: object = typeof kept === 'object' && kept !== null ? kept : {}
  const rows: unknown = Reflect.get(given, 'rows')
  const sum: unknown = Reflect.get(given, 'sum')
  return {
    rows: typeof rows === 'number' && within(batchLimitBounds.rows, rows) ? rows : batchLimitBounds.rows.standard,
    sum: isFen(sum) && within(batchLimitBounds.sum, sum) ? sum : batchLimitBounds.sum.standard,
  }
}
