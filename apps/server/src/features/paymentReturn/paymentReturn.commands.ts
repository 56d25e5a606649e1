// Browsers that come back from a payment partner: what the address tells is written down, what is shown our server knows.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type { accountReturns } from '@yunshu/contract/partner/paymentReturn'
import type * as calls from '@yunshu/contract/partner/paymentReturn'
import { fen } from '@yunshu/domain/figures/money'
import { driverInviteStates, type DriverInviteState } from '@yunshu/domain/fleet/driverInvite'
import { isSimulated } from '@yunshu/domain/partner'
import { Problem } from '@yunshu/domain/problems/problems'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { isPublicCode, publicCodeBytes } from '@yunshu/domain/share'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { cookie } from '../../http/cookies.ts'
import type { Ctx, OpenCtx } from '../../work/ctx.ts'
import { ownSheets } from '../../work/scope.ts'
import { asSystem } from '../../work/system.ts'
import { askAccount } from '../driverInvite/account.commands.ts'
import { hashOf } from '../session/tokens.queries.ts'
import { askOnce } from '../settlement/payment.commands.ts'

/** The cookie of the browser that came back first. */
const returnCookie = 'yunshu-return'
const returnPath = '/v1/public/paymentReturn'

/** A payment in the actor's scope as our books have it; while its end is not known the channel is asked after this call. */
export async function findPaymentReturn(
  ctx: Ctx,
  { orderNo, told }: Input<typeof calls.getPaymentReturn>,
): Promise<Output<typeof calls.getPaymentReturn>> {
  const payment = await ctx.tx.one(
    q
      .selectFrom('payments as p')
      .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
      .select(['p.id', 'p.task_no', 'p.amount_fen', 'p.state', 'p.reason', 'p.channel', 'p.created_at', 'p.done_at'])
      .select('st.settlement_num')
      .where('p.task_no', '=', orderNo)
      .where(ownSheets(ctx.actor, 'st')),
  )
  noteTold(ctx.log, told, orderNo)
  const state = keyOf(paymentStates.states, payment.state)
  if (state === 'sent' || state === 'unknown') ctx.afterCommit(() => askOnce(ctx.deps, payment.id))
  ctx.touched('payment', payment.id)
  return {
    orderNo: payment.task_no,
    amount: fen(payment.amount_fen),
    state,
    ...(payment.reason === null ? {} : { reason: payment.reason }),
    at: payment.done_at ?? payment.created_at,
    settlementNum: payment.settlement_num,
    isSimulated: isSimulated(keyOf(payChannels, payment.channel)),
  }
}

/** The addition of an address is no fact: it is written down for whoever looks into it, and goes nowhere else. */
function noteTold(log: Ctx['log'], told: string | undefined, orderNo: string): void {
  if (told !== undefined && told !== '') log.warn({ event: 'return.told', orderNo, told }, 'security event')
}

const shownState = (state: DriverInviteState): keyof typeof accountReturns =>
  state === 'active' ? 'success' : state === 'channelPending' || state === 'submitted' ? 'pending' : 'failed'

/**
 * The state of an opening of an account. The code is good for the first browser that brings it, and for a quarter of an
 * hour; all that is over is `return.gone`. The channel is asked while the end is not known.
 */
export async function askReturn(
  { deps, now, log, header, setCookie }: OpenCtx,
  { returnCode, told }: Input<typeof calls.askAccountReturn>,
): Promise<Output<typeof calls.askAccountReturn>> {
  const binder = cookie({ headers: { cookie: header('cookie') } }, returnCookie)
  const fresh = randomBytes(publicCodeBytes).toString('base64url')
  const found = await asSystem(deps, async ({ tx }) => {
    const back = await tx.first(
      q
        .selectFrom('partner_returns')
        .selectAll()
        .where('state_hash', '=', hashOf(returnCode !== undefined && isPublicCode(returnCode) ? returnCode : ''))
        .where('until_at', '>', now)
        .forUpdate(),
    )
    if (!back) return undefined
    if (back.binder_hash === null)
      await tx.run(
        q
          .updateTable('partner_returns')
          .set({ binder_hash: hashOf(fresh) })
          .where('id', '=', back.id),
      )
    else if (binder === undefined || !back.binder_hash.equals(hashOf(binder))) return undefined
    const invite = await tx.one(
      q
        .selectFrom('driver_invites')
        .select(['id', 'state', 'order_no', 'reason', 'updated_at'])
        .where('id', '=', back.invite_id),
    )
    return { invite, isFirst: back.binder_hash === null }
  })
  if (!found) throw new Problem('return.gone')
  const { invite, isFirst } = found
  if (isFirst)
    setCookie(
      `${returnCookie}=${fresh}; Path=${returnPath}; Max-Age=900; HttpOnly; SameSite=Strict${deps.config.secureCookies ? '; Secure' : ''}`,
    )
  const orderNo = invite.order_no ?? ''
  noteTold(log, told, orderNo)
  const state = shownState(keyOf(driverInviteStates.states, invite.state))
  if (state === 'pending')
    void askAccount(deps, invite.id).catch((err: unknown) => log.error({ err }, 'asking a channel'))
  return {
    orderNo,
    state,
    ...(invite.reason === null ? {} : { reason: invite.reason }),
    at: invite.updated_at,
    // the only desk there is so far
    isSimulated: deps.accounts !== undefined,
  }
}
