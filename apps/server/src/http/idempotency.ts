// One effect per key: a repeated write answers what the first one answered.
import { createHash } from 'node:crypto'
import type { Call } from '@yunshu/contract/call'
import { commonParams } from '@yunshu/contract/wire'
import { Problem } from '@yunshu/domain/problems/problems'
import { q } from '../db/tx.ts'
import type { Ctx, Upload } from '../work/ctx.ts'

const commons: ReadonlySet<string> = new Set(commonParams)

/**
 * The hash by which two submissions count as the same: of address, own parameters and file bytes, and of the link they
 * came by, which says what they are about.
 */
export function requestHash(
  call: Call,
  texts: Readonly<Record<string, string>>,
  files: readonly Upload[],
  linkId?: string,
): Buffer {
  const own = Object.keys(texts)
    .filter(name => !commons.has(name))
    .sort()
    .map(name => [name, texts[name]])
  const hash = createHash('sha256').update(JSON.stringify([call.method, call.path, own, linkId]))
  for (const file of files) hash.update(`${file.name} ${file.sha256}`)
  return hash.digest()
}

type Claiming = Pick<Ctx, 'tx' | 'actor' | 'now'>

/** True for the first who comes with a key; a second one waits for the first to commit. */
async function claim(ctx: Claiming, key: string, hash: Buffer): Promise<boolean> {
  if (key.length < 8 || key.length > 255) throw new Problem('request.bad', { reason: '提交编号长度应为 8–255' })
  return (
    (await ctx.tx.run(
      q
        .insertInto('idempotency')
        .values({ user_id: ctx.actor.userId, key, request_hash: hash, created_at: ctx.now })
        .onConflict(c => c.columns(['user_id', 'key']).doNothing()),
    )) === 1
  )
}

/**
 * Uses up the key of a call in which secrets travel: nothing that could be guessed from is kept of it, so a repeated
 * key is refused (`key.spent`) instead of answered.
 */
export async function spendKey(ctx: Claiming, key: string): Promise<void> {
  if (!(await claim(ctx, key, Buffer.alloc(0)))) throw new Problem('key.spent')
}

/** Gives a key back: nothing came of its call. */
export async function freeKey({ tx, actor }: Pick<Ctx, 'tx' | 'actor'>, key: string): Promise<void> {
  await tx.run(q.deleteFrom('idempotency').where('user_id', '=', actor.userId).where('key', '=', key))
}

/**
 * Runs `effect` once for (user, key); a second submission waits for the first to commit and gets its answer.
 * The same key with another content is `key.reused`. A failed effect leaves no trace: it may be tried again.
 */
export async function runOnce(ctx: Ctx, key: string, hash: Buffer, effect: () => Promise<unknown>): Promise<unknown> {
  if (await claim(ctx, key, hash)) {
    const output = await effect()
    await ctx.tx.run(
      q
        .updateTable('idempotency')
        .set({ answer: JSON.stringify(output) })
        .where('user_id', '=', ctx.actor.userId)
        .where('key', '=', key),
    )
    return output
  }
  const before = await ctx.tx.one(
    q
      .selectFrom('idempotency')
      .select(['request_hash', 'answer'])
      .where('user_id', '=', ctx.actor.userId)
      .where('key', '=', key),
  )
  if (!hash.equals(before.request_hash)) throw new Problem('key.reused')
  return before.answer
}
