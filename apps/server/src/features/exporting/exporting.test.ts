// Exports: the file equals the list in rows and sums, whoever asks and whatever changes meanwhile.
import { Readable } from 'node:stream'
import type { Input } from '@yunshu/contract/call'
import { actFor } from '@yunshu/contract/session/acting'
import {
  getExportAddress,
  listExports,
  moveExport,
  removeExport,
  startExport,
} from '@yunshu/contract/exporting/exporting'
import { countWaybills, listWaybills, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { exportLimits } from '@yunshu/domain/exporting'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
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
import { makeWaiting } from './exporting.jobs.ts'
import { column, exportRowOf, holdLanes, readFile } from '../../../../../tests/server/exportWorld.ts'

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

const sheetOf = (client: Client, id: string) => readFile(world.server, client, id)
async function made(client: Client, input: Partial<Start> = {}) {
  const id = await ask(client, input)
  await make()
  return sheetOf(client, id)
}
async function walk(client: Client, filter: Input<typeof listWaybills> = {}): Promise<WaybillRow[]> {
  const rows: WaybillRow[] = []
  for (let cursor: string | undefined; ;) {
    const page: { rows: WaybillRow[]; next?: string | undefined } = await client.send(listWaybills, {
      ...filter,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    })
    rows.push(...page.rows)
    if (page.next === undefined) return rows
    cursor = page.next
  }
}

describe('the file of a list', () => {
  it('holds the rows of the list in its order, and its sums, under the same filter', async () => {
    for (const account of ['shipper', 'carrier', 'branch', 'admin'] as const)
      for (const filter of [{}, { state: 'signed' }, { driver: '建' }, { alert: 'any' }] satisfies Start['filter'][]) {
        const client = as(account)
        const [file, rows, counted] = [
          await made(client, { filter }),
          await walk(client, filter as never),
          await client.send(countWaybills, filter as never),
        ]
        expect([account, filter, column(file, '运单号')]).toEqual([
          account,
          filter,
          rows.map(({ waybillNo }) => waybillNo),
        ])
        const sum = (title: string): unknown => file.closing[0]?.[file.titles.indexOf(title)] ?? null
        expect(sum('装货(吨)')).toBe(Number(printTons(counted.sums?.loadWeightG ?? grams(-1))))
        for (const [title, amount] of [
          ['托运运费(元)', counted.sums?.shipperFreight],
          ['应付(元)', counted.sums?.payable],
          ['未付(元)', counted.sums?.open],
          ['运费差价(元)', counted.sums?.margin],
        ] as const) {
          expect([account, title, file.titles.includes(title) ? sum(title) : undefined]).toEqual([
            account,
            title,
            amount === undefined ? undefined : Number(printYuan(amount)),
          ])
        }
        expect(file.closing[1]?.slice(0, 2)).toEqual(['导出行数', counted.total])
      }
  })

  it('has the columns the person chose, without those they may not see', async () => {
    const file = await made(as('shipper-freight'), {
      columns: ['waybillNo', 'driver', 'shipperFreight', 'carrierFreight', 'unheard'],
      note: '状态：全部',
    })
    expect(file.titles).toEqual(['运单号', '司机', '司机手机号', '托运运费(元)'])
    expect(file.closing.find(([first]) => first === '查询条件')?.slice(0, 2)).toEqual(['查询条件', '状态：全部'])
    expect((await made(as('shipper'), { columns: ['driver'] })).titles).toEqual(['司机', '司机手机号'])
    const [first, sums] = (await made(as('shipper'), { columns: ['shipperFreight'] })).closing
    expect([first?.[0], typeof sums?.[0]]).toEqual(['合计', 'number'])
  })

  it('never becomes a formula', async () => {
    await world.server.db(tx =>
      tx.run(
        sql`update waybills set upstream_no = '=1+1' where id = (select id from waybills order by id limit 1)`.compile(
          q,
        ),
      ),
    )
    const file = await made(as('shipper'), { filter: { upstreamNo: '=1' } })
    expect(column(file, '客户单号')).toEqual(['=1+1'])
  })
})

describe('a long file', () => {
  const count = 6000
  it('is the list of one moment, whatever changes while it is made', async () => {
    await fill(count)
    const client = as('shipper')
    const before = await client.send(countWaybills, { numbers: ['HYLONG'] })
    const rows = await walk(client, { numbers: ['HYLONG'] })
    expect([before.total, rows.length]).toEqual([count, count])
    const id = await ask(client, { filter: { numbers: JSON.stringify(['HYLONG']) } })
    let atChange: number | undefined
    const store = meanwhile(async () => {
      atChange = (await rowOf(client, id)).rowsDone
      // rows go, change, and come while most of the file is still to be read
      await world.server.db(tx =>
        tx.run(
          sql`update waybills set goods_no = 'HYGONE', shipper_freight_fen = 1 where goods_no = 'HYLONG'
            and right(waybill_no, 1) in ('1', '2', '3')`.compile(q),
        ),
      )
      await world.server.db(tx =>
        tx.run(
          sql`update waybills set shipper_freight_fen = shipper_freight_fen + 777 where goods_no = 'HYLONG'`.compile(q),
        ),
      )
    })
    await make({ store })
    expect(atChange).toBeLessThan(count)
    const file = await sheetOf(client, id)
    expect(column(file, '运单号')).toEqual(rows.map(({ waybillNo }) => waybillNo))
    expect(file.closing[0]?.[file.titles.indexOf('托运运费(元)')]).toBe(
      Number(printYuan(before.sums?.shipperFreight ?? fen(-1))),
    )
    expect(file.closing[1]?.slice(0, 2)).toEqual(['导出行数', count])
    expect((await client.send(countWaybills, { numbers: ['HYLONG'] })).total).toBeLessThan(count)
  })

  it('says how far it is, and stops when it is called off: nothing stays', async () => {
    const client = as('shipper')
    const id = await ask(client, { filter: {} })
    const kept: string[] = []
    let clock: { mockRestore(): void } | undefined
    const store = meanwhile(async () => {
      const { version, state, rowsTotal, rowsDone } = await rowOf(client, id)
      expect([state, rowsTotal !== undefined && rowsTotal > rowsDone]).toEqual(['running', true])
      await client.send(moveExport, { id, version, move: 'cancel' })
      // the next sign of life is due
      const at = Date.now
      clock = vi.spyOn(Date, 'now').mockImplementation(() => at() + 1100)
    }, kept)
    await make({ store })
    clock?.mockRestore()
    expect((await rowOf(client, id)).state).toBe('cancelled')
    expect(await deps().store.get(kept[0] ?? '')).toBeUndefined()
    const refused = await client.ask(getExportAddress, { id })
    expect(refused.envelope.message).toBe('当前状态为“已取消”，不能下载')
    // and can be asked for again
    await client.send(moveExport, { id, version: (await rowOf(client, id)).version, move: 'retry' })
    await make()
    expect((await rowOf(client, id)).state).toBe('done')
  })

  it('goes back to the queue when the process stops, and is made by the next', async () => {
    const client = as('shipper')
    const id = await ask(client)
    const stopping = new AbortController()
    await make(
      {
        store: meanwhile(async () => {
          stopping.abort()
        }),
      },
      stopping.signal,
    )
    expect((await rowOf(client, id)).state).toBe('waiting')
    await make()
    expect((await rowOf(client, id)).state).toBe('done')
  })
})

describe('a run that dies', () => {
  const dead = (id: string, attempts: number) =>
    world.server.db(tx =>
      tx.run(
        q
          .updateTable('exports')
          .set({ state: 'running', attempts, heartbeat_at: Date.now() - exportLimits.silentMs - 1 })
          .where('id', '=', id),
      ),
    )
  it('is taken up again once it has been silent', async () => {
    const client = as('shipper')
    const id = await ask(client, { filter: { state: 'signed' } })
    await world.server.db(tx =>
      tx.run(
        q.updateTable('exports').set({ state: 'running', attempts: 1, heartbeat_at: Date.now() }).where('id', '=', id),
      ),
    )
    await make()
    expect((await rowOf(client, id)).state).toBe('running')
    await dead(id, 1)
    await make()
    expect((await rowOf(client, id)).state).toBe('done')
  })

  it('is given up after a few times, and says so', async () => {
    const client = as('shipper')
    const id = await ask(client)
    await dead(id, exportLimits.attempts)
    await make()
    expect(await rowOf(client, id)).toMatchObject({ state: 'failed', fault: '系统错误，请稍后重试' })
  })

  it('of a store that fails is tried a few times and leaves nothing', async () => {
    const client = as('shipper')
    const id = await ask(client, { filter: { state: 'signed' } })
    let tries = 0
    const store: FileStore = {
      ...deps().store,
      putStream: async (_key, body) => {
        tries++
        body.destroy()
        throw new Error('disk full')
      },
    }
    const said = console.error
    console.error = () => {}
    await make({ store })
    console.error = said
    expect([tries, (await rowOf(client, id)).state]).toEqual([exportLimits.attempts, 'failed'])
  })
})

describe('whose file it is', () => {
  it("is nobody else's: neither listed, nor moved, nor downloaded", async () => {
    const id = await ask(as('shipper'))
    for (const account of ['shipper-freight', 'admin', 'carrier'] as const) {
      expect((await as(account).send(listExports, { limit: 100 })).rows.some(row => row.id === id)).toBe(false)
      for (const answer of [
        await as(account).ask(getExportAddress, { id }),
        await as(account).ask(moveExport, { id, version: 1, move: 'cancel' }),
        await as(account).ask(removeExport, { id, version: 1 }),
      ])
        expect(answer.http).toBe(404)
    }
    await make()
    const { url } = await as('shipper').send(getExportAddress, { id })
    for (const wrong of [
      url.replace(/s=./, 's=~'),
      url.replace(/e=\d/, 'e=2'),
      url.replace(id, demoUserId('shipper')),
      url.replace('/export/', '/'),
    ])
      expect((await fetch(world.server.url + wrong)).status).toBe(404)
    const file = await fetch(world.server.url + url)
    expect([
      file.status,
      file.headers.get('content-disposition')?.includes(encodeURIComponent('运单')),
      file.headers.get('cache-control'),
    ]).toEqual([200, true, 'private, no-store'])
  })

  it('is made with the rights of the moment it is made', async () => {
    const { client, id: person } = await addColleague(world.server, {
      account: 'export-rights',
      company: 'shipper',
      permits: ['waybill.view', 'export.run', 'price.shipper'],
      dataScope: 'COMPANY',
    })
    const [whole, narrow, lost, gone] = [await ask(client), await ask(client), await ask(client), await ask(client)]
    const role = (set: { functions?: string[]; data_scope?: string }) =>
      world.server.db(tx => tx.run(q.updateTable('roles').set(set).where('name', '=', '职位 export-rights')))
    const hold = (ids: string[]) =>
      world.server.db(tx => tx.run(q.updateTable('exports').set({ state: 'cancelled' }).where('id', 'in', ids)))
    const free = (one: string) =>
      world.server.db(tx => tx.run(q.updateTable('exports').set({ state: 'waiting' }).where('id', '=', one)))
    await hold([narrow, lost, gone])
    await make()
    expect((await sheetOf(client, whole)).rows.length).toBeGreaterThan(10)
    await role({ functions: ['waybill.view', 'export.run'], data_scope: 'SELF' })
    await free(narrow)
    await make()
    const file = await sheetOf(client, narrow)
    expect([file.rows.length, file.titles.includes('托运运费(元)')]).toEqual([0, false])
    await role({ functions: ['export.run'] })
    await free(lost)
    await make()
    expect(await rowOf(client, lost)).toMatchObject({ state: 'failed', fault: '没有请求权限' })
    await free(gone)
    await world.server.db(tx => tx.run(q.updateTable('users').set({ state: 'disabled' }).where('id', '=', person)))
    await make()
    const row = await world.server.db(tx =>
      tx.one(q.selectFrom('exports').select(['state', 'fault']).where('id', '=', gone)),
    )
    expect(row).toEqual({ state: 'failed', fault: '账号已停用，或不能再代原员工操作，导出已停止' })
  })

  it("of somebody working for an employee is that employee's list, and stays with whoever asked", async () => {
    const client = await world.server.login('platform-ops')
    await client.send(actFor, { userId: demoUserId('shipper-freight') })
    const id = await ask(client, { filter: { state: 'signed' } })
    await make()
    const file = await sheetOf(client, id)
    expect(column(file, '运单号')).toEqual(
      (await walk(as('shipper-freight'), { state: 'signed' })).map(({ waybillNo }) => waybillNo),
    )
    expect(file.titles).not.toContain('承运运费(元)')
    expect((await rowOf(client, id)).actingFor).toBeDefined()
    expect(file.closing.find(([first]) => first === '导出人')?.[1]).toMatch(/（代.+）$/)
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

/** Copies one waybill many times, under a goods number of their own. */
async function fill(count: number): Promise<void> {
  await withClient(world.server.ownerUrl, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'waybills' order by ordinal_position`,
    )
    const replaced: Record<string, string> = {
      id: `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
      waybill_no: `'LONG' || n`,
      goods_no: `'HYLONG'`,
      upstream_no: `'K' || n`,
      shipper_freight_fen: '1000 + n',
    }
    const columns = rows.map(row => row.name)
    const nobody = demoCompanyId('shipper')
    await client.query(
      `select set_config('app.reach', 'system', false), set_config('app.user', '${nobody}', false), set_config('app.company', '${nobody}', false), set_config('app.branch', '${nobody}', false)`,
    )
    await client.query(
      `insert into waybills (${columns.join()}) select ${columns.map(name => replaced[name] ?? name).join()} from (select * from waybills order by id limit 1) as w, generate_series(1, ${count}) as n`,
    )
  })
}
