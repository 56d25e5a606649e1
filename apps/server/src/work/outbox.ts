// Writes a push into the outbox of the running transaction; the relay sends it after the commit.
import { staleAfter } from '@yunshu/contract/topics'
import { v7 } from 'uuid'
import { q } from '../db/tx.ts'
import type { Ctx, PushNote } from './ctx.ts'

/** Leaves with the commit or not at all. */
export async function writePush(
  ctx: Pick<Ctx, 'tx' | 'now'> & { readonly actor: Pick<Ctx['actor'], 'userId'> },
  note: PushNote,
): Promise<void> {
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
