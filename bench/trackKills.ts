// Random kills of gateway, track role and database under load: what a terminal was told is in the log and in the trail, each
// copy once.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres, type Cluster } from '@yunshu/postgres/launcher'
import { freePort } from '@yunshu/postgres/postmaster'
import { withClient } from '@yunshu/postgres/withClient'
import { dice } from '../apps/server/demo/invented.ts'
import { gatewayWorld, type GatewayWorld } from '../tests/server/gatewayWorld.ts'
import { KeptProcess } from '../tests/server/keptProcess.ts'
import { processesOf } from './freeze.ts'
import { median, quantile, type Bench, type Figure } from './figure.ts'
import { burst, Driver, proofOf, toldTo } from './trackDrivers.ts'

const kills = Number(process.env['KILLS'] ?? 200)
const terminals = 8

/** Every process of the rig, and the way it is struck. */
function targetsOf(cluster: Cluster, gateway: KeptProcess, track: KeptProcess) {
  const database = (): void => {
    if (cluster.pid > 0) for (const pid of processesOf(cluster.pid)) process.kill(pid, 'SIGKILL')
  }
  return {
    gateway: [() => gateway.kill()],
    track: [() => track.kill()],
    database: [database],
    all: [() => gateway.kill(), () => track.kill(), database],
  }
}

async function killing(
  targets: ReturnType<typeof targetsOf>,
  drivers: readonly Driver[],
): Promise<Map<string, number>> {
  const chance = dice(Number(process.env['SEED'] ?? 20_261_127))
  const struck = new Map<string, number>()
  for (let done = 0; done < kills; done++) {
    // work goes on between two of them, or the next one comes all the same
    const [told, since] = [toldTo(drivers), performance.now()]
    while (toldTo(drivers) < told + burst && performance.now() - since < 10_000) await pause(20)
    await pause(chance.int(0, 500))
    const name = chance.pick(['gateway', 'track', 'database', 'all'] as const)
    for (const strike of targets[name])
      try {
        strike()
      } catch {
        /* it had ended already */
      }
    struck.set(name, (struck.get(name) ?? 0) + 1)
  }
  return struck
}

async function driversOf(world: GatewayWorld, first: number): Promise<Driver[]> {
  const drivers = Array.from(
    { length: terminals },
    (_, n) => new Driver(String(first + n), 500_000 + (first % 1000) + n),
  )
  for (const { phone, trackNo } of drivers) await world.list(phone, { trackNo, plate: `陕K${phone.slice(-5)}` })
  return drivers
}

/** The fault that is planted: a gateway that answers before the COMMIT, killed ten times. */
async function hasty(world: GatewayWorld): Promise<number> {
  const gateway = new KeptProcess('tests/server/hastyGateway.ts', {
    GATEWAY_DATABASE_URL: world.intake.database.gatewayUrl,
    GATEWAY_PORT: String(await freePort()),
  })
  await gateway.start()
  const drivers = await driversOf(world, 13_700_000_100)
  const state = { isOver: false }
  const driving = drivers.map(driver => driver.drive(gateway.port, state))
  for (let kill = 0; kill < 10; kill++) {
    await pause(600)
    gateway.kill()
  }
  state.isOver = true
  await Promise.all(driving)
  await gateway.end()
  return (await proofOf(world.query, drivers)).lost
}

async function figuresOf(cluster: Cluster): Promise<Figure[]> {
  const world = await gatewayWorld()
  const { gatewayUrl, appUrl } = world.intake.database
  const gateway = new KeptProcess('apps/gateway/src/main.ts', {
    GATEWAY_DATABASE_URL: gatewayUrl,
    GATEWAY_PORT: String(await freePort()),
  })
  const track = new KeptProcess('apps/server/src/track/trackMain.ts', {
    DATABASE_URL: appUrl,
    DEMO_TRUCKS: 'off',
    TRACK_FLUSH_S: '1',
  })
  await gateway.start()
  await track.start()
  const drivers = await driversOf(world, 13_700_000_000)
  const state = { isOver: false }
  const driving = drivers.map(driver => driver.drive(gateway.port, state))
  const struck = await killing(targetsOf(cluster, gateway, track), drivers)
  state.isOver = true
  const struckAt = performance.now()
  await Promise.all(driving)
  let proof = await proofOf(world.query, drivers)
  while (proof.untrailed > 0 && performance.now() - struckAt < 60_000) {
    await pause(500)
    proof = await proofOf(world.query, drivers)
  }
  const lagS = (performance.now() - struckAt) / 1000
  await track.end()
  await gateway.end()
  const told = toldTo(drivers)
  await world.query(
    `with reach as (select set_config('app.reach', 'system', false)) delete from track_segments
    where ctid = (select ctid from track_segments where track_no = $1 limit 1) and exists (select from reach)`,
    [drivers[0]?.trackNo],
  )
  const { untrailed: caught } = await proofOf(world.query, drivers)
  const lostByHasty = await hasty(world)
  const wrong = proof.lost + proof.doubled + proof.untrailed
  return [
    {
      name: `网关、跟踪、数据库共强杀 ${kills} 次：已确认而未落库、重复、不在轨迹中`,
      value: wrong,
      unit: '条',
      goal: '= 0',
      reached: wrong === 0 && told > 10 * kills,
      detail: `${told} 条已确认；${[...struck].map(([name, n]) => `${name} ${n}`).join('、')}；${JSON.stringify(proof)}`,
    },
    { name: '最后一次强杀到全部确认并写入轨迹', value: lagS, unit: '秒', goal: '≤ 30', reached: lagS <= 30 },
    { name: '对照：先确认后提交的网关丢失', value: lostByHasty, unit: '条', goal: '≥ 1', reached: lostByHasty >= 1 },
    { name: '对照：抹掉一段轨迹是否被发现', value: caught, unit: '条', goal: '≥ 1', reached: caught >= 1 },
  ]
}

export const trackKillsBench: Bench = {
  name: 'trackKills',
  run: async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-trackkills-'))
    fs.chmodSync(dataDir, 0o755)
    const back: number[] = []
    const cluster = await startPostgres({ dataDir, log: () => {}, onReady: downMs => back.push(downMs) })
    process.env['TEST_DATABASE_URL'] = cluster.ownerUrl('postgres')
    await withClient(cluster.adminUrl(), client => client.query('alter role yunshu_owner createdb'))
    try {
      const figures = await figuresOf(cluster)
      console.log(`数据库恢复 ${back.length} 次，中位 ${median(back)} ms，最长 ${quantile(back, 1)} ms`)
      return figures
    } finally {
      delete process.env['TEST_DATABASE_URL']
      await cluster.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
