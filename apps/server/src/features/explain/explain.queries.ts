// Explanations of amounts: the record in the caller's reach, its amount worked out anew, and what the record holds.
import type { Input, Output } from '@yunshu/contract/call'
import type { explainAmount } from '@yunshu/contract/explain'
import { explainedAmounts, type ExplainedKind } from '@yunshu/domain/amount/explained'
import { explainedSteps, explanationText } from '@yunshu/domain/amount/explanation'
import { explainCredit, explainDebt } from '@yunshu/domain/amount/parts'
import { debtOrigins } from '@yunshu/domain/debt'
import { fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { keyOf } from '../../db/keyOf.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findCredit } from '../credit/credit.queries.ts'
import { findDebt } from '../debt/debt.queries.ts'
import type { Explained } from './explained.ts'
import { explainPartAmount, explainPayment, explainSettlement } from './sheetAmounts.queries.ts'
import { explainPart, explainWaybill } from './waybillAmounts.queries.ts'

type Asked = Input<typeof explainAmount>

/** The explanation of an amount; not found where the record is not the caller's, refused without its permit. */
export async function findExplanation(ctx: Ctx, asked: Asked): Promise<Output<typeof explainAmount>> {
  if (!ctx.can(explainedAmounts[asked.amountOf].permit)) throw new Problem('permit.missing')
  const { amount, kept } = await explainers[asked.amountOf](ctx, asked)
  return { lines: explainedSteps(amount), text: explanationText(amount), isKept: amount.value === kept }
}

const explainers: Readonly<Record<ExplainedKind, (ctx: Ctx, asked: Asked) => Promise<Explained>>> = {
  shipperFreight: (ctx, { id }) => explainWaybill(ctx, id, 'shipperFreight'),
  carrierFreight: (ctx, { id }) => explainWaybill(ctx, id, 'carrierFreight'),
  deducted: (ctx, { id }) => explainWaybill(ctx, id, 'deducted'),
  open: (ctx, { id }) => explainWaybill(ctx, id, 'open'),
  margin: (ctx, { id }) => explainWaybill(ctx, id, 'margin'),
  part: (ctx, { id, partId }) => explainPart(ctx, id, partId),
  partFreight: (ctx, asked) => explainPartAmount(ctx, asked, 'partFreight'),
  partSetOff: (ctx, asked) => explainPartAmount(ctx, asked, 'partSetOff'),
  partPay: (ctx, asked) => explainPartAmount(ctx, asked, 'partPay'),
  sheet: (ctx, { id }) => explainSettlement(ctx, id),
  payment: (ctx, { id }) => explainPayment(ctx, id),
  debt: async (ctx, { id }) => {
    const { amount, collected, writtenOff, offset, origin, open, stage } = await findDebt(ctx, { id })
    const gone = stage === 'returned' ? fen(amount - collected - writtenOff) : offset
    return {
      amount: explainDebt({ amount, collected, writtenOff, gone }, debtOrigins[keyOf(debtOrigins, origin)]),
      kept: open,
    }
  },
  credit: async (ctx, { id }) => {
    const row = await findCredit(ctx, { id })
    return { amount: explainCredit(row), kept: row.available }
  },
}
