// Distances as whole metres, printed in kilometres.
import { printDecimal } from './decimal.ts'

/** Kilometres with one decimal: 12 345 m is '12.3'. */
export const printKilometres = (metres: number): string => printDecimal(Math.round(metres / 100), 1)
