// The product on a disk that runs full, first for rows and then for the write-ahead log: nobody is told what is not stored, people
// are told why, and everything goes on by itself once there is room.
import fs from 'node:fs'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Input } from '@yunshu/contract/call'
import { listGoods, publishGoods } from '@yunshu/contract/goods/goods'
import { joinPostgres, startPostgres } from '@yunshu/postgres/launcher'
import { freePort } from '@yunshu/postgres/postmaster'
import { withClient } from '@yunshu/postgres/withClient'
import { startProduct, type Product } from '../tests/e2e/product.ts'
import { goodsInput } from '../tests/server/freightWorld.ts'
import { gatewayWorld, listTerminal, type Query } from '../tests/server/gatewayWorld.ts'
import { KeptProcess } from '../tests/server/keptProcess.ts'
import type { Bench, Figure } from './figure.ts'
import { callPortal, signIn, type Answer, type Caller } from './portalCalls.ts'
import { SmallDisk } from './smallDisk.ts'
import { Driver, proofOf, toldTo } from './trackDrivers.ts'

const terminals = 8
const diskMb = Number(process.env['DISK_MB'] ?? 1024)
/** A disk that is full is watched so long, ms; nothing may take longer than `mostMs`. */
const watchMs = 12_000,
  mostMs = 90_000
/** Answers of the portal that name the reason, or say that it comes back. */
const isClear = (text: string): boolean => /磁盘|存储空间|正在恢复/.test(text)

interface Wrote {
  readonly at: number
  readonly http: number
  readonly text: string
  readonly id: string | undefined
}

/** A shipper who publishes goods all the time, and reads lists between. */
class Shipper {
  readonly wrote: Wrote[] = []
  readonly read: Wrote[] = []
  readonly #url: string
  readonly #who: Caller
  constructor(url: string, who: Caller) {
    this.#url = url
    this.#who = who
  }

