// The download centre over HTTP: its calls, calling off, trying again, the end of files; an export holds nobody up.
import { Readable } from 'node:stream'
import type { Input } from '@yunshu/contract/call'
import {
  getExportAddress,
  listExports,
  moveExport,
  removeExport,
  startExport,
} from '@yunshu/contract/exporting/exporting'
import { listMessages } from '@yunshu/contract/message/message'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { exportLimits } from '@yunshu/domain/exporting'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import type { FileStore } from '../../files/store.ts'
import type { Deps } from '../../work/ctx.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
} from '../../../../../tests/server/freightWorld.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { expireExports, makeWaiting } from './exporting.jobs.ts'
import { exportRowOf, holdLanes } from '../../../../../tests/server/exportWorld.ts'

let world: FreightWorld
let lanes: Awaited<ReturnType<typeof holdLanes>>
const never = new AbortController().signal
beforeAll(async () => {
  world = await startFreightWorld()
  for (let n = 0; n < 2; n++)
    for (const [steps, waybill] of (await world.waybills(6)).entries())
      await world.walk(waybill, wholeJourney.slice(0, steps + 1))
  lanes = await holdLanes(world.server)
})
afterAll(async () => {
  await lanes()
  await world.stop()
})

type Start = Input<typeof startExport>
const as = (account: FreightAccount): Client => world.as(account)
const deps = (): Deps => world.server.server.deps
const make = (over: Partial<Deps> = {}, signal = never): Promise<number> => makeWaiting({ ...deps(), ...over }, signal)
const ask = async (client: Client, input: Partial<Start> = {}): Promise<string> =>
  (await client.send(startExport, { list: 'waybills', filter: {}, ...input })).id
const rowOf = exportRowOf

