// Treatments of deductions: on a carrier's account cuts lower the freight and penalties are income beside it, on a shipper's
// compensation is a cost of the house beside its revenue.
import { type Fen, ZERO_FEN, negateFen, subtractFen, sumFen } from '../figures/money.ts'
import type { ChargeCode, ClaimAmount, ClaimCode, ClaimSide } from './charges.ts'

/** The treatments of deductions, as sheets show them apart. */
export const treatments = { cut: { label: '扣减' }, penalty: { label: '罚款' } } as const

/** Deductions that are penalties; all others are cuts. */
export const penaltyCodes: readonly ClaimCode[] = ['LATE', 'FINE']

/**
 * Deductions on a shipper's account that compensate it (赔付): damage to its goods, and fines of the carrier passed on. They
 * lower what it owes and neither revenue, tax nor invoice.
 */
export const compensationCodes: readonly ChargeCode[] = ['DAMAGE', 'LATE', 'FINE']

type Claims = readonly (ClaimAmount & { readonly code: ClaimCode })[]

const takenBy = (claims: Claims, account: ClaimSide, codes: readonly ChargeCode[]): Fen =>
  negateFen(
    sumFen(
      claims
        .filter(({ side, amount, code }) => side === account && amount < 0 && codes.includes(code))
        .map(({ amount }) => amount),
    ),
  )

/** The penalties among agreed claims on an account, above zero. */
export const penaltiesOf = (claims: Claims, side: ClaimSide): Fen => takenBy(claims, side, penaltyCodes)

/** The compensation among agreed claims on the shipper's account, above zero. */
export const compensationOf = (claims: Claims): Fen => takenBy(claims, 'SHIPPER', compensationCodes)

/** Freight and what is deducted from it; `penalty` is the share of `deducted` that is no cut. */
export interface Deducted {
  readonly freight: Fen
  readonly deducted: Fen
  readonly penalty: Fen
}

/** The cuts among what is deducted, rounding with them. */
export const cutsOf = ({ deducted, penalty }: Omit<Deducted, 'freight'>): Fen => subtractFen(deducted, penalty)

/** A line by what it posts, each from zero: cost − penalty − compensation = freight − deducted. */
export interface Treated {
  readonly cost: Fen
  readonly penalty: Fen
  readonly compensation: Fen
}

/**
 * Treats a line: cuts lower the cost down to zero and no further, what they pass the freight by is compensation, and
 * penalties leave the cost as it is. RangeError where a penalty is more than what is deducted.
 *
 * 1,000 of freight, 150 deducted, 100 of it a penalty: cost 950, income 100, and 850 left for the carrier.
 */
export function treatDeduction(line: Deducted): Treated {
  const { freight, deducted, penalty } = line
  if (penalty < 0 || penalty > deducted) throw new RangeError('a penalty is a share of what is deducted')
  const net = subtractFen(freight, cutsOf({ deducted, penalty }))
  return net < 0
    ? { cost: ZERO_FEN, penalty, compensation: negateFen(net) }
    : { cost: net, penalty, compensation: ZERO_FEN }
}
