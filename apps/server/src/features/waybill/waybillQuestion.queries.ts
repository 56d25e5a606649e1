// When something of a waybill waits for the caller's answer (待我答复), in SQL: the condition of the list's filter and of
// the home card.
import {
  answersClaim,
  claimParties,
  claimSides,
  type ClaimParty,
  type ClaimSide,
} from '@yunshu/domain/settlement/charges'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import { claimableStates } from '@yunshu/domain/waybill/waybill'
import type { WaybillQuestion } from '@yunshu/domain/waybill/alerts'
import { sql, type RawBuilder } from 'kysely'
import { nilId } from '../../db/tx.ts'
import type { Actor } from '../../work/ctx.ts'
import { hasArrival } from './arrivalMark.queries.ts'
import { isCompanyOf } from '../../work/scope.ts'

type Condition = RawBuilder<boolean>
const parties = Object.keys(claimParties) as ClaimParty[]

/** Claims `c` that wait for the answer of this side. */
function answeredBy(side: RoleSide): Condition {
  const pairs = (Object.keys(claimSides) as ClaimSide[]).flatMap(account =>
    parties.filter(asked => answersClaim(account, asked, side)).map(asked => sql`(${account}, ${asked})`),
  )
  return sql<boolean>`(c.state = 'proposed' and (c.side, c.asked_by) in (${sql.join(pairs)}))`
}

/** Waybills with a claim this side answers; found by the claims that are open, which are few. */
const claimFor = (side: RoleSide): Condition =>
  sql<boolean>`w.id = any(array(select c.waybill_id from waybill_claims c where ${answeredBy(side)}))`

/** True where a claim of `w` waits for anybody's answer. */
export const hasOpenClaim = sql<boolean>`w.id = any(array(select c.waybill_id from waybill_claims c
  where c.state = 'proposed'))`

const standsOnBoth = ({ side, businessType }: Actor): boolean =>
  !isHouseSide(side) && isShipper(businessType) && isCarrier(businessType)

/** Claims `c` of `w` that the actor's side answers. */
const ownClaims = (actor: Actor): Condition =>
  standsOnBoth(actor)
    ? sql<boolean>`case when ${isCompanyOf(actor, 'w.carrier_id')} then ${answeredBy('carrier')}
      else ${answeredBy('shipper')} end`
    : answeredBy(actor.side)

/** The moment silence agrees to the first of the claims of `w` the actor's side answers. */
export const claimEnd = (actor: Actor): RawBuilder<number | null> =>
  sql<number | null>`(select min(c.answer_by) from waybill_claims c where c.waybill_id = w.id and ${ownClaims(actor)})`

/** The sum of the claims of `w` the actor's side answers, fen. */
export const claimSum = (actor: Actor): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select sum(c.amount_fen)::bigint from waybill_claims c where c.waybill_id = w.id and ${ownClaims(actor)})`

/**
 * True where the actor's side has something of `w` to answer; a company that ships and carries stands where the row
 * puts it.
 */
export function asksQuestion(question: WaybillQuestion, actor: Actor): Condition {
  const { side, businessType, companyId = nilId } = actor
  if (question === 'swap')
    return isHouseSide(side)
      ? sql<boolean>`w.id = any(array(select s.waybill_id from waybill_swaps s where s.state = 'proposed'))`
      : sql<boolean>`false`
  if (question === 'arrival')
    return isHouseSide(side)
      ? hasArrival
      : isCarrier(businessType)
        ? sql<boolean>`(w.carrier_id = ${companyId}::uuid and ${hasArrival})`
        : sql<boolean>`false`
  const claim = standsOnBoth(actor)
    ? sql<boolean>`((w.carrier_id = ${companyId}::uuid and ${claimFor('carrier')})
      or (w.carrier_id <> ${companyId}::uuid and ${claimFor('shipper')}))`
    : claimFor(side)
  return sql<boolean>`(w.state = any(${[...claimableStates]}::text[]) and ${claim})`
}
