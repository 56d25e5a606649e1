// Amounts a sheet sets off instead of paying: debts of the carrier, and waybills below zero, laid on its other lines.
import { type Fen, ZERO_FEN, addFen, negateFen, smallerFen, subtractFen, sumFen } from '../figures/money.ts'

/** A line of a sheet that has an amount due; below zero where deductions pass the freight. */
export interface DueLine {
  readonly due: Fen
  /** The account that is paid, in any spelling that tells two apart; undefined for the carrier's own. */
  readonly account: string | undefined
  readonly dueAt: number | undefined
}

/**
 * Amounts (fen) set off on lines, in their order.
 *
 * A line below zero is set off whole: its amount is taken off lines of the same account first. The rest of it, and
 * `carriedIn` of earlier sheets, comes off the carrier's own account and then off the others, each time by due date. Every line keeps due − set off ≥ 0, and together they keep what the sheet pays: max(0, Σ due − carriedIn).
 */
export function setOffLines(lines: readonly DueLine[], carriedIn: Fen): Fen[] {
  const dueOf = ({ line }: { readonly line: DueLine }): number => line.dueAt ?? Number.MAX_SAFE_INTEGER
  const order = lines.map((line, index) => ({ line, index })).toSorted((a, b) => dueOf(a) - dueOf(b))
  const setOff = lines.map(({ due }) => (due < 0 ? due : ZERO_FEN))
  const lay = (amount: Fen, isMeant: (line: DueLine) => boolean): Fen => {
    let left = amount
    for (const { line, index } of order) {
      if (!isMeant(line)) continue
      // a line below zero is set off whole already: nothing is left of it
      const taken = smallerFen(left, subtractFen(line.due, setOff[index] ?? ZERO_FEN))
      setOff[index] = addFen(setOff[index] ?? ZERO_FEN, taken)
      left = subtractFen(left, taken)
    }
    return left
  }
  const shortfalls = Map.groupBy(
    lines.filter(({ due }) => due < 0),
    ({ account }) => account,
  )
  const rests = [...shortfalls].map(([account, short]) =>
    lay(negateFen(sumFen(short.map(({ due }) => due))), line => line.account === account),
  )
  const pool = addFen(carriedIn, sumFen(rests))
  lay(
    lay(pool, line => line.account === undefined),
    () => true,
  )
  return setOff
}
