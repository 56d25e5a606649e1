// Demo sharing: public addresses of goods offered to everybody, and links that live, have ended, or were revoked.
import { createHash } from 'node:crypto'
import { openGoodsStates } from '@yunshu/domain/goods/goods'
import { publicCodeBytes, shareEnd, shareLimits } from '@yunshu/domain/share'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { sql, type Insertable } from 'kysely'
import type { Shares } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { readNames } from './names.ts'
import type { Story } from './story.ts'

/** The same on every run, as everything in the demo; those of a real installation are chance. */
const codeOf = (text: string): string =>
  createHash('sha256').update(`demo ${text}`).digest().subarray(0, publicCodeBytes).toString('base64url')

/**
 * Gives open goods their public address, and the newest of each shipper three links; answers how many rows it wrote.
 */
export async function seedShares(tx: Tx, { goods }: Pick<Story['rows'], 'goods'>, now: number): Promise<number> {
  const who = await readNames(tx)
  const shareId = idMaker(43)
  const everybodys = goods.filter(({ publish_to: to, state }) => to === 'PUBLIC' && state !== 'draft')
  if (everybodys.length > 0)
    await tx.run(
      sql`update goods set public_id = given.code
        from (values ${sql.join(everybodys.map(({ id }) => sql`(${id}::uuid, ${codeOf(id)})`))}) as given (id, code)
        where goods.id = given.id`.compile(q),
    )
  const open = goods.filter(({ state }) => openGoodsStates.some(one => one === state))
  const newest = [...new Map(open.map(row => [row.shipper_id, row])).values()]
  const shares = newest.flatMap((row): Insertable<Shares>[] => {
    const by = who(row.created_by)
    const made = (at: number, more: Partial<Insertable<Shares>>): Insertable<Shares> => {
      const id = shareId(at)
      return {
        id,
        token: codeOf(id),
        goods_id: row.id,
        shipper_id: row.shipper_id,
        branch_id: row.branch_id,
        shows_price: true,
        expires_at: shareEnd(at, shareLimits.usualDays),
        max_views: null,
        views: 0,
        last_view_at: null,
        revoked_at: null,
        created_by: by.id,
        created_name: by.name,
        created_at: at,
        ...more,
      }
    }
    const at = (hours: number): number => Math.min(row.created_at + hours * HOUR_MS, now)
    return [
      made(at(0.2), { shows_price: false, views: 12, last_view_at: at(1), revoked_at: at(1.2) }),
      made(at(0.5), { max_views: 5, views: 5, last_view_at: at(1.5) }),
      made(at(1), { views: 27, last_view_at: at(1.8) }),
    ]
  })
  return insertAll(tx, 'shares', shares)
}
