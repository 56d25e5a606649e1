// Real-name checks begun by people, and the way of a browser to the partner's page and back.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/agreement/realName'
import type { SealReturn } from '@yunshu/contract/agreement/agreement'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { checkIdNo } from '@yunshu/domain/identity/identity'
import { realNameKinds, realNameLimits, realNameStates, type RealNameState } from '@yunshu/domain/identity/realName'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q, reading } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Early } from '../../http/serve.ts'
import { isSealUrl, sealHeard } from '../../partners/sealDesk.ts'
import { reachOf, writtenName, type Ctx, type OpenCtx } from '../../work/ctx.ts'
import { allowReturn, newReturnCode, noteTold, takeReturn } from '../../work/partnerReturns.ts'
import { marketCompany } from '../../work/scope.ts'
import { sealText } from '../../work/seal.ts'
import { asSystem } from '../../work/system.ts'
import { askCheck, orderOf } from './ask.commands.ts'

/** Begins a check, or answers the one that is open. Refuses what has passed already. */
export async function startCheck(
  ctx: Ctx,
  said: Input<typeof calls.startRealName>,
): Promise<Output<typeof calls.startRealName>> {
  const { deps, actor, now } = ctx
  if (!deps.seal) throw new Problem('realName.noSeal')
  const companyId = marketCompany(actor) ?? nilId
  const userId = said.kind === 'PERSON' ? actor.userId : null
  const company = await ctx.tx.one(
    q.selectFrom('companies').select(['id', 'name', 'credit_code']).where('id', '=', companyId).forUpdate(),
  )
  const who = said.kind === 'COMPANY' ? { name: company.name, no: company.credit_code } : typedPerson(said)
  const live = await ctx.tx.first(
    q
      .selectFrom('real_names')
      .select(['id', 'state', 'name', 'no_shown'])
      .where('company_id', '=', companyId)
      .where('kind', '=', said.kind)
      .where('user_id', 'is not distinct from', userId)
      .where('state', 'in', ['pending', 'unknown', 'passed'])
      .orderBy('id', 'desc')
      .limit(1),
  )
  // a company signs under the name and the number that were checked
  const isOld =
    live?.state === 'passed' && said.kind === 'COMPANY' && (live.name !== who.name || live.no_shown !== who.no)
  if (live?.state === 'passed' && !isOld) throw new Problem('realName.passed', { kind: realNameKinds[said.kind] })
  if (live && live.state !== 'passed') return { id: live.id }
  const id = v7()
  await ctx.tx.run(
    q.insertInto('real_names').values({
      id,
      kind: said.kind,
      state: realNameStates.start,
      company_id: companyId,
      user_id: userId,
      name: who.name,
      no_shown: said.kind === 'COMPANY' ? who.no : who.no.slice(-4),
      no_sealed: sealText(deps.factorSecret, id, who.no),
      order_no: `RZ${v7().replaceAll('-', '')}`,
      next_at: now,
      until_at: now + realNameLimits.lifeMs,
      maker_id: actor.userId,
      maker_name: writtenName(actor),
      created_at: now,
      updated_at: now,
    }),
  )
  ctx.touched('realName', id, { kind: said.kind, name: who.name })
  ctx.afterCommit(() => askCheck(deps, id))
  return { id }
}

function typedPerson({ name, no = '' }: Input<typeof calls.startRealName>): { name: string; no: string } {
  if (name === undefined) throw wrongField('name', '不能为空')
  const idNo = no.toUpperCase()
  const fault = checkIdNo(idNo)
  if (fault !== undefined) throw wrongField('no', fault)
  return { name, no: idNo }
}

/** The address the partner gave before the transaction, and the code to come back with. */
export interface CheckPage {
  readonly url: string | undefined
  readonly code: string
}

/** Asks the partner for the page of a check, while no transaction waits; one it does not have yet is handed over first. */
export async function findCheckPage(
  { deps, actor }: Early,
  { id }: Input<typeof calls.openRealName>,
): Promise<CheckPage> {
  const code = newReturnCode()
  const { seal: desk } = deps
  const row = await reading(deps.reads, reachOf(actor), tx =>
    tx.first(q.selectFrom('real_names').selectAll().where('id', '=', id)),
  )
  if (!desk || !row) return { url: undefined, code }
  const order = orderOf(deps, row)
  const back = `${publicScreens.realNameReturn}?state=${code}`
  const url = await sealHeard(async () => {
    await desk.verify(order)
    return desk.realNameUrl(order.orderNo, back)
  }, 5000)
  return { url: url !== undefined && isSealUrl(url, desk.isSimulated) ? url : undefined, code }
}

/** Sends the person to the page of an open check of theirs. */
export async function openCheck(
  ctx: Ctx,
  { id }: Input<typeof calls.openRealName>,
  { url, code }: CheckPage,
): Promise<Output<typeof calls.openRealName>> {
  const row = await ctx.tx.one(ownCheck(ctx, id).selectAll().forUpdate())
  const state = keyOf(realNameStates.states, row.state)
  if (state !== 'pending' && state !== 'unknown')
    throw new Problem('state.wrong', { state: realNameStates.states[state].label, move: '认证' })
  if (url === undefined) throw new Problem('agreement.sealBusy')
  await allowReturn(ctx, code, { real_name_id: id })
  ctx.touched('realName', id)
  return { url }
}

/** A check of the actor's company; of people the actor's own. */
const ownCheck = ({ actor }: Pick<Ctx, 'actor'>, id: string) =>
  q
    .selectFrom('real_names')
    .where('id', '=', id)
    .where('company_id', '=', marketCompany(actor) ?? nilId)
    .where(e => e.or([e('user_id', 'is', null), e('user_id', '=', actor.userId)]))

/** Asks about one check now. */
export async function askCheckNow(
  ctx: Ctx,
  { id }: Input<typeof calls.askRealName>,
): Promise<Output<typeof calls.askRealName>> {
  await ctx.tx.one(ownCheck(ctx, id).select('id'))
  ctx.afterCommit(() => askCheck(ctx.deps, id))
  return {}
}

const returnPath = '/v1/public/realNameReturn'
const shown = {
  pending: 'pending',
  unknown: 'unknown',
  passed: 'success',
  failed: 'failed',
  expired: 'expired',
} as const satisfies Readonly<Record<RealNameState, SealReturn['state']>>

/** The state of a check for the browser that comes back; the partner is asked anew while the end is not known. */
export async function askCheckReturn(
  open: OpenCtx,
  { returnCode, told }: Input<typeof calls.askRealNameReturn>,
): Promise<Output<typeof calls.askRealNameReturn>> {
  const { deps, log } = open
  const row = await asSystem(deps, async ({ tx }) => {
    const back = await takeReturn(tx, open, { code: returnCode, path: returnPath, of: 'real_name_id' })
    return tx.one(
      q
        .selectFrom('real_names')
        .selectAll()
        .where('id', '=', back.real_name_id ?? nilId),
    )
  })
  noteTold(log, told, row.order_no)
  const state = shown[keyOf(realNameStates.states, row.state)]
  if (state === 'pending' || state === 'unknown')
    void askCheck(deps, row.id).catch((err: unknown) => log.error({ err }, 'asking the seal partner'))
  return {
    state,
    of: realNameKinds[keyOf(realNameKinds, row.kind)],
    ...(row.reason === null || state === 'success' ? {} : { reason: row.reason }),
    at: row.ended_at ?? row.updated_at,
    isSimulated: deps.seal?.isSimulated === true,
  }
}
