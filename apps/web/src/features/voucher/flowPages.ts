// Pages of an account statement on paper, each with what is carried to it and from it.
import type { FlowLine } from '@yunshu/contract/voucher/flow'
import { addFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'

/** Lines on one page. */
export const flowPageLines = 24

/** The lines between two pages: the sums so far, and the balance. */
export interface Carried {
  readonly income: Fen
  readonly outgo: Fen
  readonly balance: Fen
}

/** A page of a statement: its lines, and the sums and balance before and after them. */
export interface FlowPage {
  readonly lines: readonly FlowLine[]
  readonly brought: Carried
  readonly carried: Carried
}

/** The pages of lines that follow an opening balance; one without lines where there are none. */
export function flowPagesOf(lines: readonly FlowLine[], opening: Fen): FlowPage[] {
  let brought: Carried = { income: ZERO_FEN, outgo: ZERO_FEN, balance: opening }
  return Array.from({ length: Math.max(1, Math.ceil(lines.length / flowPageLines)) }, (_, page) => {
    const own = lines.slice(page * flowPageLines, (page + 1) * flowPageLines)
    const before = brought
    brought = own.reduce<Carried>(
      (sums, { income = ZERO_FEN, outgo = ZERO_FEN, balance }) => ({
        income: addFen(sums.income, income),
        outgo: addFen(sums.outgo, outgo),
        balance,
      }),
      before,
    )
    return { lines: own, brought: before, carried: brought }
  })
}
