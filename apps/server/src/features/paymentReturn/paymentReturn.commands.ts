// Browsers that come back from a payment partner: what the address tells is written down, what is shown our server knows.
import type { Input, Output } from '@yunshu/contract/call'
import type { accountReturns } from '@yunshu/contract/partner/paymentReturn'
import type * as calls from '@yunshu/contract/partner/paymentReturn'
import { fen } from '@yunshu/domain/figures/money'
import { driverInviteStates, type DriverInviteState } from '@yunshu/domain/fleet/driverInvite'
import { isSimulated } from '@yunshu/domain/partner'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx, OpenCtx } from '../../work/ctx.ts'
import { takeReturn } from '../../work/partnerReturns.ts'
import { ownSheets } from '../../work/scope.ts'
import { asSystem } from '../../work/system.ts'
import { askAccount } from '../driverInvite/account.commands.ts'
import { askOnce } from '../settlement/payment.commands.ts'

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
  open: OpenCtx,
  { returnCode, told }: Input<typeof calls.askAccountReturn>,
): Promise<Output<typeof calls.askAccountReturn>> {
  const { deps, log } = open
  const invite = await asSystem(deps, async ({ tx }) => {
    const back = await takeReturn(tx, open, { code: returnCode, path: returnPath, of: 'invite_id' })
    return tx.one(
      q
        .selectFrom('driver_invites')
        .select(['id', 'state', 'order_no', 'reason', 'updated_at'])
        .where('id', '=', back.invite_id),
    )
  })
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
