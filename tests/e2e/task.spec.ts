// Journeys of tasks: a shipper sends, carriers answer, hand down and send vehicles; each sees its part without
// reloading.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  actOn,
  addressOf,
  front,
  goInside,
  heard,
  held,
  journey,
  message,
  pointedAt,
  rowOf,
  settled,
  useProduct,
} from './visitor.ts'

useProduct()

const phone = { viewport: { width: 390, height: 844 } }
const stateOf = (page: Page, taskNo: string) => rowOf(page, taskNo).locator('.ys-tag').first().textContent()
const card = (page: Page, taskNo: string) => front(page).locator('.ys-card').filter({ hasText: taskNo })
/** Vehicles that can be sent, the most fit first. */
const free = (page: Page) => front(page).getByRole('list', { name: '车辆', exact: true }).locator('button:enabled')

/**
 * Sends parts of the first goods counted by truck to 顺达, one truck each; answers the numbers of the tasks, which the
 * dialog in front holds.
 */
async function sendTasks(page: Page, count: number): Promise<string[]> {
  await actOn(rowOf(page, '顺达'), '派任务')
  await settled(page)
  expect(addressOf(page)).toMatch(/^\/tasks\/publish\/[0-9a-f-]{36}$/)
  const goods = front(page)
    .getByRole('listitem', { name: /^货源 HY/ })
    .filter({ hasText: /剩余 \d+ 车/ })
  await goods.nth(count - 1).waitFor()
  for (let n = 0; n < count; n++) {
    await goods.nth(n).getByRole('checkbox').check()
    await goods
      .nth(n)
      .getByLabel('派单数量(车)')
      .fill(n === 0 ? '9999' : '1')
  }
  // more than there is stands at its field, and nothing can be sent
  await goods
    .first()
    .getByText(/^不能超过剩余数量 \d+ 车$/)
    .waitFor()
  const send = front(page).getByRole('button', { name: `发布任务（${count} 个）` })
  expect(await send.isDisabled()).toBe(true)
  await goods.first().getByLabel('派单数量(车)').fill('1')
  await front(page).getByLabel('备注').fill('到场前一小时联系')
  await send.click()
  const sent = page.getByRole('dialog', { name: '任务已发布' })
  await sent
    .getByRole('listitem')
    .nth(count - 1)
    .waitFor()
  return (await sent.getByRole('listitem').allTextContents()).map(text => /RW\d+/.exec(text)?.[0] ?? '')
}

journey(
  '[RT-04] [BZ-03] [PU-07] a shipper sends tasks; the carrier hears of them on another page, takes one, refuses one, and one is withdrawn under its eyes',
  async cast => {
    const shipper = await cast.visit('shipper', '/relation/carriers')
    const carrier = await cast.visit('carrier', '/vehicle/list')
    const [taken = '', refused = '', withdrawn = ''] = await sendTasks(shipper.page, 3)
    // the notices of the carrier stand eight seconds
    const notice = carrier.page.getByRole('alert').filter({ hasText: taken })
    const isTitled = heard(notice.getByText('新任务'))
    await notice.getByText(taken).click()
    await isTitled()
    await shipper.page.getByRole('dialog', { name: '任务已发布' }).getByRole('link', { name: '查看已发任务' }).click()
    await settled(shipper.page)
    expect(await stateOf(shipper.page, taken)).toBe('待接单')
    await rowOf(shipper.page, taken)
      .getByText(/^23 小时 \d+ 分$/)
      .waitFor()
    expect(
      await rowOf(shipper.page, taken).innerText(),
      'what the carrier gets is none of the shipper’s business',
    ).not.toContain('元/车')

    await rowOf(carrier.page, taken).waitFor()
    expect(addressOf(carrier.page)).toBe(`/TaskList?pane=tasks&text=${taken}`)
    await actOn(rowOf(carrier.page, taken), '接单')
    await message(carrier.page, '已接单').waitFor()
    await (await pointedAt(rowOf(carrier.page, taken))).getByRole('link', { name: '派车' }).waitFor()

    await goInside(carrier.page, '/TaskList?pane=tasks')
    await actOn(rowOf(carrier.page, refused), '拒绝')
    const why = carrier.page.getByRole('dialog', { name: `拒绝任务 ${refused}` })
    expect(await why.getByRole('button', { name: '拒绝任务' }).isDisabled()).toBe(true)
    await why.getByLabel('原因').fill('车辆本周排满')
    await why.getByRole('button', { name: '拒绝任务' }).click()
    await message(carrier.page, '已拒绝').waitFor()
    await expect.poll(() => stateOf(carrier.page, refused)).toBe('已拒绝')

    // the shipper's list follows by itself
    await goInside(shipper.page, '/TaskList')
    await expect.poll(() => stateOf(shipper.page, taken)).toBe('已接单')
    await expect.poll(() => stateOf(shipper.page, refused)).toBe('已拒绝')
    await actOn(rowOf(shipper.page, withdrawn), '撤回')
    await shipper.page
      .getByRole('dialog', { name: `撤回任务 ${withdrawn}` })
      .getByRole('button', { name: '撤回任务' })
      .click()
    await message(shipper.page, '任务已撤回').waitFor()
    await expect.poll(() => stateOf(carrier.page, withdrawn)).toBe('已撤回')
    expect(await (await pointedAt(rowOf(carrier.page, withdrawn))).getByRole('button', { name: '接单' }).count()).toBe(
      0,
    )
  },
)

