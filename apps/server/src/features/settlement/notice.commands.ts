// A channel's notice about a payment: believed only when it is signed and fresh; a believed one is always kept.
import { parseYuan } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import type { Deps } from '../../work/ctx.ts'
import { assertNoticeSigned, noticeSecret, orderInNotice, readNotice } from '../../partners/notice.ts'
import { hearFact, type HeardFact } from './channelFact.commands.ts'

/** The length of the text of an unreadable notice that is shown, characters. */
const shownLength = 500

/**
 * Takes a notice as it arrived from outside and keeps it whatever it says: one in a form nobody agreed on is for people
 * to judge. Throws `request.sign` or `request.skew` where it is not the channel's own or not fresh, and `row.none` where
 * the channel is not open: no bank speaks for it.
 */
export async function takeNotice(
  deps: Deps,
  channel: PayChannel,
  signed: { timestamp: string; signature: string },
  body: Buffer,
  now: number,
): Promise<void> {
  if (deps.channels.of(channel) === undefined) throw new Problem('row.none')
  assertNoticeSigned(noticeSecret(deps.fileSecret, channel), signed, body, now)
  const notice = readNotice(body)
  const amountFen = notice && parseYuan(notice.amount)
  if (notice === undefined || amountFen === undefined) return hearFact(deps, unreadable(channel, body))
  await hearFact(deps, {
    channel,
    source: 'NOTICE',
    orderKey: notice.orderNo,
    kind: kindOfNotice[notice.result],
    amountFen,
    bankSerial: notice.bankSerial,
    reason: notice.reason,
    happenedAt: notice.finishedAt === undefined ? undefined : Number(notice.finishedAt),
    raw: notice,
  })
}

const kindOfNotice = { success: 'SUCCESS', failed: 'FAILED', returned: 'RETURNED' } as const

/** Signs a text column cannot hold or a page cannot show. */
const unshown = /[\p{Cc}\p{Cs}]/gu

/** A notice nobody can read, with its bytes, and as much of its text as people need to judge it. */
const unreadable = (channel: PayChannel, body: Buffer): HeardFact => ({
  channel,
  source: 'NOTICE',
  orderKey: orderInNotice(body),
  kind: 'UNREADABLE',
  reason: body.toString('utf8').replaceAll(unshown, '·').slice(0, shownLength).toWellFormed(),
  raw: { bytes: body.toString('base64') },
})
