// The talk with the bank: an order is sent once, after it is committed, and only asked about from then on.
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import type { Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { answerWithin } from '../../partners/answerWithin.ts'
import { answerWithinMs, type PayResult } from '../../partners/channel.ts'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { lockPayment, paymentWordsOf, type Payment } from './payment.queries.ts'
import { hearAnswer } from './channelFact.commands.ts'
import { isDoubted } from './held.queries.ts'
import { isHeldBack } from './channelState.queries.ts'
import { postponePayment, waitForChannel } from './payment.results.ts'

/** When to ask about an order whose answer never came because the server stopped, ms. */
const askAfterMs = 60_000

/**
 * Sends a payment that was not sent yet. Marked as sent and committed before the bank hears of it: whatever happens
 * then, it is never sent a second time.
 */
export async function sendPayment(deps: Deps, id: string): Promise<void> {
  const order = await asSystem(deps, async ctx => {
    const { payment } = await lockPayment(ctx, id)
    const channel = deps.channels.of(keyOf(payChannels, payment.channel))
    if (payment.state !== 'created' || channel === undefined) return undefined
    if (await isHeldBack(ctx, channel.key)) {
      await waitForChannel(ctx, payment)
      return undefined
    }
    if (await isDoubted(ctx.tx, [id])) {
      await postponePayment(ctx, payment)
      return undefined
    }
    await move(ctx, paymentStates, payment, 'send', { set: { sent_at: ctx.now, next_at: ctx.now + askAfterMs } })
    return { channel, payment, word: (await paymentWordsOf(ctx, [id]))(id) }
  })
  if (order === undefined) return
  const { channel, payment, word } = order
  const result = await answerOf(() =>
    channel.send({
      idemKey: payment.idem_key,
      payee: payment.payee,
      accountNo: payment.account_no,
      bank: payment.bank,
      amountFen: payment.amount_fen,
      remark: `${word} ${payment.task_no}`,
    }),
  )
  await hearAnswer(deps, payment, result)
}

/** Asks the bank about a payment that was sent, whatever it said of it before; sends nothing. */
export async function askPayment(deps: Deps, id: string): Promise<void> {
  const payment = await asSystem(deps, async (ctx): Promise<Payment> => (await lockPayment(ctx, id)).payment)
  const channel = deps.channels.of(keyOf(payChannels, payment.channel))
  if (channel === undefined || payment.state === 'created') return
  const result = await answerOf(() => channel.query(payment.idem_key))
  await hearAnswer(deps, payment, result)
}

/** The bank's answer; an error or a long silence says nothing about the money. */
const answerOf = async (talk: () => Promise<PayResult>): Promise<PayResult> =>
  (await answerWithin(answerWithinMs, talk)) ?? { state: 'unknown' }
