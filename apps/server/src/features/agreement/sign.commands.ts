// The way of a browser to the partner's signing page and back: the page it comes back to shows our books alone.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/agreement/agreement'
import type { SealReturn } from '@yunshu/contract/agreement/agreement'
import { agreementRoles, agreementStates, askedStates, type AgreementRole } from '@yunshu/domain/agreement/agreement'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q, reading } from '../../db/tx.ts'
import type { Early } from '../../http/serve.ts'
import { isSealUrl, sealHeard } from '../../partners/sealDesk.ts'
import { reachOf, type Ctx, type OpenCtx } from '../../work/ctx.ts'
import { allowReturn, newReturnCode, noteTold, takeReturn } from '../../work/partnerReturns.ts'
import { asSystem } from '../../work/system.ts'
import { assertRealName } from '../realName/realName.queries.ts'
import { ownAgreements, partiesOf, roleOf, type Agreement, type Party, agreementOf } from './agreement.queries.ts'
import { askSeal } from './ask.commands.ts'
import { lockAgreement } from './draft.commands.ts'

/** The time a person waits for the address of the signing page, ms. */
const urlWithinMs = 5000

/** The address the partner gave before the transaction, and the code to come back with. */
export interface SignPage {
  readonly url: string | undefined
  readonly code: string
}

/** Asks the partner for the page where the actor's party signs, while no transaction waits. */
export const findSignPage = (early: Early, { id }: Input<typeof calls.signAgreement>): Promise<SignPage> =>
  findSignPages(early, { ids: [id] })

/** The same of several: they are signed together on one page. */
export async function findSignPages(
  { deps, actor }: Early,
  { ids }: Input<typeof calls.signAgreements>,
): Promise<SignPage> {
  const code = newReturnCode()
  const { seal } = deps
  const rows = await reading(deps.reads, reachOf(actor), tx =>
    tx.rows(
      q
        .selectFrom('agreements as a')
        .selectAll('a')
        .where(sql<boolean>`a.id = any(${[...ids]}::uuid[])`)
        .where(ownAgreements(actor, 'a'))
        .orderBy('a.id'),
    ),
  )
  const tasks = rows.flatMap(({ task_no: taskNo, state }) => (taskNo !== null && state === 'signing' ? [taskNo] : []))
  const [first] = rows
  // one that cannot be signed now is refused with its reason in the transaction
  if (!seal || !first || tasks.length < new Set(ids).size) return { url: undefined, code }
  const back = `${publicScreens.signReturn}?state=${code}`
  const url = await sealHeard(() => seal.signUrl(tasks, roleOf(actor, first), back), urlWithinMs)
  return { url: url !== undefined && isSealUrl(url, seal.isSimulated) ? url : undefined, code }
}

/** Sends the person to sign for their party. Refuses whoever is no party, has signed, or has not proven who they are. */
export const openSigning = (
  ctx: Ctx,
  { id }: Input<typeof calls.signAgreement>,
  page: SignPage,
): Promise<Output<typeof calls.signAgreement>> => openSignings(ctx, { ids: [id] }, page)

/** The same of several, which the party signs in one role: all of them or none. */
export async function openSignings(
  ctx: Ctx,
  { ids }: Input<typeof calls.signAgreements>,
  { url, code }: SignPage,
): Promise<Output<typeof calls.signAgreements>> {
  const wanted = [...new Set(ids)].toSorted()
  const rows: Agreement[] = []
  for (const id of wanted) rows.push(await lockToSign(ctx, id))
  const roles = new Set(rows.map(row => roleOf(ctx.actor, row)))
  const [role] = roles
  const [first] = rows
  if (first === undefined || role === undefined) throw new Problem('row.none')
  if (roles.size > 1) throw new Problem('agreement.mixed')
  const party = (await partiesOf(ctx.tx, first.id)).find(each => each.role === role)
  if (role !== 'HOUSE' && party) await assertRealName(ctx, party)
  if (url === undefined) throw new Problem('agreement.sealBusy')
  const more = wanted.length > 1 ? { agreement_ids: wanted } : {}
  await allowReturn(ctx, code, { agreement_id: first.id, ...more, role })
  for (const row of rows)
    ctx.touched('agreement', row.id, { agreementNo: row.agreement_no, role: agreementRoles[role] })
  return { url }
}