describe('the calls of the download centre', () => {
  it('refuse people without the permit of exports or of the list', async () => {
    const { client } = await addColleague(world.server, {
      account: 'export-none',
      company: 'shipper',
      permits: ['waybill.view'],
      dataScope: 'COMPANY',
    })
    expect((await client.ask(startExport, { list: 'waybills', filter: {} })).http).toBe(403)
    expect((await client.ask(listExports, {})).http).toBe(403)
    const { client: other } = await addColleague(world.server, {
      account: 'export-goods',
      company: 'shipper',
      permits: ['export.run'],
      dataScope: 'COMPANY',
    })
    expect((await other.ask(startExport, { list: 'waybills', filter: {} })).http).toBe(403)
  })

  it('refuse what is no filter, at its field', async () => {
    const refused = async (filter: Record<string, string>) => {
      const { http, envelope } = await as('shipper').ask(startExport, { list: 'waybills', filter })
      return [http, envelope.data]
    }
    expect(await refused({ state: 'nothing' })).toEqual([400, { fields: { 'filter.state': '不是可选的值' } }])
    expect(await refused({ unheard: 'x' })).toEqual([400, { fields: { 'filter.unheard': '不是可用的条件' } }])
    expect((await refused({ ids: '[1' }))[0]).toBe(400)
    expect(
      await refused({ ids: JSON.stringify(Array.from({ length: 2001 }, () => demoCompanyId('shipper'))) }),
    ).toEqual([400, { fields: { 'filter.ids': '一次最多选择两千条' } }])
    expect(
      (await as('shipper').ask(startExport, { list: 'goods', filter: {} }, { raw: { list: 'nothing' } })).envelope.data,
    ).toEqual({ fields: { list: '不是可选的值' } })
    expect(
      (await as('shipper').ask(startExport, { list: 'goods', filter: {} }, { raw: { filter: '' } })).envelope.data,
    ).toEqual({ fields: { filter: '不能为空' } })
  })

  it('refuse a stale version and a wrong state, and make one file for a repeated key', async () => {
    const client = as('shipper')
    const first = await client.ask(
      startExport,
      { list: 'waybills', filter: { state: 'signed' } },
      { key: 'export-key-1' },
    )
    const second = await client.ask(
      startExport,
      { list: 'waybills', filter: { state: 'signed' } },
      { key: 'export-key-1' },
    )
    expect(second.data).toEqual(first.data)
    const { id } = first.data
    expect((await client.ask(moveExport, { id, version: 9, move: 'cancel' })).http).toBe(409)
    expect((await client.ask(removeExport, { id, version: 9 })).http).toBe(409)
    expect((await client.ask(moveExport, { id, version: 1, move: 'retry' })).envelope.message).toBe(
      '当前状态为“排队中”，不能重试',
    )
    expect(await rowOf(client, id)).toMatchObject({ moves: ['cancel'], canFetch: false, canRemove: false })
    expect((await client.ask(removeExport, { id, version: 1 })).envelope.message).toBe('当前状态为“排队中”，不能删除')
    await make()
    const { version, ...made } = await rowOf(client, id)
    expect(made).toMatchObject({ moves: [], canFetch: true, canRemove: true })
    expect((await client.ask(moveExport, { id, version, move: 'cancel' })).envelope.message).toBe(
      '当前状态为“已完成”，不能取消导出',
    )
    const key =
      (await world.server.db(tx => tx.one(q.selectFrom('exports').select('storage_key').where('id', '=', id))))
        .storage_key ?? ''
    expect(await deps().store.get(key)).toBeDefined()
    const { url } = await client.send(getExportAddress, { id })
    await client.send(removeExport, { id, version })
    expect((await client.ask(getExportAddress, { id })).http).toBe(404)
    expect((await fetch(world.server.url + url)).status).toBe(404)
    await expect.poll(() => deps().store.get(key)).toBeUndefined()
  })

  it('let a person have so many unfinished and no more, also when two ask at once', async () => {
    const { client } = await addColleague(world.server, {
      account: 'export-many',
      company: 'shipper',
      permits: ['waybill.view', 'export.run'],
      dataScope: 'COMPANY',
    })
    for (let n = 1; n < exportLimits.unfinished; n++) await ask(client)
    const both = await Promise.all([1, 2, 3].map(() => client.ask(startExport, { list: 'waybills', filter: {} })))
    expect(both.map(({ envelope }) => envelope.code).sort((a, b) => a - b)).toEqual([0, 1606, 1606])
    // two lanes at once never take the same, and one person never has more than their share
    await world.server.db(tx =>
      tx.run(
        q
          .deleteFrom('exports')
          .where('state', '=', 'waiting')
          .where(
            'id',
            'not in',
            q.selectFrom('exports').select('id').where('state', '=', 'waiting').orderBy('id').limit(8),
          ),
      ),
    )
    let running = 0,
      most = 0
    const store: FileStore = {
      ...deps().store,
      putStream: async (key, body, mime) => {
        most = Math.max(most, ++running)
        const size = await deps().store.putStream(key, body, mime)
        await new Promise(resolve => {
          setTimeout(resolve, 30)
        })
        running--
        return size
      },
    }
    const counts = await Promise.all(Array.from({ length: 5 }, () => make({ store })))
    expect(counts.reduce((sum, n) => sum + n, 0) + (await make())).toBe(8)
    expect(most).toBeLessThanOrEqual(exportLimits.runningPerPerson)
    expect(most).toBeGreaterThan(1)
  })

  it('tell the person when it is done, and throw files away after a week', async () => {
    const client = as('carrier2')
    const id = await ask(client)
    await make()
    deps().wake()
    await expect
      .poll(async () => (await client.send(listMessages, { limit: 5 })).rows.map(({ title, path }) => [title, path]))
      .toContainEqual(['导出完成', '/downloads'])
    const { expiresAt, doneAt } = await rowOf(client, id)
    expect((expiresAt ?? 0) - (doneAt ?? 0)).toBe(7 * DAY_MS)
    await expireExports(deps(), (doneAt ?? 0) + 7 * DAY_MS - 1)
    expect((await rowOf(client, id)).state).toBe('done')
    const { url } = await client.send(getExportAddress, { id })
    await expireExports(deps(), (doneAt ?? 0) + 7 * DAY_MS + 1)
    expect((await rowOf(client, id)).state).toBe('expired')
    expect((await fetch(world.server.url + url)).status).toBe(404)
    await expireExports(deps(), Date.now() + 31 * DAY_MS)
    expect((await client.send(listExports, { limit: 100 })).rows.some(row => row.id === id)).toBe(false)
  })

  it('end one by one: a file the store refuses holds no other up and is tried again', async () => {
    const client = as('carrier2')
    const ids = [await ask(client), await ask(client), await ask(client)]
    await make()
    const at = Date.now() + 7 * DAY_MS + 1
    const rows = () =>
      world.server.db(tx =>
        tx.rows(q.selectFrom('exports').select(['id', 'state', 'storage_key']).where('id', 'in', ids).orderBy('id')),
      )
    const keys = (await rows()).map(row => row.storage_key ?? '')
    const refused = keys[1] ?? ''
    const store: FileStore = {
      ...deps().store,
      remove: key => (key === refused ? Promise.reject(new Error('the store refuses')) : deps().store.remove(key)),
    }
    await expect(expireExports({ ...deps(), store }, at)).rejects.toThrow('files that were kept long enough')
    expect(await rows()).toEqual(ids.map((id, n) => ({ id, state: 'expired', storage_key: n === 1 ? refused : null })))
    const there = async () => Promise.all(keys.map(async key => (await deps().store.get(key)) !== undefined))
    expect(await there()).toEqual([false, true, false])
    expect(await expireExports(deps(), at)).toBe(0)
    expect((await rows()).map(row => row.storage_key)).toEqual([null, null, null])
    expect(await there()).toEqual([false, false, false])
  })

  it('end all in one run, however many there are', async () => {
    const client = as('carrier2')
    const id = await ask(client)
    await make()
    const at = Date.now() + 7 * DAY_MS + 1
    await world.server.db(tx =>
      tx.run(
        sql`insert into exports (id, user_id, company_id, list, title, filter, state, file_name, created_at, updated_at, done_at)
          select gen_random_uuid(), user_id, company_id, list, title, filter, state, file_name, created_at, updated_at, done_at
          from exports, generate_series(1, 250) where id = ${id}::uuid`.compile(q),
      ),
    )
    expect(await expireExports(deps(), at)).toBeGreaterThan(250)
    const left = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('exports')
          .select('id')
          .where('state', '=', 'done')
          .where('done_at', '<', at - 7 * DAY_MS),
      ),
    )
    expect(left).toEqual([])
  })

  it('are served by the server itself within seconds', async () => {
    const client = as('shipper')
    const id = await ask(client, { filter: { state: 'signed' } })
    await lanes()
    await expect.poll(async () => (await rowOf(client, id)).state).toBe('done')
    lanes = await holdLanes(world.server)
  })
})

/** A store that does something once, after the first bytes of a file have come. */
function meanwhile(work: () => Promise<void>, keys: string[] = []): FileStore {
  const { store } = deps()
  return {
    ...store,
    putStream: (key, body, mime) => {
      keys.push(key)
      let isFirst = true
      async function* slowly(): AsyncGenerator<Buffer> {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          if (isFirst) await work()
          isFirst = false
          yield chunk
        }
      }
      return store.putStream(key, Readable.from(slowly()), mime)
    },
  }
}

// moving a waybill stays possible while its list is exported: the snapshot holds no lock
it('an export holds nobody up', async () => {
  const [waybill] = await world.waybills(1)
  const id = await ask(as('shipper'))
  await make({
    store: meanwhile(async () => {
      await as('carrier').send(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'accept' })
    }),
  })
  expect((await rowOf(as('shipper'), id)).state).toBe('done')
})
