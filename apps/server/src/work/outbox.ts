// Tells people of what happened: a push in the outbox of the running transaction, which the relay sends after the commit.
import { happenings, sayHappening, type HappeningName, type SaidArgs } from '@yunshu/contract/happening/happenings'
import { staleAfter, type Topic } from '@yunshu/contract/topics'
import type { MessageKind } from '@yunshu/domain/message/kinds'
import type { Permit } from '@yunshu/domain/permits/permits'
import { pushNames, type PushCode } from '@yunshu/domain/message/push'
import { v7 } from 'uuid'
import { q } from '../db/tx.ts'
import type { Ctx } from './ctx.ts'
import { houseWith, type Receivers } from './receivers.ts'

/** A push as it stands in the outbox. */
export interface PushNote {
  to: Receivers
  code: PushCode
  title: string
  msg: string
  /** Things that changed: open browsers ask again for the calls that show them. */
  topics?: readonly Topic[]
  data?: Readonly<Record<string, unknown>>
  /** Also a line in the message centre, opening this page. */
  message?: { kind: MessageKind; path?: string }
}

/** The parts of a Ctx that telling needs: transaction, moment, and the author. */
type Teller = Pick<Ctx, 'tx' | 'now'> & { readonly actor: Pick<Ctx['actor'], 'userId'> }

/** Tells people of a happening in its words; leaves with the commit or not at all. */
export async function tellHappening<N extends HappeningName>(
  ctx: Teller,
  name: N,
  to: Receivers,
  ...said: SaidArgs<N>
): Promise<void> {
  const { push, topics = [], kind } = happenings[name]
  const { title, text: msg, path, data } = sayHappening(name, ...said)
  const message = kind && { kind, ...(path === undefined ? {} : { path }) }
  await writePush(ctx, { to, code: pushNames[push], title, msg, topics, data, ...(message && { message }) })
}

/** Tells the people of the house with a permit: those of the platform, and of the branch whose affair it is. */
export async function tellHouse<N extends HappeningName>(
  ctx: Teller,
  name: N,
  {
    branch,
    permit,
    also,
  }: { readonly branch: string | null; readonly permit: Permit; readonly also?: Permit | undefined },
  ...said: SaidArgs<N>
): Promise<void> {
  for (const to of houseWith(branch, permit, also)) await tellHappening(ctx, name, to, ...said)
}

/** Lets the pages of people follow a happening of which they are told nothing: those beside the person who did it. */
export async function followHappening(ctx: Teller, name: HappeningName, to: Receivers): Promise<void> {
  const { topics = [] } = happenings[name]
  if (topics.length > 0) await writePush(ctx, { to, code: pushNames.sync, title: '', msg: '', topics })
}

/** Leaves with the commit or not at all. */
export async function writePush(ctx: Teller, note: PushNote): Promise<void> {
  const { to, code, title, msg, topics = [], data, message } = note
  const paths = staleAfter(...topics).map(({ path }) => path)
  const frame = {
    code,
    title,
    msg,
    data: {
      title,
      content: msg,
      sendUserId: ctx.actor.userId,
      ...(message?.path === undefined ? {} : { path: message.path }),
      ...data,
      ...(paths.length > 0 ? { topics: paths } : {}),
    },
  }
  await ctx.tx.run(
    q.insertInto('outbox').values({
      id: v7(),
      created_at: ctx.now,
      receivers: JSON.stringify(to),
      frame: JSON.stringify(frame),
      message: message ? JSON.stringify(message) : null,
    }),
  )
}
