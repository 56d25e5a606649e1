// Messages of the platform to many at once: notices, and the request to load a new release.
import type { Input, Output } from '@yunshu/contract/call'
import { platformSaid } from '@yunshu/contract/happening/people'
import type { broadcast, countAudience } from '@yunshu/contract/message/message'
import { businessBits } from '@yunshu/domain/account/account'
import { audiences, broadcastCodes } from '@yunshu/domain/message/kinds'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Receivers } from '../../work/receivers.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields, wrongField } from '../../http/fieldFault.ts'

type Addressed = Input<typeof countAudience>

const sides = { shippers: businessBits.shipper, carriers: businessBits.carrier } as const

/**
 * Only the platform itself writes to everybody: a branch, or the platform narrowed to one, serves some of them only.
 */
function assertPlatform(ctx: Ctx): void {
  if (ctx.actor.side !== 'platform') throw new Problem('permit.missing')
}

/** The receivers of an audience, and its name. */
async function receiversOf(ctx: Ctx, { audience, companyId }: Addressed): Promise<{ to: Receivers; name: string }> {
  if (audience !== 'company') {
    if (companyId !== undefined) refuseFields({ companyId: '只在发送给指定企业时填写' })
    return {
      to: audience === 'all' ? { everybody: true } : { everybody: true, side: sides[audience] },
      name: audiences[audience],
    }
  }
  if (companyId === undefined) throw wrongField('companyId', '请选择企业')
  const { name } = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', companyId))
  return { to: { company: companyId }, name }
}

/** The number of enabled accounts in an audience. */
export async function countPeople(ctx: Ctx, addressed: Addressed): Promise<Output<typeof countAudience>> {
  assertPlatform(ctx)
  await receiversOf(ctx, addressed)
  return countOf(ctx, addressed)
}

function countOf(ctx: Ctx, { audience, companyId }: Addressed): Promise<Output<typeof countAudience>> {
  let people = q
    .selectFrom('users as u')
    .leftJoin('companies as c', 'c.id', 'u.company_id')
    .select(e => e.fn.countAll<number>().as('count'))
    .where('u.state', '=', 'enabled')
  if (audience === 'company') people = people.where('u.company_id', '=', companyId ?? null)
  else if (audience !== 'all') people = people.where(sql<boolean>`c.role_flags & ${sides[audience]} <> 0`)
  return ctx.tx.one(people)
}

/** Writes the message; the relay brings it to everybody a part at a time, so that nothing else waits for it. */
export async function sendToMany(
  ctx: Ctx,
  { pushCode, title, content, ...addressed }: Input<typeof broadcast>,
): Promise<Output<typeof broadcast>> {
  assertPlatform(ctx)
  const { to, name } = await receiversOf(ctx, addressed)
  const { count } = await countOf(ctx, addressed)
  await tellHappening(ctx, platformSaid[pushCode], to, { title, content })
  const said = { 发送对象: name, 人数: String(count), 通知类型: broadcastCodes[pushCode], 标题: title, 内容: content }
  ctx.touched(
    'broadcast',
    v7(),
    Object.entries(said).map(([field, text]) => ({ field, old: '--', new: text })),
  )
  return { count }
}