  async work(state: { isOver: boolean }): Promise<void> {
    while (!state.isOver) {
      const ask = <C extends Call>(call: C, input: Input<C>): Promise<Wrote> =>
        timed(callPortal(this.#url, call, input, this.#who, randomUUID()))
      this.wrote.push(await ask(publishGoods, goodsInput()))
      this.read.push(await ask(listGoods, {}))
      await pause(200)
    }
  }
}

async function timed(asked: Promise<Answer | undefined>): Promise<Wrote> {
  const at = performance.now()
  const answer = await asked
  const data: unknown = answer?.envelope.data
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : undefined
  return {
    at,
    http: answer?.http ?? 0,
    text: answer?.envelope.message ?? '没有答复',
    id: answer?.envelope.code === 0 && typeof id === 'string' ? id : undefined,
  }
}

/** Waits for something, but not for ever. */
async function until(is: () => boolean, withinMs = mostMs): Promise<void> {
  for (const end = performance.now() + withinMs; !is() && performance.now() < end;) await pause(20)
}

/** The time the disk was full, and what was told in it. */
interface Full {
  readonly from: number
  readonly to: number
  /** Positions acknowledged while it was watched. */
  readonly told: number
  /** Time from the room that was made until both terminals and people were served, ms. */
  readonly backMs: number
}

/** Waits until nobody has been told anything for three seconds. */
async function untilStill(drivers: readonly Driver[], push: () => Promise<void>): Promise<void> {
  const end = performance.now() + mostMs
  for (let told = -1; told !== toldTo(drivers) && performance.now() < end;) {
    told = toldTo(drivers)
    const since = performance.now()
    while (performance.now() - since < 3000) {
      await push()
      await pause(200)
    }
  }
}

async function runFull(
  disk: SmallDisk,
  drivers: readonly Driver[],
  shipper: Shipper,
  push: () => Promise<void> = async () => {},
): Promise<Full> {
  disk.fill()
  await untilStill(drivers, push)
  const from = performance.now()
  const before = toldTo(drivers)
  await pause(watchMs)
  const told = toldTo(drivers) - before
  const to = performance.now()
  disk.makeRoom()
  const stands = toldTo(drivers)
  const isServed = (): boolean =>
    toldTo(drivers) >= stands + 10 * terminals && shipper.wrote.some(({ at, http }) => at > to && http === 200)
  await until(isServed)
  return { from, to, told, backMs: isServed() ? performance.now() - to : Infinity }
}

interface Seen {
  readonly rows: Full
  readonly log: Full
  readonly shipper: Shipper
  readonly told: number
  readonly wrong: Awaited<ReturnType<typeof proofOf>>
  readonly lostGoods: number
  readonly restarts: number
  readonly said: string
}

/** Asks a database as its owner, over a connection each. */
const queryOf =
  (urlOf: () => string): Query =>
  async (text, values) =>
    withClient(urlOf(), async client => {
      await client.query(`select set_config('app.reach', 'system', false)`)
      return (await client.query(text, values)).rows
    })

async function driversOf(query: Query, first: number, companyId: string): Promise<Driver[]> {
  const drivers = Array.from({ length: terminals }, (_, n) => new Driver(String(first + n), 600_000 + n, 100))
  for (const { phone, trackNo } of drivers)
    await listTerminal(query, companyId, phone, { trackNo, plate: `陕K${phone.slice(-5)}` })
  return drivers
}

/** Uses up segments of the write-ahead log: each switch needs the next one. */
async function useLog(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async client => {
    for (let n = 0; n < 5; n++) await client.query('select pg_current_xact_id(), pg_switch_wal()')
  }).catch(() => {})
}

/** Positions acknowledged and not yet in the trail may still be on their way. */
async function settled(query: Query, drivers: readonly Driver[]): ReturnType<typeof proofOf> {
  const begun = performance.now()
  for (;;) {
    const proof = await proofOf(query, drivers)
    if (proof.untrailed === 0 || performance.now() - begun > mostMs) return proof
    await pause(1000)
  }
}

async function productSeen(disk: SmallDisk, product: Product, gatewayPort: number, data: string): Promise<Seen> {
  const at = joinPostgres(path.join(data, 'postgres'))
  if (!at) throw new Error('the database of the product is not running')
  const query = queryOf(() => at.ownerUrl())
  const [company] = await query<{ id: string }>('select company_id as id from users where account = $1', ['carrier'])
  const drivers = await driversOf(query, 13_700_100_000, company?.id ?? '')
  const shipper = new Shipper(product.url, await signIn(product, 'shipper'))
  const state = { isOver: false }
  const works = [...drivers.map(driver => driver.drive(gatewayPort, state)), shipper.work(state)]
  await until(() => toldTo(drivers) >= 100 * terminals)
  const rows = await runFull(disk, drivers, shipper)
  await pause(2000)
  const log = await runFull(disk, drivers, shipper, () => useLog(at.adminUrl('yunshu')))
  await pause(2000)
  state.isOver = true
  await Promise.race([Promise.all(works), pause(mostMs)])
  const ids = shipper.wrote.flatMap(({ id }) => id ?? [])
  const [there] = await query<{ n: number }>('select count(*)::int as n from goods where id = any($1::uuid[])', [ids])
  const said = product.output()
  return {
    rows,
    log,
    shipper,
    told: toldTo(drivers),
    wrong: await settled(query, drivers),
    lostGoods: ids.length - (there?.n ?? 0),
    restarts: said.match(/\[postgres\] 已恢复/g)?.length ?? 0,
    said,
  }
}

/** The fault that is planted: a gateway that answers before the COMMIT, on the same kind of disk. */
async function hasty(disk: SmallDisk): Promise<{ answered: number; lost: number }> {
  const cluster = await startPostgres({ dataDir: path.join(disk.folder, 'control'), log: () => {} })
  process.env['TEST_DATABASE_URL'] = cluster.ownerUrl('postgres')
  try {
    await withClient(cluster.adminUrl(), client => client.query('alter role yunshu_owner createdb'))
    const world = await gatewayWorld()
    const gateway = new KeptProcess('tests/server/hastyGateway.ts', {
      GATEWAY_DATABASE_URL: world.intake.database.gatewayUrl,
      GATEWAY_PORT: String(await freePort()),
    })
    await gateway.start()
    const drivers = Array.from(
      { length: terminals },
      (_, n) => new Driver(String(13_700_200_000 + n), 610_000 + n, 100),
    )
    for (const { phone, trackNo } of drivers) await world.list(phone, { trackNo, plate: `陕K${phone.slice(-5)}` })
    const state = { isOver: false }
    const driving = drivers.map(driver => driver.drive(gateway.port, state))
    await until(() => toldTo(drivers) >= 20 * terminals)
    disk.fill()
    await pause(6000)
    const before = toldTo(drivers)
    await pause(watchMs)
    const answered = toldTo(drivers) - before
    gateway.kill()
    disk.makeRoom()
    state.isOver = true
    await Promise.race([Promise.all(driving), pause(mostMs)])
    const { lost } = await proofOf(world.query, drivers)
    await gateway.end()
    return { answered, lost }
  } finally {
    delete process.env['TEST_DATABASE_URL']
    await cluster.stop()
  }
}

const within = (list: readonly Wrote[], { from, to }: Full): Wrote[] => list.filter(({ at }) => at >= from && at < to)

/** Figures of one time the disk was full. */
function fullFigures(what: string, full: Full, shipper: Shipper): Figure[] {
  const wrote = within(shipper.wrote, full)
  const refused = wrote.filter(({ http }) => http !== 200)
  const unclear = refused.filter(({ http, text }) => http !== 503 || !isClear(text))
  const counts = Map.groupBy([...wrote, ...within(shipper.read, full)], ({ http, text }) =>
    http === 200 ? '200' : `${http} ${text}`,
  )
  return [
    {
      name: `${what}：${watchMs / 1000} 秒内得到确认`,
      value: full.told,
      unit: '条',
      goal: '= 0',
      reached: full.told === 0,
    },
    {
      name: `${what}：门户答复不清楚`,
      value: unclear.length,
      unit: '次',
      goal: '= 0，且有拒绝',
      reached: unclear.length === 0 && refused.length > 0,
      detail: [...counts].map(([text, { length }]) => `${text} × ${length}`).join('；'),
    },
    {
      name: `${what}：腾出空间后终端与门户恢复`,
      value: full.backMs / 1000,
      unit: '秒',
      goal: '≤ 30',
      reached: full.backMs <= 30_000,
    },
  ]
}

async function figuresOf(disk: SmallDisk): Promise<Figure[]> {
  const data = path.join(disk.folder, 'data')
  const gatewayPort = await freePort()
  const product = await startProduct({
    DATA_DIR: data,
    TRACKING: 'on',
    GATEWAY_PORT: String(gatewayPort),
    TRACK_FLUSH_S: '1',
    LOG_LEVEL: 'fatal',
  })
  let seen: Seen
  try {
    seen = await productSeen(disk, product, gatewayPort, data)
  } finally {
    disk.makeRoom()
    await product.stop()
  }
  if (process.env['SHOW_OUTPUT']) console.log(seen.said)
  fs.rmSync(data, { recursive: true, force: true })
  const { answered, lost } = await hasty(disk)
  const { wrong, lostGoods } = seen
  const wrongs = wrong.lost + wrong.doubled + wrong.untrailed + lostGoods
  const asides = seen.said.match(/set message \S+ aside/g)?.length ?? 0
  return [
    ...fullFigures('磁盘对行已满', seen.rows, seen.shipper),
    ...fullFigures('磁盘对预写日志已满', seen.log, seen.shipper),
    {
      name: '满盘前后已确认而未落库、重复、不在轨迹中，已发布而不存在的货源',
      value: wrongs,
      unit: '条',
      goal: '= 0',
      reached: wrongs === 0,
      detail: `${seen.told} 条定位、${seen.shipper.wrote.filter(({ id }) => id).length} 个货源已确认；${JSON.stringify(wrong)}；货源缺 ${lostGoods}；搁置 ${asides}`,
    },
    {
      name: '预写日志写满使数据库退出后自行恢复',
      value: seen.restarts,
      unit: '次',
      goal: '≥ 1',
      reached: seen.restarts >= 1,
      detail: seen.said.split('\n').find(line => line.includes('磁盘已满')) ?? '终端没有说明磁盘已满',
    },
    { name: '对照：先确认后提交的网关在满盘时确认', value: answered, unit: '条', goal: '≥ 1', reached: answered >= 1 },
    { name: '对照：其中丢失', value: lost, unit: '条', goal: '≥ 1', reached: lost >= 1 },
  ]
}

export const trackDiskFullBench: Bench = {
  name: 'trackDiskFull',
  run: async () => {
    const disk = SmallDisk.mount(diskMb)
    try {
      return await figuresOf(disk)
    } finally {
      disk.unmount()
    }
  },
}
