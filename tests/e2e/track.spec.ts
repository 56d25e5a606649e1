// Journeys of the map: the carrier finds a vehicle in list and on the map and plays its trail; a shipper sees its own span
// and nothing else; the map service is asked with the token of the sign-in.
import { listTracked } from '@yunshu/contract/track/map'
import { alarmBits } from '@yunshu/jt808/alarms'
import { hourOf, writeSegment } from '@yunshu/track/segment'
import { withClient } from '@yunshu/postgres/withClient'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { startCopy } from './seed.ts'
import { front, journey, rowOf, useProduct } from './visitor.ts'

let database = ''
useProduct(async seed => {
  const product = await startCopy(seed, { MAP_PROVIDER: 'tianditu', MAP_KEY: 'journey-map-key', TRACKING: 'off' })
  database = product.database ?? ''
  return product
})

/** Positions of the last full hour for a vehicle, its last one of this minute. */
async function report(no: number, vehicleId: string): Promise<{ from: number; to: number }> {
  const now = Date.now()
  const hourAt = hourOf(now) - 3_600_000
  const points = Array.from({ length: 300 }, (_, i) => ({
    at: hourAt + i * 5000 + (i > 150 ? 1_900_000 : 0),
    lonE6: 109_000_000 + i * 1500,
    latE6: 34_300_000 + i * 400,
    speed: i % 50 < 40 ? 620 : 0,
    heading: 75,
    hasIgnition: true,
    cls: i === 20 ? ('late' as const) : ('good' as const),
    source: '808' as const,
    datum: 'wgs84' as const,
    odometer: undefined,
    // the main power was cut on the way
    alarms: i >= 60 && i < 72 ? 2 ** alarmBits.powerCut.bit : 0,
  }))
  const last = points.at(-1)
  await withClient(database, async client => {
    await client.query(
      "select set_config('app.reach', 'system', false), set_config(name, '00000000-0000-0000-0000-000000000000', false) from unnest(array['app.user', 'app.company', 'app.branch']) as name",
    )
    await client.query(
      `insert into track_segments (track_no, hour_at, month, n, first_at, last_at, min_lon, min_lat, max_lon, max_lat, distance_m, moving_s, datum, payload)
       values ($1, $2, date_trunc('month', now())::date, 300, $3, $4, 109000000, 34300000, 109450000, 34420000, 0, 0, 0, $5) on conflict do nothing`,
      [no, hourAt, hourAt, last?.at, Buffer.from(writeSegment(hourAt, points))],
    )
    await client.query(
      `insert into vehicle_live (track_no, vehicle_id, lon_e6, lat_e6, datum, speed, heading, at, received_at, state, source, rev)
       values ($1, $2, 109300000, 34400000, 0, 620, 75, $3, $3, 1, 0, 1)
       on conflict (track_no) do update set at = $3, received_at = $3, state = 1, speed = 620`,
      [no, vehicleId, now],
    )
  })
  return { from: hourAt, to: hourAt + 3_600_000 }
}

/** The vehicle drives at another speed, 0.1 km/h. */
const drive = (no: number, speed: number): Promise<unknown> =>
  withClient(database, async client => {
    await client.query("select set_config('app.reach', 'system', false)")
    await client.query(
      'update vehicle_live set speed = $2, rev = rev + 1, at = $3, received_at = $3 where track_no = $1',
      [no, speed, Date.now()],
    )
  })

