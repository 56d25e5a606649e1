// The talk with the channel about the account of a driver: ordered once it is committed, then asked about until it ends.
import { driverInviteStates } from '@yunshu/domain/fleet/driverInvite'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'
import { answerWithin } from '../../partners/answerWithin.ts'
import { answerWithinMs } from '../../partners/channel.ts'
import type { AccountDesk, AccountResult } from '../../partners/accountDesk.ts'
import { toldWords } from '../../partners/toldWords.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { asSystem } from '../../work/system.ts'
import { workEachDue } from '../../jobs/eachDue.ts'

const firstWaitMs = 5000

/** An invitation whose account was ordered and has not ended, under lock. */
async function lockPending(ctx: Ctx, id: string) {
  const row = await ctx.tx.first(
    q.selectFrom('driver_invites').selectAll().where('id', '=', id).where('state', '=', 'channelPending').forUpdate(),
  )
  return row && { ...row, state: keyOf(driverInviteStates.states, row.state) }
}

/** Orders the account, or asks about it once it was ordered; its end is told. Several at once do no harm. */
export async function askAccount(deps: Deps, id: string): Promise<void> {
  const { accounts } = deps
  if (!accounts) return
  const order = await asSystem(deps, async ctx => {
    const invite = await lockPending(ctx, id)
    if (!invite || invite.order_no === null || invite.driver_id === null || invite.payee_id === null) return undefined
    const driver = await ctx.tx.one(
      q.selectFrom('drivers').select(['name', 'id_no', 'mobile']).where('id', '=', invite.driver_id),
    )
    const payee = await ctx.tx.one(q.selectFrom('payees').select('account_no').where('id', '=', invite.payee_id))
    // asked again later and later, at the latest every hour
    const wait =
      invite.asked_at === null ? firstWaitMs : Math.min(HOUR_MS, Math.max(firstWaitMs, ctx.now - invite.asked_at))
    await ctx.tx.run(
      q
        .updateTable('driver_invites')
        .set({ asked_at: invite.asked_at ?? ctx.now, next_at: ctx.now + wait })
        .where('id', '=', id),
    )
    return {
      isNew: invite.asked_at === null,
      orderNo: invite.order_no,
      name: driver.name,
      idNo: driver.id_no,
      mobile: driver.mobile,
      cardNo: payee.account_no,
    }
  })
  if (!order) return
  const { isNew, ...account } = order
  let result = await heard(() => (isNew ? accounts.open(account) : accounts.query(account.orderNo)))
  // an order that never arrived is sent again: it opens one account however often it comes
  if (result.state === 'notFound') result = await heard(() => accounts.open(account))
  const ended = endOf(result)
  if (ended) await endAccount(deps, id, account.orderNo, ended)
}

/** The answer of the desk; an error or a long silence says nothing. */
const heard = async (talk: () => ReturnType<AccountDesk['query']>): Promise<AccountResult> =>
  (await answerWithin(answerWithinMs, talk)) ?? { state: 'unknown' }

type Ended = Extract<AccountResult, { state: 'success' | 'failed' }>

/** The end a desk tells of, in words a record can hold; an account without a number is none. */
function endOf(result: AccountResult): Ended | undefined {
  if (result.state === 'failed') return { state: 'failed', reason: toldWords(result.reason) ?? '通道未说明原因' }
  if (result.state !== 'success') return undefined
  const accountNo = toldWords(result.accountNo)
  return accountNo === undefined ? undefined : { state: 'success', accountNo }
}

/** Writes how the order ended, once; an answer about an earlier order changes nothing. */
async function endAccount(deps: Deps, id: string, orderNo: string, result: Ended): Promise<void> {
  await asSystem(deps, async ctx => {
    const invite = await lockPending(ctx, id)
    if (invite?.order_no !== orderNo || invite.driver_id === null) return
    const isOpen = result.state === 'success'
    if (isOpen) await move(ctx, driverInviteStates, invite, 'activate', { set: { account_no: result.accountNo } })
    else
      await move(ctx, driverInviteStates, invite, 'reject', { reason: result.reason, set: { reason: result.reason } })
    await logEvent(ctx, {
      entity: 'driver',
      entityId: invite.driver_id,
      action: isOpen ? '通道开户成功' : '通道开户未通过',
      ...(isOpen ? { diff: [{ field: '通道账户', old: '--', new: result.accountNo }] } : { reason: result.reason }),
    })
    const { name } = await ctx.tx.one(q.selectFrom('drivers').select('name').where('id', '=', invite.driver_id))
    const said = {
      id: invite.driver_id,
      name,
      result: isOpen ? '已开户，待平台审核证件' : `开户未通过：${result.reason}`,
    }
    await tellHappening(ctx, 'driver.registered', { company: invite.carrier_id, permit: 'driver.edit' }, said)
  })
}

/** Asks about every account whose turn it is; one that cannot be asked about holds up no other. */
export async function runAccounts(deps: Deps, signal?: AbortSignal): Promise<void> {
  if (!deps.accounts) return
  const due = await asSystem(deps, ({ tx, now }) =>
    tx.rows(
      q
        .selectFrom('driver_invites')
        .select('id')
        .where('state', '=', 'channelPending')
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(50),
    ),
  )
  await workEachDue(due, 'accounts that cannot be asked about now', signal, ({ id }) => askAccount(deps, id))
}

/** For the list in main. */
export const driverInviteJobs: readonly Job[] = [{ name: 'driverAccounts', everyMs: 5000, run: runAccounts }]
