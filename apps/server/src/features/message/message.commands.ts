// Commands of a person on their message centre: marking, removing, and setting how each kind reaches them; their other
// devices follow.
import type { Input, Output } from '@yunshu/contract/call'
import type { deleteMessage, setPreferences, setRead } from '@yunshu/contract/message/message'
import { messageKinds, messageModes, type MessageKind, type MessageMode } from '@yunshu/domain/message/kinds'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { countUnread, findPreferences } from './message.queries.ts'

type Chosen = Pick<Input<typeof deleteMessage>, 'id' | 'ids' | 'kind'>

/** The caller's lines that a call names. */
function chosen(ctx: Ctx, { id, ids, kind }: Chosen): RawBuilder<boolean> {
  return allOf([
    sql<boolean>`user_id = ${ctx.actor.userId}::uuid`,
    id === undefined ? undefined : sql<boolean>`id = ${id}::uuid`,
    ids === undefined ? undefined : sql<boolean>`id = any(${ids}::uuid[])`,
    kind === undefined ? undefined : sql<boolean>`kind = ${kind}`,
  ])
}

/**
 * Marks lines as read; answers how many were unread. A single line of another person is not found; of several, the
 * caller's own count.
 */
export async function markRead(ctx: Ctx, what: Input<typeof setRead>): Promise<Output<typeof setRead>> {
  const count = await ctx.tx.run(
    q.updateTable('messages').set({ read_at: ctx.now }).where(chosen(ctx, what)).where('read_at', 'is', null),
  )
  if (what.id !== undefined && count === 0)
    await ctx.tx.one(q.selectFrom('messages').select('id').where(chosen(ctx, what)))
  return settled(ctx, count)
}

/** Removes lines and answers how many went. A caller that names no lines must say that the read ones are meant. */
export async function dropMessages(ctx: Ctx, what: Input<typeof deleteMessage>): Promise<Output<typeof deleteMessage>> {
  if (what.id === undefined && what.ids === undefined && what.read !== true) refuseFields({ ids: '请选择要删除的消息' })
  const dropping = q.deleteFrom('messages').where(chosen(ctx, what))
  const count = await ctx.tx.run(
    what.read === undefined ? dropping : dropping.where('read_at', what.read ? 'is not' : 'is', null),
  )
  if (what.id !== undefined && count === 0) throw new Problem('row.none')
  return settled(ctx, count)
}

/** Tells the person's other windows and devices, when anything changed. */
async function settled(ctx: Ctx, count: number): Promise<{ count: number; left: number }> {
  if (count > 0) await sync(ctx)
  return { count, left: (await countUnread(ctx)).count }
}

const sync = (ctx: Ctx): Promise<void> => tellHappening(ctx, 'message.changed', { users: [ctx.actor.userId] })

/** Sets how kinds reach the caller; money and the account's own safety cannot be switched off. */
export async function savePreferences(
  ctx: Ctx,
  { modes }: Input<typeof setPreferences>,
): Promise<Output<typeof setPreferences>> {
  const wanted = Object.entries(modes) as [MessageKind, MessageMode][]
  const refused = wanted.filter(([kind, mode]) => mode === 'none' && messageKinds[kind].isKept)
  refuseFields(
    Object.fromEntries(refused.map(([kind]) => [`modes.${kind}`, `${messageKinds[kind].label}消息不能关闭`])),
  )
  const { userId } = ctx.actor
  const { modes: before } = await findPreferences(ctx)
  const usual = wanted.filter(([, mode]) => mode === 'all').map(([kind]) => kind)
  const other = wanted.filter(([, mode]) => mode !== 'all')
  if (usual.length > 0)
    await ctx.tx.run(q.deleteFrom('message_preferences').where('user_id', '=', userId).where('kind', 'in', usual))
  if (other.length > 0)
    await ctx.tx.run(
      q
        .insertInto('message_preferences')
        .values(other.map(([kind, mode]) => ({ user_id: userId, kind, mode })))
        .onConflict(clash =>
          clash.columns(['user_id', 'kind']).doUpdateSet(row => ({ mode: row.ref('excluded.mode') })),
        ),
    )
  if (wanted.length > 0) await sync(ctx)
  ctx.touched(
    'messagePreference',
    userId,
    wanted
      .filter(([kind, mode]) => before[kind] !== mode)
      .map(([kind, mode]) => ({
        field: messageKinds[kind].label,
        old: messageModes[before[kind]],
        new: messageModes[mode],
      })),
  )
  return {}
}
