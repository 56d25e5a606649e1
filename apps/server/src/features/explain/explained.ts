// The answer of those who explain an amount.
import type { ExplainedAmount } from '@yunshu/domain/amount/explanation'
import type { Fen } from '@yunshu/domain/figures/money'

/** An amount worked out anew, beside the one its record holds. */
export interface Explained {
  readonly amount: ExplainedAmount
  readonly kept: Fen
}