journey(
  '[RT-07] [BZ-04] a carrier hands part of a task down; the next takes it on a phone and sends a truck; the first sees the progress, the next never its price',
  async cast => {
    // the page opens where something waits: the tabs of its list tell how much, and each other pane beside its name
    const first = await cast.visit('carrier', '/TaskList')
    const panes = front(first.page).getByLabel('任务视图')
    await panes.getByText(/^可接货源\s*\d+\+?$/).waitFor()
    expect(await panes.locator('.ant-segmented-item-selected').innerText()).toBe('我的任务')
    await front(first.page)
      .getByRole('tab', { name: /^全部\s*[1-9]\d*$/ })
      .waitFor()
    await goInside(first.page, '/TaskList?pane=tasks&state=accepted')
    const next = await cast.visit('carrier2', '/vehicle/list', phone)
    await actOn(rowOf(first.page, '动力煤').first(), '转派')
    await settled(first.page)
    expect(addressOf(first.page)).toMatch(/^\/waybill\/release\/appoint\//)
    const own = /本公司单价：?\s*([\d.]+) 元/.exec(await front(first.page).innerText())?.[1] ?? ''
    expect(Number(own)).toBeGreaterThan(100)
    await front(first.page).getByRole('combobox', { name: '承运商' }).fill('鲁通')
    await first.page.locator('.ant-select-item-option').filter({ hasText: '山东鲁通物流有限公司' }).click()
    await front(first.page).getByLabel('转派数量').fill('33')
    await front(first.page).getByLabel('转派单价').fill('9999')
    await front(first.page).getByText(`不能高于本公司承运单价 ${own}`).waitFor()
    const confirm = front(first.page).getByRole('button', { name: '确认转派' })
    expect(await confirm.isDisabled()).toBe(true)
    await front(first.page).getByLabel('转派单价').fill('201.5')
    const stays = held(next.page.getByRole('alert').filter({ hasText: '新任务' }))
    await confirm.click()
    // no dialog that has to be put away: the page says who has it now
    const done = message(first.page, /已转派：任务 RW\d+ 等待山东鲁通物流有限公司接单/)
    const taskNo = /RW\d+/.exec(await done.innerText())?.[0] ?? ''
    const part = front(first.page)
      .getByRole('region', { name: '转派记录' })
      .getByRole('row')
      .filter({ hasText: taskNo })
    await part.getByText('待接单').waitFor()

    await stays()
    await next.page.getByRole('alert').filter({ hasText: taskNo }).getByText(taskNo).click()
    await card(next.page, taskNo).getByRole('button', { name: '接单' }).click()
    await card(next.page, taskNo).getByRole('link', { name: '派车' }).waitFor()
    const seen = await card(next.page, taskNo).innerText()
    expect(seen).toContain('201.50')
    expect(seen, 'what the first carrier gets').not.toContain(own)
    await part.getByText('已接单').waitFor()

    await card(next.page, taskNo).getByRole('link', { name: '派车' }).click()
    await settled(next.page)
    await free(next.page).first().click()
    // the plan and its button stand in view on a phone, wherever the list is
    const plan = front(next.page).getByRole('list', { name: '已选车辆' })
    for (const part of [plan, front(next.page).getByRole('button', { name: '确认派车（1 车）' })])
      await expect
        .poll(() => part.evaluate(element => element.getBoundingClientRect().bottom <= innerHeight))
        .toBe(true)
    const line = front(next.page).getByRole('group', { name: /^第 1 车 / })
    await line.getByLabel('数量(吨)').fill('30')
    // its debts pass the limit of the house: they are confirmed before a truck is sent
    expect(await front(next.page).getByRole('button', { name: '确认派车（1 车）' }).isDisabled()).toBe(true)
    await front(next.page)
      .getByRole('checkbox', { name: /^欠款超过上限/ })
      .check()
    await front(next.page).getByRole('button', { name: '确认派车（1 车）' }).click()
    const made = front(next.page).getByRole('region', { name: '已派车' })
    await made.getByText('任务还剩 3.000 吨').waitFor()
    await made.getByRole('listitem').getByRole('link').click()
    await front(next.page)
      .getByRole('heading', { name: /^运单 YD/ })
      .waitFor()
    expect(await front(next.page).innerText()).not.toContain(own)

    // one waybill, under way, none signed: told without a reload, with what it brings
    await part.getByText('派车中').waitFor()
    await part.getByText('1 / 1 / 0').waitFor()
    await part.getByText('3.000 / 33.000 吨', { exact: true }).waitFor()
    const house = await cast.visit('admin', `/TaskList?text=${taskNo}`)
    await rowOf(house.page, taskNo).getByText('派车中').waitFor()
  },
)

journey(
  'two dispatchers send vehicles for what is left of one task at the same moment: one wins, the other reads what is left and loses nothing it typed',
  async cast => {
    const one = await cast.visit('carrier', '/TaskList?pane=tasks&state=sent')
    const waiting = rowOf(one.page, '2 / 2 车').first()
    const taskNo = /RW\d+/.exec(await waiting.innerText())?.[0] ?? ''
    await actOn(waiting, '接单')
    await message(one.page, '已接单').waitFor()
    await goInside(one.page, `/TaskList?pane=tasks&text=${taskNo}`)
    await actOn(rowOf(one.page, taskNo), '派车')
    await settled(one.page)
    const two = await cast.visit('carrier', addressOf(one.page))
    const fill = async (page: Page, from: number): Promise<void> => {
      await free(page).nth(3).waitFor()
      // one driver may be the usual one of two vehicles, and drives one of them only
      const drivers = (await free(page).allInnerTexts()).map(text => /([^\s\d]+) [ABC]\d/.exec(text)?.[1])
      const apart = drivers.flatMap((driver, n) => (driver !== undefined && drivers.indexOf(driver) === n ? [n] : []))
      expect(apart.length).toBeGreaterThanOrEqual(4)
      // the list stands still while vehicles are chosen: chosen ones stay where they are
      for (const n of apart.slice(from, from + 2)) await free(page).nth(n).click()
      await front(page).getByText('本次派 2 车').waitFor()
    }
    await fill(one.page, 0)
    await fill(two.page, 2)
    // a carrier told first that nothing is left cannot press any more, which is as good
    const press = (page: Page) =>
      Promise.any([
        front(page).getByRole('button', { name: '确认派车（2 车）' }).click(),
        front(page).getByText('超出剩余 2 车').waitFor(),
      ])
    await Promise.all([press(one.page), press(two.page)])
    const hasWon = (page: Page) => front(page).getByRole('region', { name: '已派车' }).isVisible()
    await expect.poll(async () => [await hasWon(one.page), await hasWon(two.page)].filter(Boolean).length).toBe(1)
    const loser = (await hasWon(one.page)) ? two.page : one.page
    await front(loser).getByText('超出剩余 2 车').waitFor()
    expect(await front(loser).getByRole('heading', { name: '派车明细（2 车）' }).count()).toBe(1)
    expect(
      await front(loser)
        .getByRole('group', { name: /^第 \d 车 / })
        .count(),
    ).toBe(2)
    expect(await front(loser).getByRole('button', { name: '确认派车（2 车）' }).isDisabled()).toBe(true)
  },
)
