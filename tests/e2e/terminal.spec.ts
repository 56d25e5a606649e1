// The journey of a truck with a terminal of its own: bound, on the map, looked after where its arrival was entered
// elsewhere, in the circle, and taken by a person. The terminal speaks with the gateway on its port, as one in a cab does.
import { getFences, saveFence } from '@yunshu/contract/fence/fence'
import { addTerminal, getTerminal, listTerminals, moveTerminal } from '@yunshu/contract/terminal/terminal'
import { getWaybill, type WaybillDetail } from '@yunshu/contract/waybill/details'
import { stepBackWaybill } from '@yunshu/contract/waybill/life'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { HOUR_MS, MINUTE_MS, shortDateTime } from '@yunshu/domain/figures/time'
import { freePort } from '@yunshu/postgres/postmaster'
import type { Place } from '@yunshu/track/datum'
import { placeFrom } from '@yunshu/track/geometry'
import { withClient } from '@yunshu/postgres/withClient'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { locationOf, Terminal808, type Said } from '../server/terminal808.ts'
import { senderOf, type Sender } from './calls.ts'
import { startWhole } from './seed.ts'
import { actOn, addressOf, front, goInside, heard, held, journey, message, rowOf, useProduct } from './visitor.ts'

let port = 0,
  database = ''
useProduct(async seed => {
  port = await freePort()
  const paces = { TRACK_FLUSH_S: '1', TRACK_LOOK_S: '1' }
  const product = await startWhole(seed, { TRACKING: 'on', GATEWAY_PORT: String(port), ...paces })
  database = product.database ?? ''
  return product
})

/** The minute is over in which companies hear one number: the product told those of the demo when it started. */
const minutePasses = (): Promise<unknown> =>
  withClient(database, async client => {
    await client.query("select set_config('app.reach', 'system', false)")
    await client.query('update abnormal_told set at = at - 60000')
  })

const plant = { lonE6: 112_838_510, latE6: 32_694_330 }

/** A waybill of the carrier and the shipper that is on the road since more than an hour, and its truck. */
async function onRoad(carrier: Sender, shipper: Sender): Promise<WaybillDetail> {
  const own = new Set((await shipper(listWaybills, { state: 'inTransit', limit: 100 })).rows.map(({ id }) => id))
  for (const { id } of (await carrier(listWaybills, { state: 'inTransit', limit: 100 })).rows) {
    if (!own.has(id)) continue
    const waybill = await carrier(getWaybill, { id })
    const loadedAt = waybill.times.find(({ state }) => state === 'inTransit')?.at ?? Infinity
    if (loadedAt < Date.now() - HOUR_MS) return waybill
  }
  throw new Error('no waybill of both is on the road')
}

/** The truck's terminal of the demo is taken out. */
async function freed(carrier: Sender, plate: string): Promise<void> {
  for (const { id } of (await carrier(listTerminals, { text: plate, limit: 20 })).rows) {
    const { version } = await carrier(getTerminal, { id })
    await carrier(moveTerminal, { id, version, move: 'unbind', reason: '换新终端' })
  }
}

/**
 * The centre of the circle around the place of unloading, drawn where there is none: one that is changed now counts for
 * nothing that was before.
 */
async function circleOf(shipper: Sender, goodsId: string): Promise<Place> {
  const { places } = await shipper(getFences, { goodsId })
  const unload = places.find(one => one.kind === 'unload')
  if (unload === undefined) throw new Error('the goods are unloaded nowhere')
  const { kind, pointNo, fence } = unload
  if (fence !== undefined) return fence.centre
  await shipper(saveFence, { goodsId, kind, pointNo, centre: plant, radius: 500, slots: [], isOn: true })
  return plant
}

const seconds = (at: number): number => Math.floor(at / 1000) * 1000

/** The way to a place and a stand of 18 minutes in its circle. */
function wayIn(enteredAt: number, place: Place): Said[] {
  const approach = Array.from({ length: 20 }, (_, n): Said => ({
    at: enteredAt - (20 - n) * 30_000,
    place: placeFrom(place, (n - 20) * 500 - 400, 0),
    speed: 600,
  }))
  const stood = Array.from({ length: 36 }, (_, n): Said => ({
    at: enteredAt + n * 30_000,
    place: placeFrom(place, n % 3, 0),
  }))
  return [...approach, ...stood]
}

/** A quarter of an hour nine kilometres away, until five minutes ago. */
const faraway = (place: Place): Said[] =>
  Array.from({ length: 31 }, (_, n): Said => ({
    at: seconds(Date.now()) - (20 - n / 2) * MINUTE_MS,
    place: placeFrom(place, -9000, n % 3),
  }))

