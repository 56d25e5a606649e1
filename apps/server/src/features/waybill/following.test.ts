// Pages of colleagues: they follow what one of their company did with a waybill, without a word, and the author's own do not.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addColleague, type Colleague } from '../../../../../tests/server/colleagues.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'

let world: FreightWorld
let own: Colleague, alone: Colleague, other: Colleague
beforeAll(async () => {
  world = await startFreightWorld()
  const add = (account: string, company: string, dataScope: 'COMPANY' | 'SELF') =>
    addColleague(world.server, { account, company, permits: ['waybill.view'], dataScope })
  own = await add('colleague-1', 'carrier', 'COMPANY')
  alone = await add('colleague-2', 'carrier', 'SELF')
  other = await add('colleague-3', 'carrier2', 'COMPANY')
})
afterAll(() => world.stop())

interface Frame {
  readonly code: string
  readonly paths: readonly string[] | null
}
async function framesOf(userId: string): Promise<Frame[]> {
  const waiting = () => world.server.db(tx => tx.rows(q.selectFrom('outbox').select('id')))
  await until(async () => (await waiting()).length === 0, 'the outbox is sent')
  return world.server.db(tx =>
    tx.rows(
      sql<Frame>`select frame ->> 'code' as code, frame #> '{data,topics}' as paths from inbox
        where user_id = ${userId}::uuid order by seq`.compile(q),
    ),
  )
}

test('a colleague’s pages follow a step of one of the company, in no words; those of the author, of a narrower scope and of others do not', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  const author = demoUserId('carrier')
  const people = [own.id, author, alone.id, other.id]
  const before = await Promise.all(people.map(framesOf))
  // the carrier accepts: the shipper is told in words
  await world.walk(made, ['accept'])
  const after = await Promise.all(people.map(framesOf))
  const news = after.map((frames, n) => frames.slice(before[n]?.length ?? 0))
  expect(news[0]).toMatchObject([{ code: 'sync' }])
  expect(news[0]?.[0]?.paths).toContain(getWaybill.path)
  expect(news.slice(1)).toEqual([[], [], []])
})
