// Drafts of agreements as a batch chooses them to be sent, each with the reason that stands against it.
import { agreementStates, faultOfAgreementMove } from '@yunshu/domain/agreement/agreement'
import { recordsOfAct } from '@yunshu/domain/batch'
import { faultWords } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import { faultOfState, type ChosenRecord } from '../../work/chosenRecord.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { agreementOf, agreementOn, ownAgreements } from './agreement.queries.ts'

/** Agreements in reach that meet a condition on `agreements as a`: at most `most`, newest first. */
export async function findChosenAgreements(
  ctx: Ctx,
  where: RawBuilder<boolean>,
  most: number,
): Promise<ChosenRecord[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('agreements as a')
      .selectAll('a')
      .select(
        sql<string>`(select string_agg(p.name, '、' order by p.role desc) from agreement_parties p
          where p.agreement_id = a.id and p.role <> 'HOUSE')`.as('others'),
      )
      .where(allOf([where, ownAgreements(ctx.actor, 'a')]))
      .orderBy('a.id', 'desc')
      .limit(most),
  )
  return rows.map(found => {
    const row = agreementOf(found)
    const fault = faultOfAgreementMove('send', agreementOn(ctx, row))
    return {
      id: row.id,
      number: row.agreement_no,
      // the house sends them: its counterparty, and the agreement with the waybill it is of
      name: `${found.others} ${row.title}`,
      version: row.version,
      branchId: row.branch_id ?? undefined,
      amount: undefined,
      fault:
        faultOfState(agreementStates, { from: recordsOfAct.sendAgreement, state: row.state, move: 'send' }) ??
        (fault && faultWords(fault)),
    }
  })
}
