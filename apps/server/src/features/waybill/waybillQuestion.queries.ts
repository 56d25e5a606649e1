// When something of a waybill waits for the caller's answer (待我答复), in SQL: the condition of the list's filter and of
// the home card.
import { answersClaim, claimSides, type ClaimSide } from '@yunshu/domain/settlement/charges'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits'
import { openWaybillStates } from '@yunshu/domain/waybill/waybill'
import type { WaybillQuestion } from '@yunshu/domain/waybill/alerts'
import { sql, type RawBuilder } from 'kysely'
import { nilId } from '../../db/tx.ts'
import type { Actor } from '../../work/ctx.ts'

type Condition = RawBuilder<boolean>
const parties = ['house', 'shipper', 'carrier'] as const

/** Waybills with a claim this side answers; found by the claims that are open, which are few. */
function claimFor(side: RoleSide): Condition {
  const pairs = (Object.keys(claimSides) as ClaimSide[]).flatMap(account =>
    parties.filter(asked => answersClaim(account, asked, side)).map(asked => sql`(${account}, ${asked})`),
  )
  return sql<boolean>`w.id = any(array(select c.waybill_id from waybill_claims c where c.state = 'proposed' and (c.side, c.asked_by) in (${sql.join(pairs)})))`
}

/**
 * True where the actor's side has something of `w` to answer; a company that ships and carries stands where the row
 * puts it.
 */
export function asksQuestion(question: WaybillQuestion, { side, businessType, companyId = nilId }: Actor): Condition {
  if (question === 'swap')
    return isHouseSide(side)
      ? sql<boolean>`w.id = any(array(select s.waybill_id from waybill_swaps s where s.state = 'proposed'))`
      : sql<boolean>`false`
  const isBoth = !isHouseSide(side) && isShipper(businessType) && isCarrier(businessType)
  const claim = isBoth
    ? sql<boolean>`((w.carrier_id = ${companyId}::uuid and ${claimFor('carrier')}) or (w.carrier_id <> ${companyId}::uuid and ${claimFor('shipper')}))`
    : claimFor(side)
  return sql<boolean>`(w.state = any(${[...openWaybillStates]}::text[]) and ${claim})`
}
