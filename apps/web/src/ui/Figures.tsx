// Money, weight, time and other figures as text: right-aligned in tables, '--' when there is nothing.
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { printTons, type Grams } from '@yunshu/domain/figures/weight'

/** The text in place of a missing value. */
export const nothingText = '--'

/** Yuan with commas and two decimals; red when negative. */
export function Money({ value, strong = false }: { value: Fen | undefined; strong?: boolean }) {
  if (value === undefined) return <span className="ys-figure">{nothingText}</span>
  return (
    <span className={`ys-figure${value < 0 ? ' ys-minus' : ''}${strong ? ' ys-strong' : ''}`}>{printMoney(value)}</span>
  )
}

/** Yuan per unit. */
export function UnitPriceText({ value }: { value: UnitPrice | undefined }) {
  return <span className="ys-figure">{value === undefined ? nothingText : printUnitPrice(value)}</span>
}

/** Tons with at least three decimals. */
export function Weight({ value }: { value: Grams | undefined }) {
  return <span className="ys-figure">{value === undefined ? nothingText : printTons(value)}</span>
}

/** yyyy-MM-dd HH:mm:ss, or the day alone. */
export function Time({ value, dayOnly = false }: { value: number | undefined; dayOnly?: boolean }) {
  if (value === undefined) return <span>{nothingText}</span>
  return (
    <time className="ys-figure" dateTime={new Date(value).toISOString()}>
      {dayOnly ? formatDate(value) : formatDateTime(value)}
    </time>
  )
}

/** Text, or -- when it is empty. */
export function orNothing(text: string | undefined): string {
  return text === undefined || text === '' ? nothingText : text
}
