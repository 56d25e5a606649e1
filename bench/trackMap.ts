// The live map in Chromium with ten thousand vehicles that all move each second: script in a frame and long tasks, beside the
// same page with none and with a hundred.
import { once } from 'node:events'
import { writeLiveFrame } from '@yunshu/contract/track/liveFrame'
import { getLive, listTracked, type LivePosition, type Tracked } from '@yunshu/contract/track/map'
import type { Page } from 'playwright-core'
import { WebSocketServer } from 'ws'
import { quantile, type Bench, type Figure } from './figure.ts'
import { pageAt, startPortal, type Portal } from './portal.ts'
import { traced, type Worked } from './pageTrace.ts'

const most = Number(process.env['VEHICLES'] ?? 10_000)
const seconds = Number(process.env['SECONDS_OF_MAP'] ?? 60)
/** Work that is put into the page as a control, ms of each second. */
const burdenMs = 250

/** A vehicle under way, as the list beside the map names it. */
const trackedOf = (no: number): Tracked => ({
  no,
  vehicleId: `00000000-0000-7000-8000-${String(no).padStart(12, '0')}`,
  plate: `陕K${String(no).padStart(5, '0')}`,
  driver: '王师傅',
  driverMobile: '13900000000',
  waybillId: `00000000-0000-7000-9000-${String(no).padStart(12, '0')}`,
  waybillNo: `YD${String(no).padStart(10, '0')}`,
  loadPlace: '陕西省榆林市榆阳区红柳林煤矿',
  unloadPlace: '河南省南阳市唐河县唐河电厂',
  itemNames: '动力煤',
  isBound: true,
  isUnplaced: false,
})

/** The place of a vehicle at a second: all over the country, each on its own way. */
function positionOf(no: number, second: number, now: number): LivePosition {
  const turn = no * 2.399963
  return {
    no,
    lonE6: Math.round(108_500_000 + 9_000_000 * Math.sin(turn) * ((no % 97) / 97) + second * 180),
    latE6: Math.round(
      33_500_000 + 7_000_000 * Math.cos(turn) * ((no % 89) / 89) + second * 90 * Math.sign(Math.sin(no)),
    ),
    datum: 'wgs84',
    speed: 620 + (no % 100),
    heading: (no * 7 + second) % 360,
    at: now,
    receivedAt: now,
    state: 'moving',
  }
}

/** A socket that tells of all vehicles anew each second, in the frames of the product. */
async function openFeed(count: number) {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: offered => [...offered][0] ?? false,
  })
  await once(server, 'listening')
  let second = 0
  const told = { frames: 0 }
  server.on('connection', ws => {
    let isWhole = true
    const tell = (): void => {
      const at = Math.floor(Date.now() / 1000) * 1000
      const positions = Array.from({ length: count }, (_, n) => positionOf(n + 1, second, at))
      ws.send(writeLiveFrame({ isWhole, at, positions, gone: [] }))
      told.frames++
      isWhole = false
    }
    ws.once('message', tell)
    const timer = setInterval(() => {
      second++
      if (!isWhole) tell()
    }, 1000)
    ws.on('close', () => clearInterval(timer))
    ws.on('error', () => {})
  })
  const address = server.address()
  return {
    told,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const ws of server.clients) ws.terminate()
      server.close()
    },
  }
}

/** The page of the map whose list and socket know so many vehicles. */
async function openMap(portal: Portal, count: number, port: number): Promise<Page> {
  const signedIn = await pageAt(portal, 'admin')
  const state = await signedIn.context().storageState()
  await signedIn.context().close()
  const context = await portal.browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: state,
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.addInitScript(to => {
    const Socket = globalThis.WebSocket
    globalThis.WebSocket = class extends Socket {
      constructor(url: string | URL, protocols?: string | string[]) {
        const at = new URL(url)
        if (at.pathname === '/live') at.port = String(to)
        super(at, protocols)
      }
    }
  }, port)
  const rows = Array.from({ length: count }, (_, n) => trackedOf(n + 1))
  const answerWith = async (path: string, data: object): Promise<void> => {
    await page.route(
      url => url.pathname === path,
      route => route.fulfill({ json: { code: 0, message: '操作成功', data } }),
    )
  }
  await answerWith(listTracked.path, { rows, isMore: false })
  await answerWith(getLive.path, { at: Date.now(), rows: [] })
  await page.goto(`${portal.url}/track/map`)
  await page.getByRole('application', { name: '车辆地图' }).waitFor()
  return page
}

