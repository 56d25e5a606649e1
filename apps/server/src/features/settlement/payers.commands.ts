// The people of a payment, and how they and the house hear of its end.
import type { HappeningName, SaidArgs } from '@yunshu/contract/happening/happenings'
import { isOfHouse } from '@yunshu/domain/settlement/settlement'
import type { Ctx } from '../../work/ctx.ts'
import { followHappening, tellHappening } from '../../work/outbox.ts'
import { houseWith, type Receivers } from '../../work/receivers.ts'
import { payersWith, type Sheet } from './settlement.queries.ts'

/** The people of a payment, each once: the maker and the submitter of the sheet, and the payers of the shipper. */
export const payersOf = (sheet: Sheet): Receivers =>
  isOfHouse(sheet)
    ? payersWith(sheet, 'settlement.pay')
    : {
        company: sheet.shipper_id,
        permit: 'settlement.pay',
        users: [sheet.maker_id, ...(sheet.submitter_id === null ? [] : [sheet.submitter_id])],
        by: sheet.maker_id,
      }

/** Tells the people of a payment of its end; pages of it that stand open at the house follow without a word. */
export async function tellPayers<N extends HappeningName>(
  ctx: Ctx,
  name: N,
  sheet: Sheet,
  ...said: SaidArgs<N>
): Promise<void> {
  await tellHappening(ctx, name, payersOf(sheet), ...said)
  if (isOfHouse(sheet)) return
  for (const to of houseWith(sheet.branch_id, 'settlement.view')) await followHappening(ctx, name, to)
}
