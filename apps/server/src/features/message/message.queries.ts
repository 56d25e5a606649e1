// The message centre of one person: their lines, which are unread, and marking or removing them.
import type { Input, Output } from '@yunshu/contract/call'
import type { deleteMessage, getUnread, listMessages, setRead } from '@yunshu/contract/message'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { countCap } from '../../db/counts.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../db/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'

/** Newest first, by keyset; `unread` keeps those not yet read. */
export async function findMessages(ctx: Ctx, page: Input<typeof listMessages>): Promise<Output<typeof listMessages>> {
  const rows = await ctx.tx.rows(q.selectFrom('messages as m').select(['m.id', 'm.title', 'm.content', 'm.kind', 'm.path', 'm.created_at', 'm.read_at'])
    .where('m.user_id', '=', ctx.actor.userId)
    .where(allOf([afterCursor(page, 'm.id'), page.unread ? sql<boolean>`m.read_at is null` : undefined]))
    .orderBy('m.id', 'desc').limit(rowsToAsk(page)))
  return toPage(rows, page, ({ created_at: at, read_at, path, ...line }) => ({ ...line, ...(path === null ? {} : { path }), at, read: read_at !== null }))
}

/** How many lines are unread, up to the cap that reads "1万+". */
export async function countUnread(ctx: Ctx): Promise<Output<typeof getUnread>> {
  const some = q.selectFrom('messages').select('id').where('user_id', '=', ctx.actor.userId).where('read_at', 'is', null).limit(countCap)
  const { n } = await ctx.tx.one(q.selectFrom(some.as('some')).select((e) => e.fn.countAll<number>().as('n')))
  return { unread: n > 0, count: n }
}

/** Marks one line, or all of the caller's, as read; answers how many were unread. Another person's line is not found. */
export async function markRead(ctx: Ctx, { id }: Input<typeof setRead>): Promise<Output<typeof setRead>> {
  const mine = q.updateTable('messages').set({ read_at: ctx.now }).where('user_id', '=', ctx.actor.userId).where('read_at', 'is', null)
  const count = await ctx.tx.run(id === undefined ? mine : mine.where('id', '=', id))
  if (id !== undefined && count === 0) await ctx.tx.one(q.selectFrom('messages').select('id').where('id', '=', id).where('user_id', '=', ctx.actor.userId))
  return { count }
}

/** Removes one line of the caller's. */
export async function dropMessage(ctx: Ctx, { id }: Input<typeof deleteMessage>): Promise<Output<typeof deleteMessage>> {
  const removed = await ctx.tx.run(q.deleteFrom('messages').where('id', '=', id).where('user_id', '=', ctx.actor.userId))
  if (removed === 0) throw new Problem('row.none')
  return {}
}
