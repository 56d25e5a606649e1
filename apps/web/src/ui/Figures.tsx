// Money, weight, time and other figures as text: right-aligned in tables, a dash when there is nothing.
import { keptNothing } from '@yunshu/domain/audit'
import { groupThousands, printedSign } from '@yunshu/domain/figures/decimal'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { formatDate, formatDateTime, shortDate, shortDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { printUnitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { printTons, type Grams } from '@yunshu/domain/figures/weight'
import type { ReactNode } from 'react'
import { serverNow } from '../lib/clock.ts'
import './ui.css'

/** The sign in place of a missing value, where nothing but text can stand. */
export const nothingText = '–'
/** The sign in place of a missing value, quieter than values. */
export const nothing = <span className="ys-weak ys-none">{nothingText}</span>

/** Yuan with commas and two decimals; red when negative. */
export function Money({ value, strong = false }: { value: Fen | undefined; strong?: boolean }) {
  if (value === undefined) return nothing
  return (
    <span className={`ys-figure${value < 0 ? ' ys-minus' : ''}${strong ? ' ys-strong' : ''}`}>{printMoney(value)}</span>
  )
}

/** Yuan per unit, with commas. */
export function UnitPriceText({ value }: { value: UnitPrice | undefined }) {
  return value === undefined ? nothing : <span className="ys-figure">{groupThousands(printUnitPrice(value))}</span>
}

/** Tons as text, with commas and at least three decimals. */
export const tonsText = (weight: Grams): string => groupThousands(printTons(weight))

/** Tons with at least three decimals. */
export function Weight({ value }: { value: Grams | undefined }) {
  return value === undefined ? nothing : <span className="ys-figure">{printedSign(tonsText(value))}</span>
}

interface TimeProps {
  readonly value: number | undefined
  readonly dayOnly?: boolean
  /** With its year and seconds: on sheets, vouchers, books, and what is printed. */
  readonly whole?: boolean
}

/** Whether the moment is a day alone: a bank or a book told no hour of it. */
const isDay = (value: number): boolean => startOfDay(value) === value

/** A moment, or the day alone where no hour of it is known. */
export const HappenedAt = ({ value, whole = false }: { value: number; whole?: boolean }) => (
  <Time value={value} dayOnly={isDay(value)} whole={whole} />
)

/** 11-22 18:55, or the day alone; the year when it is another one, and the full moment when pointed at. */
export function Time({ value, dayOnly = false, whole = false }: TimeProps) {
  if (value === undefined) return nothing
  const full = dayOnly ? formatDate(value) : formatDateTime(value)
  const short = dayOnly ? shortDate(value, serverNow()) : shortDateTime(value, serverNow())
  return (
    <time className="ys-figure" dateTime={new Date(value).toISOString()} {...(whole ? {} : { title: full })}>
      {whole ? full : short}
    </time>
  )
}

/** Whether a text of a history or record says anything. */
export const hadValue = (text: string | undefined): boolean => text !== undefined && text !== '' && text !== keptNothing

/** Text, or the sign for nothing when it is empty or was kept as nothing. */
export function orNothing(text: string | undefined): ReactNode {
  return hadValue(text) ? text : nothing
}