interface Seen extends Worked {
  readonly count: number
  readonly engine: string
  readonly listed: number
}

async function seen(portal: Portal, count: number, forS: number, burden = 0): Promise<Seen> {
  const feed = await openFeed(count)
  const page = await openMap(portal, count, feed.port)
  try {
    // the first frames place the map and compile what the others use
    await page.waitForTimeout(6000)
    if (burden > 0)
      await page.evaluate(ms => {
        setInterval(() => {
          for (const end = performance.now() + ms; performance.now() < end;);
        }, 1000)
      }, burden)
    const before = feed.told.frames
    const worked = await traced(portal.browser, page, forS)
    if (count > 0 && feed.told.frames - before < forS - 3)
      throw new Error(`only ${feed.told.frames - before} frames came`)
    const listed = await page
      .getByRole('toolbar', { name: '按状态筛选' })
      .getByRole('button', { name: /^全部/ })
      .innerText()
    const engine = await page.getByRole('application', { name: '车辆地图' }).getAttribute('data-engine')
    return { ...worked, count, engine: engine ?? '', listed: Number(/\d+/.exec(listed.replaceAll(',', ''))?.[0]) }
  } finally {
    await page.context().close()
    feed.close()
  }
}

const p = (values: readonly number[], q: number): string => quantile(values, q).toFixed(2)

function said({
  count,
  scriptOfFrames,
  scriptOfSeconds,
  scriptMs,
  restMs,
  long,
  longByClock,
  seconds: forS,
}: Seen): string {
  return `${count} 辆：每帧脚本 p50 ${p(scriptOfFrames, 0.5)}、p95 ${p(scriptOfFrames, 0.95)}、最多 ${p(scriptOfFrames, 1)} ms（${scriptOfFrames.length} 帧），每秒脚本 p50 ${p(scriptOfSeconds, 0.5)}、p95 ${p(scriptOfSeconds, 0.95)} ms；主线程脚本 ${(scriptMs / forS).toFixed(1)} ms/秒、绘制等其余 ${(restMs / forS).toFixed(1)} ms/秒；长任务 ${long.length}（按时钟 ${longByClock}）`
}

async function figuresOf(portal: Portal): Promise<Figure[]> {
  const none = await seen(portal, 0, 20)
  const few = await seen(portal, 100, 20)
  const whole = await seen(portal, most / 2, 20)
  const all = await seen(portal, most, seconds)
  const heavy = await seen(portal, 0, 20, burdenMs)
  for (const each of [none, few, whole, all]) console.log(said(each))
  return [
    {
      name: `实时监控 ${most} 辆全部移动：每帧脚本 p95`,
      value: quantile(all.scriptOfFrames, 0.95),
      unit: 'CPU 毫秒',
      baseline: `0 辆 ${p(none.scriptOfFrames, 0.95)}，100 辆 ${p(few.scriptOfFrames, 0.95)}`,
      goal: '≤ 1',
      reached: quantile(all.scriptOfFrames, 0.95) <= 1 && all.listed === most,
      detail: `p50 ${p(all.scriptOfFrames, 0.5)}，最多 ${p(all.scriptOfFrames, 1)}；引擎 ${all.engine}（软件绘制）`,
    },
    {
      name: `${seconds} 秒内超过 50 ms 的任务`,
      value: all.long.length,
      unit: '个（CPU）',
      baseline: `0 辆 ${none.long.length}，100 辆 ${few.long.length}，${most / 2} 辆 ${whole.long.length}（20 秒）`,
      goal: '= 0',
      reached: all.long.length === 0,
      detail: `最长 ${Math.max(0, ...all.long).toFixed(0)} ms；按时钟 ${all.longByClock}`,
    },
    {
      name: `对照：每秒加 ${burdenMs} ms 的负担，20 秒内长任务`,
      value: heavy.long.length,
      unit: '个',
      goal: '≥ 10',
      reached: heavy.long.length >= 10,
    },
  ]
}

export const trackMapBench: Bench = {
  name: 'trackMap',
  run: async () => {
    const portal = await startPortal()
    try {
      return await figuresOf(portal)
    } finally {
      await portal.stop()
    }
  },
}
