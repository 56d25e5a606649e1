// The way of a browser to the partner's signing page and back: the page it comes back to shows our books alone.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/agreement/agreement'
import type { SealReturn } from '@yunshu/contract/agreement/agreement'
import { agreementRoles, agreementStates, askedStates, type AgreementRole } from '@yunshu/domain/agreement/agreement'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { Problem } from '@yunshu/domain/problems/problems'
import { keyOf } from '../../db/keyOf.ts'
import { q, reading } from '../../db/tx.ts'
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
export async function findSignPage(
  { deps, actor }: Early,
  { id }: Input<typeof calls.signAgreement>,
): Promise<SignPage> {
  const code = newReturnCode()
  const { seal } = deps
  const row = await reading(deps.reads, reachOf(actor), tx =>
    tx.first(q.selectFrom('agreements as a').selectAll('a').where('a.id', '=', id).where(ownAgreements(actor, 'a'))),
  )
  if (!seal || !row || row.task_no === null || row.state !== 'signing') return { url: undefined, code }
  const { task_no: taskNo } = row
  const back = `${publicScreens.signReturn}?state=${code}`
  const url = await sealHeard(() => seal.signUrl(taskNo, roleOf(actor, row), back), urlWithinMs)
  return { url: url !== undefined && isSealUrl(url, seal.isSimulated) ? url : undefined, code }
}

/** Sends the person to sign for their party. Refuses whoever is no party, has signed, or has not proven who they are. */
export async function openSigning(
  ctx: Ctx,
  { id }: Input<typeof calls.signAgreement>,
  { url, code }: SignPage,
): Promise<Output<typeof calls.signAgreement>> {
  const row = await lockAgreement(ctx, id)
  const role = roleOf(ctx.actor, row)
  const party = (await partiesOf(ctx.tx, id)).find(each => each.role === role)
  if (!party) throw new Problem('agreement.notParty')
  if (party.signature === 'signed' && row.state === 'signing') throw new Problem('agreement.signedBy')
  if (row.state !== 'signing') throw new Problem('agreement.notYet', { state: agreementStates.states[row.state].label })
  if (role !== 'HOUSE') await assertRealName(ctx, party)
  if (url === undefined) throw new Problem('agreement.sealBusy')
  await allowReturn(ctx, code, { agreement_id: id, role })
  ctx.touched('agreement', id, { agreementNo: row.agreement_no, role: agreementRoles[role] })
  return { url }
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
  const { row, parties, role } = await asSystem(deps, async ({ tx }) => {
    const back = await takeReturn(tx, open, { code: returnCode, path: returnPath, of: 'agreement_id' })
    const stored = await tx.one(
      q
        .selectFrom('agreements')
        .selectAll()
        .where('id', '=', back.agreement_id ?? ''),
    )
    return {
      row: agreementOf(stored),
      parties: await partiesOf(tx, stored.id),
      role: keyOf(agreementRoles, back.role ?? ''),
    }
  })
  noteTold(log, told, row.agreement_no)
  if (isAsked(row.state))
    void askSeal(deps, row.id).catch((err: unknown) => log.error({ err }, 'asking the seal partner'))
  return {
    ...shownEnd(row, parties, role),
    of: row.agreement_no,
    at: row.updated_at,
    isSimulated: deps.seal?.isSimulated === true,
    agreementId: row.id,
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
