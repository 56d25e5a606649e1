// Limits of exports: rows of a file, files and bytes of a company, and a server that goes away in the middle of one.
import type { Input } from '@yunshu/contract/call'
import { listExports, removeExport, startExport } from '@yunshu/contract/exporting/exporting'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { exportLimits } from '@yunshu/domain/exporting'
import { v7 } from 'uuid'
import type pg from 'pg'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, q, systemReach } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import type { FileStore } from '../../files/store.ts'
import { exportFile, fileAddress } from '../../files/signedAddress.ts'
import { startServer } from '../../server.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { makeWaiting } from './exporting.jobs.ts'
import { exportRowOf, holdLanes } from '../../../../../tests/server/exportWorld.ts'

const most = 5
let world: FreightWorld
let lanes: Awaited<ReturnType<typeof holdLanes>>
beforeAll(async () => {
  world = await startFreightWorld({ EXPORT_ROWS: String(most) })
  await world.waybills(most + 1)
  await world.trucks(most)
  lanes = await holdLanes(world.server)
})
afterAll(async () => {
  await lanes()
  await world.stop()
})

const make = (): Promise<number> => makeWaiting(world.server.server.deps, new AbortController().signal)
const rowOf = exportRowOf
type Files = {
  readonly count: number
  readonly state: string
  readonly size?: number
  readonly company?: string
  readonly person?: string
}
/** Files of a company, straight into the table. */
const put = ({ count, state, size, company = 'shipper', person = 'shipper-finance' }: Files) =>
  world.server.db(tx =>
    tx.run(
      q.insertInto('exports').values(
        Array.from({ length: count }, () => ({
          id: v7(),
          user_id: demoUserId(person),
          company_id: demoCompanyId(company),
          list: 'waybills',
          title: '运单',
          file_name: 'x.xlsx',
          filter: '{}',
          state,
          size: size ?? null,
          heartbeat_at: Date.now(),
          created_at: Date.now(),
          updated_at: Date.now(),
        })),
      ),
    ),
  )
const clear = () => world.server.db(tx => tx.run(q.deleteFrom('exports')))

it('is refused at once for what the list would refuse, at its field and in words', async () => {
  const told = async (client: Client, input: Input<typeof startExport>) =>
    (await client.ask(startExport, input)).envelope.data
  const maker = world.as('shipper-freight')
  const fields = (name: string, why: string) => ({ fields: { [name]: why } })
  expect(await told(maker, { list: 'settleables', filter: { ready: 'x' } })).toEqual(
    fields('filter.ready', '格式不正确'),
  )
  expect(await told(maker, { list: 'waybills', filter: { limit: '1' } })).toEqual(
    fields('filter.limit', '不是可用的条件'),
  )
  expect(await told(maker, { list: 'waybills', filter: {}, columns: ['zzz'] })).toEqual(
    fields('columns', '不是这个列表的列'),
  )
  const next = String(Date.now() + 9 * 86_400_000)
  expect(await told(world.as('admin'), { list: 'trackAlarms', filter: { from: '0' } })).toEqual(
    fields('to', '应晚于开始日期，一次最多查询 31 天'),
  )
  expect(await told(world.as('admin'), { list: 'openAges', filter: { at: next } })).toEqual(
    fields('at', '不能晚于今天'),
  )
})

describe('a file with too many rows', () => {
  const text = `符合条件的记录超过 ${most} 条，请缩小查询范围后再导出`
  it('is refused when it is asked for, and leaves nothing', async () => {
    const client = world.as('shipper')
    expect((await client.ask(startExport, { list: 'waybills', filter: {} })).envelope).toMatchObject({
      code: 1605,
      message: text,
    })
    expect((await client.send(listExports, {})).rows).toEqual([])
    // exactly as many as may be
    const numbers = (await client.send(listWaybills, { limit: most })).rows.map(({ waybillNo }) => waybillNo)
    const { id } = await client.send(startExport, { list: 'waybills', filter: { numbers: JSON.stringify(numbers) } })
    await make()
    expect(await rowOf(client, id)).toMatchObject({ state: 'done', rowsDone: most })
    await clear()
  })

  it('fails with the same words where the rows are only known once they are read', async () => {
    const client = world.as('carrier')
    const { id } = await client.send(startExport, { list: 'vehicles', filter: {} })
    await make()
    expect(await rowOf(client, id)).toMatchObject({ state: 'failed', fault: text })
    await clear()
  })

  it('fails where rows came between asking and making', async () => {
    const client = world.as('shipper')
    await world.server.db(tx => tx.run(q.updateTable('waybills').set({ upstream_no: null })))
    const { id } = await client.send(startExport, { list: 'waybills', filter: { upstreamNo: 'GROWN' } })
    await world.server.db(tx => tx.run(q.updateTable('waybills').set({ upstream_no: 'GROWN1' })))
    await make()
    expect(await rowOf(client, id)).toMatchObject({ state: 'failed', fault: text, rowsDone: 0 })
    await clear()
  })
})

