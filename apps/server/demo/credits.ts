// Credit of the demo's shippers: one held to a limit it is far from, one that uses most of it, one that is warned of alone.
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { q, type Tx } from '../src/db/tx.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

const limits: readonly { shipper: string; limit: Fen; blocks: boolean; reason: string }[] = [
  { shipper: 'shipper', limit: fen(500_000_000), blocks: true, reason: '年度框架合同，授信五百万元' },
  { shipper: 'shipper3', limit: fen(200_000_000), blocks: true, reason: '信用评审乙级' },
  { shipper: 'shipper6', limit: fen(10_000_000), blocks: false, reason: '新客户，先付后运，临时授信' },
]

/** Writes them with their history. */
export async function seedCredits(tx: Tx, now: number): Promise<number> {
  const setter = await tx.one(
    q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId('platform-finance')),
  )
  const branches = new Map(
    (
      await tx.rows(
        q
          .selectFrom('companies')
          .select(['id', 'branch_id'])
          .where(
            'id',
            'in',
            limits.map(({ shipper }) => demoCompanyId(shipper)),
          ),
      )
    ).map(row => [row.id, row.branch_id]),
  )
  const [creditId, eventId] = [idMaker(66), idMaker(67)]
  let n = 0
  for (const [at, { shipper, limit, blocks, reason }] of limits.entries()) {
    const when = now - (40 - at) * DAY_MS
    const [id, shipperId] = [creditId(when), demoCompanyId(shipper)]
    n += await tx.run(
      q.insertInto('credits').values({
        id,
        shipper_id: shipperId,
        branch_id: branches.get(shipperId) ?? shipperId,
        limit_fen: limit,
        blocks,
        reason,
        set_by: setter.id,
        set_name: setter.name,
        created_at: when,
        updated_at: when,
      }),
    )
    n += await tx.run(
      q.insertInto('events').values({
        id: eventId(when),
        entity: 'credit',
        entity_id: id,
        action: '设置信用额度',
        user_id: setter.id,
        user_name: setter.name,
        remark: reason,
        at: when,
      }),
    )
  }
  return n
}