/** An agreement under lock that waits for the actor's party. */
async function lockToSign(ctx: Ctx, id: string): Promise<Agreement> {
  const row = await lockAgreement(ctx, id)
  const role = roleOf(ctx.actor, row)
  const party = (await partiesOf(ctx.tx, id)).find(each => each.role === role)
  if (!party) throw new Problem('agreement.notParty')
  if (party.signature === 'signed' && row.state === 'signing') throw new Problem('agreement.signedBy')
  if (row.state !== 'signing') throw new Problem('agreement.notYet', { state: agreementStates.states[row.state].label })
  return row
}

/** Asks about one agreement of the actor's now. */
export async function askNow(
  ctx: Ctx,
  { id }: Input<typeof calls.askAgreement>,
): Promise<Output<typeof calls.askAgreement>> {
  const row = await ctx.tx.one(
    q
      .selectFrom('agreements as a')
      .select(['a.id', 'a.state'])
      .where('a.id', '=', id)
      .where(ownAgreements(ctx.actor, 'a')),
  )
  if (isAsked(row.state)) ctx.afterCommit(() => askSeal(ctx.deps, id))
  return {}
}

const isAsked = (state: string): boolean => askedStates.some(each => each === state)

const returnPath = '/v1/public/signReturn'

/** The state of a signing for the browser that comes back; the partner is asked anew while the end is not known. */
export async function askSignReturn(
  open: OpenCtx,
  { returnCode, told }: Input<typeof calls.askSignReturn>,
): Promise<Output<typeof calls.askSignReturn>> {
  const { deps, log } = open
  const { found, role } = await asSystem(deps, async ({ tx }) => {
    const back = await takeReturn(tx, open, { code: returnCode, path: returnPath, of: 'agreement_id' })
    const ids = back.agreement_ids ?? [back.agreement_id ?? nilId]
    const rows = await tx.rows(q.selectFrom('agreements').selectAll().where('id', 'in', ids).orderBy('id'))
    const each = rows.map(agreementOf)
    const found: Returned[] = []
    for (const row of each) found.push({ row, parties: await partiesOf(tx, row.id) })
    return { found, role: keyOf(agreementRoles, back.role ?? '') }
  })
  const [first] = found
  if (first === undefined) throw new Problem('return.gone')
  const of = found.length > 1 ? `${first.row.agreement_no} 等 ${found.length} 份` : first.row.agreement_no
  noteTold(log, told, of)
  void askInTurn(deps, found).catch((err: unknown) => log.error({ err }, 'asking the seal partner'))
  return {
    ...togetherOf(found.map(({ row, parties }) => shownEnd(row, parties, role))),
    of,
    at: Math.max(...found.map(({ row }) => row.updated_at)),
    isSimulated: deps.seal?.isSimulated === true,
    ...(found.length > 1 ? {} : { agreementId: first.row.id }),
  }
}

interface Returned {
  readonly row: Agreement
  readonly parties: readonly Party[]
}

/** Asks about those whose end is not known, one after another. */
async function askInTurn(deps: OpenCtx['deps'], found: readonly Returned[]): Promise<void> {
  for (const { row } of found) if (isAsked(row.state)) await askSeal(deps, row.id)
}

/** The end of several signed together: what is not known comes before what failed, and that before what is done. */
function togetherOf(ends: readonly Shown[]): Shown {
  const order = ['pending', 'unknown', 'failed', 'expired', 'success'] as const
  const state = order.find(each => ends.some(end => end.state === each)) ?? 'unknown'
  const alike = ends.filter(end => end.state === state)
  const reason = alike[0]?.reason
  const isPart = alike.length < ends.length
  const why = isPart && reason !== undefined ? `${alike.length} 份${reason}` : reason
  return {
    state,
    ...(why === undefined ? {} : { reason: why }),
    ...(state === 'success' && ends.some(end => end.waitsForOther === true) ? { waitsForOther: true } : {}),
  }
}

type Shown = Pick<SealReturn, 'state' | 'reason' | 'waitsForOther'>

/** The end as a party that comes back is told. */
function shownEnd(row: Agreement, parties: readonly Party[], role: AgreementRole): Shown {
  const hasSigned = parties.some(party => party.role === role && party.signature === 'signed')
  const because = row.reason === null ? {} : { reason: row.reason }
  switch (row.state) {
    case 'signed':
    case 'replaced':
      return { state: 'success' }
    case 'refused':
      return { state: 'failed', ...because }
    case 'expired':
      return { state: 'expired', ...because }
    case 'void':
    case 'draft':
    case 'paper':
      return { state: 'failed', reason: `合同${agreementStates.states[row.state].label}` }
    case 'unknown':
      return { state: 'unknown' }
    case 'sending':
    case 'signing':
    case 'revoking':
      return hasSigned ? { state: 'success', waitsForOther: true } : { state: 'pending' }
  }
}
