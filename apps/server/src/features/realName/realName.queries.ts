// Reads of real-name checks: the newest of a company and of its people, and whether a party may sign.
import type { Input, Output } from '@yunshu/contract/call'
import type { RealNameRow } from '@yunshu/contract/agreement/realName'
import type * as calls from '@yunshu/contract/agreement/realName'
import { realNameKinds, realNameStates, type RealNameKind } from '@yunshu/domain/identity/realName'
import { Problem } from '@yunshu/domain/problems/problems'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { RealNames } from '../../db/tables.gen.ts'
import { nilId, q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { marketCompany, rowsOfSide } from '../../work/scope.ts'

const toRow = (row: Selectable<RealNames>): RealNameRow => ({
  id: row.id,
  kind: keyOf(realNameKinds, row.kind),
  state: keyOf(realNameStates.states, row.state),
  name: row.name,
  no: row.no_shown,
  maker: row.maker_name,
  createdAt: row.created_at,
  endedAt: row.ended_at ?? undefined,
  reason: row.reason ?? undefined,
})

/** The newest check of a company, or of a person of it. */
const newest = (tx: Tx, companyId: string, kind: RealNameKind, userId?: string) =>
  tx.first(
    q
      .selectFrom('real_names')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('user_id', 'is not distinct from', userId ?? null)
      .orderBy('id', 'desc')
      .limit(1),
  )

/** The checks of the actor's company and of the actor; of another company for whoever judges companies. */
export async function findRealName(
  ctx: Ctx,
  { companyId }: Input<typeof calls.getRealName>,
): Promise<Output<typeof calls.getRealName>> {
  const { actor, deps } = ctx
  const own = marketCompany(actor)
  if (companyId !== undefined && companyId !== own) {
    if (!ctx.can('company.verify')) throw new Problem('row.none')
    const where = rowsOfSide(actor, { branch: 'c.branch_id', company: 'c.id' })
    await ctx.tx.one(q.selectFrom('companies as c').select('c.id').where('c.id', '=', companyId).where(where))
  }
  const id = companyId ?? own ?? nilId
  const company = await newest(ctx.tx, id, 'COMPANY')
  const person = own === undefined ? undefined : await newest(ctx.tx, id, 'PERSON', actor.userId)
  return {
    ...(company ? { company: toRow(company) } : {}),
    ...(person ? { person: toRow(person) } : {}),
    canStart: deps.seal !== undefined && own !== undefined && own === id && ctx.can('agreement.sign'),
    isSimulated: deps.seal?.isSimulated === true,
  }
}

/** Refuses `agreement.realName` where the party, as it was sent, or the person who signs for it has not been checked. */
export async function assertRealName(
  ctx: Ctx,
  party: { readonly company_id: string; readonly name: string; readonly credit_no: string },
): Promise<void> {
  const company = await newest(ctx.tx, party.company_id, 'COMPANY')
  const isSame = company?.state === 'passed' && company.name === party.name && company.no_shown === party.credit_no
  if (!isSame) throw new Problem('agreement.realName', { what: realNameKinds.COMPANY })
  const person = await newest(ctx.tx, party.company_id, 'PERSON', ctx.actor.userId)
  if (person?.state !== 'passed') throw new Problem('agreement.realName', { what: realNameKinds.PERSON })
}
