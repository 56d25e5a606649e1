// The message centre of one person: their lines, how many of each kind, which are unread, and how each kind reaches
// them.
import type { Input, Output } from '@yunshu/contract/call'
import type { countMessages, getPreferences, getUnread, listMessages } from '@yunshu/contract/message/message'
import {
  messageKindKeys,
  messageKinds,
  messageModes,
  type MessageKind,
  type MessageMode,
} from '@yunshu/domain/message/kinds'
import { sql, type RawBuilder } from 'kysely'
import { between, contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../work/scope.ts'
import { steadyOnce } from '../../db/prepared.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

const isUnread = sql<boolean>`m.read_at is null`

/** The caller's lines that a search finds. */
function searched(ctx: Ctx, { text, from, to }: Input<typeof countMessages>): RawBuilder<boolean> {
  return allOf([
    sql<boolean>`m.user_id = ${ctx.actor.userId}::uuid`,
    contains(['m.title', 'm.content'], text),
    between('m.created_at', from, to),
  ])
}

/** Newest first, by keyset. */
export async function findMessages(ctx: Ctx, page: Input<typeof listMessages>): Promise<Output<typeof listMessages>> {
  const where = allOf([
    searched(ctx, page),
    afterCursor(page, 'm.id'),
    page.unread ? isUnread : undefined,
    page.kind === undefined ? undefined : sql<boolean>`m.kind = ${page.kind}`,
  ])
  const rows = await ctx.tx.rows(
    q
      .selectFrom('messages as m')
      .select(['m.id', 'm.title', 'm.content', 'm.kind', 'm.path', 'm.created_at', 'm.read_at'])
      .where(where)
      .orderBy('m.id', 'desc')
      .limit(rowsToAsk(page)),
  )
  return toPage(rows, page, ({ created_at: at, read_at, path, kind, ...line }) => ({
    ...line,
    kind: keyOf(messageKinds, kind),
    ...(path === null ? {} : { path }),
    at,
    read: read_at !== null,
  }))
}

/** All lines of a kind are counted this far: the number says whether there are any, and many. */
const allCap = 1001

/** Lines of each kind under a search: unread ones up to the cap that reads "1万+", all up to a thousand. */
export async function countByKind(
  ctx: Ctx,
  search: Input<typeof countMessages>,
): Promise<Output<typeof countMessages>> {
  const capped = (most: number, more?: RawBuilder<boolean>) =>
    sql<number>`(select count(*) from (select from messages m
      where ${allOf([searched(ctx, search), sql<boolean>`m.kind = k.kind`, more])} limit ${most}) as found)`
  const counted = await ctx.tx.rows(
    sql<{ kind: MessageKind; all: number; unread: number }>`
    select k.kind, ${capped(allCap)} as "all", ${capped(countCap, isUnread)} as unread from unnest(${messageKindKeys}::text[]) as k (kind)`.compile(
      q,
    ),
  )
  const of = (read: (row: (typeof counted)[number]) => number) =>
    Object.fromEntries(counted.map(row => [row.kind, read(row)])) as Record<MessageKind, number>
  return { all: of(row => row.all), unread: of(row => row.unread) }
}

/** Asked by every open browser after every message. */
const unreadOf = steadyOnce(
  (userId: string) => {
    const some = q
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .limit(countCap)
    return q.selectFrom(some.as('some')).select(e => e.fn.countAll<number>().as('n'))
  },
  [nilId],
)

/** The number of unread lines, up to the cap that reads "1万+". */
export async function countUnread(ctx: Ctx): Promise<Output<typeof getUnread>> {
  const { n } = await ctx.tx.one(unreadOf(ctx.actor.userId))
  return { unread: n > 0, count: n }
}

/** The way each kind reaches the caller: in full unless they chose otherwise. */
export async function findPreferences(ctx: Ctx): Promise<Output<typeof getPreferences>> {
  const said = await ctx.tx.rows(
    q.selectFrom('message_preferences').select(['kind', 'mode']).where('user_id', '=', ctx.actor.userId),
  )
  const modes = new Map(said.map(({ kind, mode }) => [kind, keyOf(messageModes, mode)]))
  return {
    modes: Object.fromEntries(
      messageKindKeys.map((kind): [MessageKind, MessageMode] => [kind, modes.get(kind) ?? 'all']),
    ) as Record<MessageKind, MessageMode>,
  }
}