/** 区域查车: a polygon is drawn by presses on the map and asked for once; its link finds the same again. */
async function drawArea(page: Page, plate: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/track/area?centre=109.204,34.352&radius=3000`)
  const area = front(page)
  const ground = area.getByRole('application', { name: '区域地图' })
  await expect.poll(() => ground.getAttribute('data-engine')).toBe('plain')
  await area.getByRole('button', { name: '画多边形' }).click()
  const ask = area.getByRole('button', { name: '查多边形内' })
  const { width = 0, height = 0 } = (await ground.boundingBox()) ?? {}
  for (const [x, y] of [
    [0.3, 0.35],
    [0.7, 0.35],
    [0.5, 0.9],
  ] as const) {
    expect(await ask.isDisabled()).toBe(true)
    await ground.click({ position: { x: width * x, y: height * y } })
  }
  await area.getByText(/^3 个顶点，/).waitFor()
  await ask.click()
  await rowOf(page, plate).waitFor()
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['corners'])
  await page.reload()
  await rowOf(page, plate).waitFor()
  await area.getByRole('button', { name: '去掉条件 多边形' }).waitFor()
}

journey(
  '[SE-05] the carrier finds a vehicle in the list and on the map, which asks its service with the token of the sign-in, and plays its trail',
  async cast => {
    const carrier = await senderOf('carrier')
    const [first] = (await carrier(listTracked, {})).rows
    if (!first) throw new Error('the carrier has no vehicle')
    const span = await report(first.no, first.vehicleId)
    const { page } = await cast.visit('carrier', '/index')
    const tiles: string[] = []
    await page.route(/tianditu\.gov\.cn/, route => {
      tiles.push(route.request().url())
      return route.fulfill({ status: 200, contentType: 'image/png', body: Buffer.alloc(0) })
    })
    await page.goto(`${new URL(page.url()).origin}/track/map`)
    const map = front(page).getByRole('application', { name: '车辆地图' })
    await expect.poll(() => map.getAttribute('data-engine')).toBe('plain')
    // this product listens to no terminals, and says so on these pages alone
    const untracked = page.getByText('本系统没有启用车辆跟踪')
    await untracked.waitFor()
    // the key in use is that of the cookie, which the sign-in wrote
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'baiduAccessToken')?.value
    expect(token).toBe('journey-map-key')
    await expect.poll(() => tiles.length).toBeGreaterThan(0)
    expect(tiles.every(url => new URL(url).searchParams.get('tk') === token)).toBe(true)
    // state, search and the vehicle looked at stand in the address
    await front(page).getByRole('button', { name: /^行驶/ }).click()
    await front(page).getByLabel('搜索车辆').fill(first.plate)
    const row = front(page)
      .getByRole('list', { name: '车辆' })
      .getByRole('button', { name: new RegExp(first.plate) })
    await row.getByText('62 km/h').waitFor()
    // the socket tells of a change by itself
    await drive(first.no, 710)
    await row.getByText('71 km/h').waitFor()
    await drive(first.no, 620)
    await row.getByText('62 km/h').waitFor()
    await row.click()
    const card = front(page).getByRole('region', { name: `车辆 ${first.plate}` })
    await card.getByText('62 km/h').waitFor()
    expect(new URL(page.url()).searchParams.get('no')).toBe(String(first.no))
    await page.reload()
    await card.waitFor()
    await card.getByRole('link', { name: '轨迹回放' }).click()
    // a link reproduces span, moment and speed
    const at = span.from + 900_000
    await page.goto(
      `${new URL(page.url()).origin}/track/playback/${first.vehicleId}?from=${span.from}&to=${span.to}&at=${at}&speed=64`,
    )
    const desk = front(page).getByRole('region', { name: '回放控制' })
    await desk.getByText(/1 段无信号/).waitFor()
    await desk.getByRole('button', { name: /终端报警 主电源掉电$/ }).waitFor()
    expect(await desk.getByLabel('播放时刻').inputValue()).toBe(String(at))
    expect(await desk.getByLabel('回放速度').inputValue()).toBe('64')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      desk.getByRole('button', { name: '导出 CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`轨迹_${first.plate}.csv`)
    await desk.getByRole('button', { name: '播放' }).click()
    await expect.poll(async () => Number(await desk.getByLabel('播放时刻').inputValue())).toBeGreaterThan(at)
    await desk.getByRole('button', { name: '暂停' }).click()
    const held = await desk.getByLabel('播放时刻').inputValue()
    await expect.poll(() => new URL(page.url()).searchParams.get('at')?.slice(0, -3)).toBe(held.slice(0, -3))
    const { pathname: played } = new URL(page.url())
    await drawArea(page, first.plate)
    // the same link in the hands of a company that has nothing to do with the vehicle finds nothing
    const other = await cast.visit('shipper6', played)
    await front(other.page).getByRole('alert').waitFor()
    // the console tells of the 404, which is the answer that was looked for
    cast.forgetComplaints()
  },
)
