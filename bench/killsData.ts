// Data of the kill rig: goods large enough for every take, what the database holds of them, and the planted fault.
import { joinPostgres } from '@yunshu/postgres/launcher'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import type { Product } from '../tests/e2e/product.ts'

export interface Found {
  tasks: number
  taken: number
}

function asOwner<T>(product: Product, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = joinPostgres(`${product.dataDir}/postgres`)?.ownerUrl()
  if (!url) throw new Error('the database of the product is not running')
  return withClient(url, work)
}

/** Adds ten million units to open goods of the demo carrier, and answers their id. */
export function largeGoods(product: Product): Promise<string> {
  return asOwner(product, async client => {
    const { rows } = await client.query<{ id: string }>(`
      update goods set total_qty = total_qty + 10000000, remain_qty = remain_qty + 10000000, take_mode = 'GRAB', valid_to = 4102444800000
      where id = (select g.id from goods g join goods_carriers c on c.goods_id = g.id join companies k on k.id = c.carrier_id join relations r on r.shipper_id = g.shipper_id and r.carrier_id = k.id and r.state = 'active'
        join users u on u.company_id = k.id and u.account = 'carrier' where g.state in ('published', 'partial') order by g.id limit 1) returning id`)
    const [row] = rows
    if (!row) throw new Error('no open goods for the demo carrier')
    await client.query(
      'create table if not exists kill_rig_start as select goods_id, count(*)::int as tasks, coalesce(sum(qty), 0)::bigint as taken from tasks group by goods_id',
    )
    return row.id
  })
}

const foundSql = `select (select count(*) from tasks where goods_id = $1)::int - coalesce((select tasks from kill_rig_start where goods_id = $1), 0) as tasks,
  ((select total_qty - remain_qty from goods where id = $1) - coalesce((select taken from kill_rig_start where goods_id = $1), 0))::int as taken`

/** Tasks made and quantity taken since the rig began. */
export function tasksOf(product: Product, goodsId: string): Promise<Found> {
  return asOwner(
    product,
    async client => (await client.query<Found>(foundSql, [goodsId])).rows[0] ?? { tasks: NaN, taken: NaN },
  )
}

/** Positive control: loses one effect and doubles another half of one; the figures must differ now. */
export function tamper(product: Product, goodsId: string): Promise<Found> {
  return asOwner(product, async client => {
    await client.query(
      'delete from tasks where id = (select id from tasks where goods_id = $1 order by id desc limit 1)',
      [goodsId],
    )
    await client.query('update goods set remain_qty = remain_qty - 1 where id = $1', [goodsId])
    return (await client.query<Found>(foundSql, [goodsId])).rows[0] ?? { tasks: NaN, taken: NaN }
  })
}