/** Registers a terminal and puts it into the truck, on its page. */
async function bind(page: Page, carrier: Sender, phone: string, plate: string): Promise<void> {
  const { id } = await carrier(addTerminal, { terminalPhone: phone, maker: 'DEMO' })
  await goInside(page, `/terminal/details/${id}`)
  await front(page).getByRole('button', { name: '绑定车辆' }).click()
  const drawer = page.getByRole('dialog', { name: `绑定车辆 ${phone}` })
  await drawer.getByRole('combobox', { name: '车辆' }).fill(plate)
  await page.locator('.ant-select-dropdown:visible').getByTitle(new RegExp(plate)).click()
  await drawer.getByRole('button', { name: '绑定', exact: true }).click()
  await message(page, '已绑定').waitFor()
}

const stateOn = (page: Page, label: string) => front(page).locator('.ys-hero').getByText(label, { exact: true })

journey(
  '[BZ-10] [RT-30] [PU-06] a truck is bound and moves on the map; an arrival entered elsewhere is found, counted in the menu, told and handled; the one its circle proves is taken by a person with the proven time',
  async cast => {
    const [carrier, shipper] = [await senderOf('carrier'), await senderOf('shipper')]
    const waybill = await onRoad(carrier, shipper)
    const { plate, id, waybillNo } = waybill
    const yard = await circleOf(shipper, waybill.goodsId)
    await freed(carrier, plate)
    const { page } = await cast.visit('carrier', '/index')
    await bind(page, carrier, '13900007712', plate)

    // on the map it moves
    const speech = { phone: '13900007712', plate, plateColor: Number(waybill.plateColor) }
    // the portal waits for no gateway
    await expect.poll(() => Terminal808.connect(port, speech).then(one => one.destroy(), String)).toBeUndefined()
    const device = await Terminal808.connect(port, speech)
    await device.enter()
    await device.replied(device.report({ at: seconds(Date.now()), place: placeFrom(yard, -9000, 0), speed: 620 }))
    await goInside(page, '/track/map')
    await front(page).getByLabel('搜索车辆').fill(plate)
    const row = front(page)
      .getByRole('list', { name: '车辆' })
      .getByRole('button', { name: new RegExp(plate) })
    await row.getByText('62 km/h').waitFor()
    // positions on the map are told each second, the rest each tenth
    await row.click()
    await device.replied(
      device.report({ at: seconds(Date.now()) + 1000, place: placeFrom(yard, -8980, 0), speed: 280 }),
    )
    await row.getByText('28 km/h').waitFor()

    // asked where it is, it says so on its own page
    const [terminal] = (await carrier(listTerminals, { text: speech.phone, limit: 1 })).rows
    await goInside(page, `/terminal/details/${terminal?.id ?? ''}`)
    await front(page).getByRole('button', { name: '点名', exact: true }).click()
    const { serial } = await device.until(() => device.frames.find(frame => frame.id === 0x8201))
    const here = { at: seconds(Date.now()), place: placeFrom(yard, -8980, 0), speed: 280 }
    device.say({ kind: 'locationAnswer', value: { serial, location: locationOf(here) } })
    await front(page).getByText('速度(km/h) 28.0').waitFor()

    // somebody entered the arrival a quarter of an hour ago, while the truck was nine kilometres away
    await Promise.all(device.reportKept(faraway(yard)).map(serial => device.replied(serial)))
    await goInside(page, `/waybill/details/${id}`)
    const notice = page.getByRole('alert').filter({ hasText: /\d+ 辆车定位异常，点击查看/ })
    const isTold = held(notice)
    const { version: departed } = await carrier(getWaybill, { id })
    const at = seconds(Date.now() - 14 * MINUTE_MS)
    await carrier(moveWaybill, { id, version: departed, move: 'arriveUnload', at })
    // it is found, told, counted at the entry of the menu, and handled; the page of the waybill comes up to date with it
    await minutePasses()
    await isTold()
    await stateOn(page, '已到卸货地').waitFor()
    await notice
      .getByText(/点击查看/)
      .last()
      .click()
    await expect.poll(() => addressOf(page)).toMatch(/^\/DriverLocationException/)
    await goInside(page, `/DriverLocationException?text=${encodeURIComponent(plate)}`)
    const found = front(page).getByRole('row').filter({ hasText: '围栏外装卸' })
    await found.waitFor()
    const entry = page.getByRole('navigation', { name: '侧边菜单' }).getByRole('link', { name: '异常定位' })
    // the entry counts the rows of the tab it leads to
    await goInside(page, '/DriverLocationException')
    const waiting = front(page).getByRole('tab', { name: /^待处理/ })
    const marked = async () => /^(\d+) 条定位异常待处理$/.exec((await entry.getAttribute('title')) ?? '')?.[1]
    await expect.poll(async () => (await waiting.textContent()) === `待处理${await marked()}`).toBe(true)
    await goInside(page, `/DriverLocationException?text=${encodeURIComponent(plate)}`)
    await found.waitFor()
    // chosen in the list, it is said what will be done before it is
    await front(page)
      .getByRole('checkbox', { name: `选择 ${plate} 围栏外装卸` })
      .check()
    await front(page).getByRole('region', { name: '批量操作' }).getByRole('button', { name: '认领' }).click()
    const batch = page.getByRole('dialog', { name: '批量认领' })
    await batch.getByText('将认领 1 条。').waitFor()
    await batch.getByRole('button', { name: '认领 1 条' }).click()
    await found.getByText('处理中').waitFor()
    // a call is written down beside it, and a text goes to the terminal of the truck
    await found
      .getByRole('button', { name: new RegExp(plate) })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: `${plate} 围栏外装卸` })
    await drawer.getByRole('button', { name: '电话记录' }).click()
    const call = page.getByRole('dialog', { name: `电话记录 ${plate}` })
    await call.getByLabel('通话内容').fill('司机说点错了')
    await call.getByRole('button', { name: '登记', exact: true }).click()
    await drawer.getByText('司机说点错了').waitFor()
    await drawer.getByText('终端在线').waitFor()
    await drawer.getByRole('button', { name: '文本下发' }).click()
    const words = page.getByRole('dialog', { name: `文本下发 ${plate}` })
    await words.getByLabel('内容').fill('到卸货地再点到达')
    await words.getByRole('button', { name: '下发', exact: true }).click()
    await device.until(() => device.frames.find(frame => frame.id === 0x8300))
    await drawer.getByRole('button', { name: /关闭|Close/ }).click()
    await actOn(found, '处理')
    const dialog = page.getByRole('dialog', { name: new RegExp(`处理 ${plate}`) })
    await dialog.getByRole('textbox').fill('已联系司机，提前点了到达')
    await dialog.getByRole('button', { name: '处理', exact: true }).click()
    await found.getByText('已处理').waitFor()
    // the driver presses the button: it is told at once, and the truck stands first on the map
    const help = page.getByText(`${plate} `).filter({ hasText: /报紧急报警，请立即联系司机/ })
    const isCalled = heard(help.last())
    const now = seconds(Date.now())
    await device.replied(device.report({ at: now, place: placeFrom(yard, -8980, 0), speed: 0, alarm: 1 }))
    await isCalled()
    await goInside(page, '/track/map?state=help')
    await row.getByText('紧急报警', { exact: true }).waitFor()
    // its record leads to the abnormal position people answer it by, which leads back
    await goInside(page, `/track/alarms?text=${encodeURIComponent(plate)}`)
    await rowOf(page, '紧急报警').getByRole('link', { name: '待处理' }).click()
    const called = page.getByRole('dialog', { name: `${plate} 紧急报警` })
    await called.getByRole('link', { name: '当天终端报过的报警' }).click()
    await rowOf(page, '紧急报警').waitFor()
    expect(await page.getByText('本系统没有启用车辆跟踪').count()).toBe(0)
    const { version } = await carrier(getWaybill, { id })
    const admin = await senderOf('admin')
    await admin(stepBackWaybill, { id, version, reason: '司机误点到达' })

    // the circle proves an arrival of before that: a message, the list, the page, and one press of a person
    const enteredAt = seconds(Date.now() - 45 * MINUTE_MS)
    const isProven = heard(page.getByText(`运单 ${waybillNo}（${plate}）`).last())
    await Promise.all(device.reportKept(wayIn(enteredAt, yard)).map(serial => device.replied(serial)))
    await isProven()
    await goInside(page, '/waybill/list?question=arrival')
    await rowOf(page, waybillNo).getByText('围栏已证明到达').waitFor()
    await goInside(page, `/waybill/details/${id}`)
    await front(page).getByRole('note').getByText('围栏已证明到达卸货地').waitFor()
    const { arrival } = await carrier(getWaybill, { id })
    const proven = shortDateTime(arrival?.at ?? 0, Date.now())
    await front(page)
      .getByRole('button', { name: `采用 到达卸货地 ${proven}` })
      .click()
    await message(page, '已按围栏时间登记到达').waitFor()
    await stateOn(page, '已到卸货地').waitFor()
    const { times } = await carrier(getWaybill, { id })
    expect(times.find(({ state }) => state === 'arrived')?.at).toBe(arrival?.at)
    expect(Math.abs((arrival?.at ?? 0) - enteredAt)).toBeLessThan(2 * MINUTE_MS)
    device.destroy()
  },
)