describe('the files of a company', () => {
  const ask = () => world.as('shipper').ask(startExport, { list: 'waybills', filter: { state: 'toLoad' } })

  it('that are not finished have a limit, whoever of its people asked', async () => {
    await put({ count: exportLimits.company.unfinished - 1, state: 'waiting' })
    await put({ count: exportLimits.company.unfinished, state: 'waiting', company: 'carrier', person: 'carrier' })
    await put({ count: 40, state: 'failed' })
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ envelope }) => envelope.code).sort((a, b) => a - b)).toEqual([0, 1609])
    expect(both.find(({ envelope }) => envelope.code === 1609)?.envelope.message).toBe(
      `本企业还有 ${exportLimits.company.unfinished} 个导出未完成，请稍后再试`,
    )
    // another company is not held up by it
    expect((await world.as('shipper2').ask(startExport, { list: 'waybills', filter: {} })).envelope.code).toBe(0)
    await clear()
  })

  it('have no more than so many bytes; removing one makes room', async () => {
    await put({ count: 1, state: 'done', size: exportLimits.company.bytes - 1 })
    expect((await ask()).envelope.code).toBe(0)
    await put({ count: 1, state: 'done', size: 1, person: 'shipper' })
    expect((await ask()).envelope).toMatchObject({
      code: 1610,
      message: '本企业的导出文件已满 2 GB，请在下载中心删除不用的文件，或等旧文件到期后再试',
    })
    const own = (await world.as('shipper').send(listExports, { state: 'done' })).rows[0]
    await world.as('shipper').send(removeExport, { id: own?.id ?? '', version: own?.version ?? 0 })
    expect((await ask()).envelope.code).toBe(0)
    await clear()
  })

  it('never take every lane: others go first while a company has its share under way', async () => {
    await put({ count: 2, state: 'running' })
    await put({ count: 1, state: 'running', person: 'shipper-freight' })
    const [mine, theirs] = [
      await world.as('shipper').send(startExport, { list: 'waybills', filter: { state: 'toLoad' } }),
      await world.as('shipper2').send(startExport, { list: 'waybills', filter: {} }),
    ]
    expect(await make()).toBe(1)
    expect([
      (await rowOf(world.as('shipper'), mine.id)).state,
      (await rowOf(world.as('shipper2'), theirs.id)).state,
    ]).toEqual(['waiting', 'done'])
    await clear()
  })
})

it('a file that was under way when the server stopped is made whole by the next server', async () => {
  const old = await startFreightWorld()
  try {
    const { deps } = old.server.server
    const made = await old.waybills(3)
    // the run begins, stands still in the middle, and its write is cut off by the stop
    const { promise: isStopping, resolve: goOn } = Promise.withResolvers<undefined>()
    Object.assign(deps.store, {
      putStream: async (...[, body]: Parameters<FileStore['putStream']>) => {
        await isStopping
        body.destroy()
        throw new Error('the process stops')
      },
    })
    const said = console.error
    console.error = () => {}
    const { id } = await old.as('shipper').send(startExport, {
      list: 'waybills',
      filter: { numbers: JSON.stringify(made.map(({ waybillNo }) => waybillNo)) },
    })
    const stateOf = async (pool: pg.Pool) =>
      (
        await inTransaction(pool, systemReach, tx =>
          tx.one(q.selectFrom('exports').select('state').where('id', '=', id)),
        )
      ).state
    await expect.poll(() => stateOf(deps.pool)).toBe('running')
    const stopped = old.server.server.stop()
    goOn(undefined)
    await stopped
    console.error = said
    const { config } = deps
    const next = await startServer(
      {
        DATABASE_URL: config.databaseUrl,
        MIGRATE_DATABASE_URL: config.migrateUrl,
        DATA_DIR: config.dataDir,
        PORT: '0',
        SIGN_SECRET: config.signSecret,
        LOG_LEVEL: 'fatal',
      },
      () => {},
    )
    try {
      await expect.poll(() => stateOf(next.deps.pool)).toBe('done')
      const { attempts } = await inTransaction(next.deps.pool, systemReach, tx =>
        tx.one(q.selectFrom('exports').select('attempts').where('id', '=', id)),
      )
      expect(attempts).toBe(2)
      const session = await inTransaction(next.deps.pool, systemReach, tx =>
        tx.one(q.selectFrom('sessions').select('id').where('revoked_at', 'is', null).orderBy('id', 'desc').limit(1)),
      )
      const address = { id: exportFile(id), session: session.id }
      const answer = await fetch(next.url + fileAddress(next.deps.fileSecret, address, Date.now()))
      const lines = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]?.rows ?? []
      expect(
        lines
          .slice(
            1,
            lines.findIndex(([cell]) => cell === '合计'),
          )
          .map(([number]) => number),
      ).toEqual(
        made
          .map(({ waybillNo }) => waybillNo)
          .sort()
          .reverse(),
      )
    } finally {
      await next.stop()
    }
  } finally {
    await old.stop()
  }
})
