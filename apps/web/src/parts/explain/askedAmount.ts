// The question of an amount people ask about.
import type { ExplainedKind } from '@yunshu/domain/amount/explained'
import type { WaybillPart } from '@yunshu/domain/settlement/parts'

/** The record an amount stands on, and which amount of it. */
export interface AskedAmount {
  readonly amountOf: ExplainedKind
  readonly id: string
  readonly part?: WaybillPart
}
