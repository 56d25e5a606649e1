// Journeys through the looks of a list: saved views, columns by mouse and keyboard, and a phone.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { deskGoals, shareOfCards } from './deskFigures.ts'
import { fromMenu, heading, isLoaded, list } from './listPage.ts'
import { addressOf, drawn, front, goInside, home, journey, settled, useProduct } from './visitor.ts'

useProduct()

const headings = async (page: Page) =>
  (await front(page).locator('.ys-grid').getByRole('columnheader').allTextContents()).filter(text => text !== '')

const viewButton = (page: Page) => front(page).getByRole('button', { name: /^视图/ })
const menu = (page: Page) => page.locator('.ys-views:visible')

/** Waits until the server has kept a setting that holds a text. */
const kept = (page: Page, key: string, text = '') =>
  page.waitForResponse(response => {
    const sent = new URLSearchParams(response.request().postData() ?? '')
    return (
      response.url().endsWith('/auth/v1/user/settings') &&
      sent.get('key') === key &&
      (sent.get('value') ?? '').includes(text)
    )
  })

journey(
  'a view keeps filter and columns, opens first when told to, is renamed, and comes back after it was deleted',
  async cast => {
    const { page } = await cast.visit('shipper2', `${list}?state=finished&driver=${encodeURIComponent('王')}`)
    await isLoaded(page)
    const chips = front(page).getByRole('list', { name: '已选条件' })
    await chips.getByText('司机：王').waitFor()
    await fromMenu(page, '列设置')
    await page.getByRole('checkbox', { name: '车辆 / 司机', exact: true }).uncheck()
    await heading(page, '车辆 / 司机').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await viewButton(page).click()
    await menu(page).getByLabel('新视图名称').fill('王师傅')
    await menu(page).getByRole('button', { name: '保存', exact: true }).click()
    await menu(page)
      .getByRole('button', { name: '王师傅', exact: true })
      .and(page.locator('[aria-pressed=true]'))
      .waitFor()
    // the same name is refused where it is typed
    await menu(page).getByLabel('新视图名称').fill('王师傅')
    await menu(page).getByText('已有同名视图').waitFor()
    await menu(page).getByLabel('新视图名称').fill('')
    await menu(page).getByRole('button', { name: '改名 王师傅' }).click()
    await menu(page).getByLabel('视图名称').fill('王师傅已完成')
    await menu(page).getByRole('button', { name: '改名', exact: true }).click()
    const saved = kept(page, 'views', '"first"')
    await menu(page).getByRole('button', { name: '默认打开 王师傅已完成' }).click()
    await saved

    // a bare address opens with it; filters that were cleared stay cleared
    await page.goto(home + list)
    await chips.getByText('司机：王').waitFor()
    await isLoaded(page)
    expect(await heading(page, '车辆 / 司机').count()).toBe(0)
    expect(
      await front(page)
        .getByRole('tab', { name: /^已完成/ })
        .getAttribute('aria-selected'),
    ).toBe('true')
    await viewButton(page).click()
    await menu(page).getByRole('button', { name: '全部（不带条件）' }).click()
    await chips.waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe(list)

    // deleted, taken back, deleted
    await menu(page).getByRole('button', { name: '删除 王师傅已完成' }).click()
    await menu(page).getByText('已删除“王师傅已完成”').waitFor()
    expect(await menu(page).getByRole('button', { name: '王师傅已完成', exact: true }).count()).toBe(0)
    await menu(page).getByRole('button', { name: '撤销' }).click()
    await menu(page).getByRole('button', { name: '王师傅已完成', exact: true }).click()
    await chips.getByText('司机：王').waitFor()
    const gone = kept(page, 'views')
    await menu(page).getByRole('button', { name: '删除 王师傅已完成' }).click()
    await gone
    await page.keyboard.press('Escape')
    await chips.getByRole('button', { name: '去掉条件 司机' }).click()
    await chips.waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe(`${list}?state=finished`)
  },
)

journey(
  'columns are moved, widened and pinned without a mouse, drawn wider with one, and the usual ones come back',
  async cast => {
    const { page } = await cast.visit('shipper4', list)
    await isLoaded(page)
    expect((await headings(page)).slice(0, 3)).toEqual(['运单号 / 停留', '状态 / 异常', '装货地 → 卸货地'])
    // an order is told by the heading of the fact it goes by
    const ordered = () =>
      front(page)
        .locator('th[aria-sort]')
        .evaluateAll(heads => heads.map(head => `${head.textContent}: ${head.getAttribute('aria-sort')}`))
    for (const [order, told] of [
      ['停留久的在前', ['运单号 / 停留: descending']],
      ['最新的在前', []],
    ] as const) {
      await front(page)
        .getByRole('button', { name: /^排序：/ })
        .click()
      await page.getByRole('menuitem', { name: order }).click()
      await expect.poll(ordered).toEqual(told)
    }
    await fromMenu(page, '列设置')
    const settings = page.locator('.ys-columns')
    await settings.getByRole('button', { name: '移动 状态 / 异常' }).focus()
    // each step is told to whoever cannot see it once it is done
    const told = page.locator('[id^=DndLiveRegion]').last()
    for (const [key, step] of [
      ['Space', /item (\S+) was moved over droppable area \1\./],
      ['ArrowDown', /item (\S+) was moved over droppable area (?!\1\.)/],
      ['Space', /was dropped/],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => told.textContent()).toMatch(step)
      await drawn(page)
    }
    await expect
      .poll(async () => (await headings(page)).slice(0, 3))
      .toEqual(['运单号 / 停留', '装货地 → 卸货地', '状态 / 异常'])
    const width = async (name: string) => (await heading(page, name).boundingBox())?.width ?? 0
    const before = await width('车辆 / 司机')
    await settings.getByRole('button', { name: '车辆 / 司机 变宽' }).focus()
    for (let n = 0; n < 4; n++) await page.keyboard.press('Enter')
    await expect.poll(() => width('车辆 / 司机')).toBeGreaterThan(before + 30)
    await settings.getByRole('button', { name: '车辆 / 司机：不固定' }).click()
    await expect.poll(async () => (await headings(page)).slice(0, 2)).toEqual(['运单号 / 停留', '车辆 / 司机'])
    // the changes before this one are kept on their own
    const saved = kept(page, 'lists', '"end"')
    await settings.getByRole('button', { name: '车辆 / 司机：固定在左' }).click()
    await settings.getByRole('button', { name: '车辆 / 司机：固定在右' }).waitFor()
    await saved
    await page.reload()
    await isLoaded(page)
    expect((await headings(page)).slice(0, 2)).toEqual(['运单号 / 停留', '装货地 → 卸货地'])
    // the edge of a heading, with the mouse
    const states = await heading(page, '状态 / 异常').boundingBox()
    if (!states) throw new Error('no column of states')
    await page.mouse.move(states.x + states.width - 3, states.y + states.height / 2)
    await page.mouse.down()
    await page.mouse.move(states.x + states.width + 77, states.y + states.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => width('状态 / 异常')).toBeGreaterThan(states.width + 60)
    await fromMenu(page, '列设置')
    await page.locator('.ys-columns').getByRole('button', { name: '恢复默认' }).click()
    await expect
      .poll(async () => (await headings(page)).slice(0, 3))
      .toEqual(['运单号 / 停留', '状态 / 异常', '装货地 → 卸货地'])
  },
)

journey('on a phone the list has its views, chips and sums within the width', async cast => {
  const { page } = await cast.visit('shipper', list, { viewport: { width: 390, height: 844 } })
  await isLoaded(page)
  expect(await shareOfCards(page), 'the share of the screen the cards have').toBeGreaterThanOrEqual(
    deskGoals.cardsPercent,
  )
  await goInside(page, `${list}?state=signed&alert=any`)
  await isLoaded(page)
  await front(page).getByRole('list', { name: '已选条件' }).getByText('异常与超期：全部异常与超期').waitFor()
  expect(await front(page).locator('.ys-totals').count(), 'sums wait behind a tap').toBe(0)
  await front(page).getByRole('button', { name: '合计', exact: true }).click()
  await front(page).locator('.ys-totals').getByText('托运运费(元)').waitFor()
  const cards = await front(page).locator('.ys-cards').boundingBox()
  expect((cards?.height ?? 0) / 844, 'the share of the screen the cards have').toBeGreaterThan(0.7)
  await viewButton(page).click()
  await menu(page).getByLabel('新视图名称').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await settled(page)
  // acts on chosen rows stand above the rows, not over them
  const first = front(page)
    .getByRole('checkbox', { name: /^选择 YD/ })
    .first()
  const { x = 0, y = 0 } = (await first.boundingBox()) ?? {}
  // a thumb beside the box means the box, not the record
  await page.mouse.click(x - 9, y - 5)
  await expect.poll(() => first.isChecked()).toBe(true)
  const [bar, card] = [
    await front(page).getByRole('region', { name: '批量操作' }).boundingBox(),
    await front(page).locator('.ys-card').first().boundingBox(),
  ]
  expect((bar?.y ?? Infinity) + (bar?.height ?? 0)).toBeLessThanOrEqual(card?.y ?? 0)
  await front(page).locator('.ys-totals').getByText('所选 1 条合计').waitFor()
})

journey(
  'a layout kept before columns had two lines becomes the view 原来的列, told once; the bare list has the new columns',
  async cast => {
    const { page } = await cast.visit('carrier2', '/index')
    const old = { order: ['waybillNo', 'plate', 'state'], hidden: ['state'], widths: { plate: 300 }, density: 'small' }
    await page.route('**/auth/v1/user/settings*', async route => {
      if (route.request().method() !== 'GET') return route.continue()
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: Record<string, string> }
      const lists = JSON.stringify({ '/auth/v1/newGetWaybillList': old })
      return route.fulfill({ response: answer, json: { ...body, data: { ...body.data, lists } } })
    })
    const saved = kept(page, 'views', '原来的列')
    await page.goto(home + list)
    await isLoaded(page)
    expect((await headings(page)).slice(0, 2)).toEqual(['运单号 / 停留', '状态 / 异常'])
    await front(page).getByText('列表换成了新的列').waitFor()
    await saved
    await front(page).getByRole('button', { name: '恢复', exact: true }).click()
    await expect.poll(async () => (await headings(page)).slice(0, 2)).toEqual(['运单号', '车牌号'])
    expect(await front(page).getByText('列表换成了新的列').count()).toBe(0)
    expect((await heading(page, '车牌号').boundingBox())?.width).toBe(300)
    await viewButton(page).click()
    await menu(page)
      .getByRole('button', { name: '原来的列', exact: true })
      .and(page.locator('[aria-pressed=true]'))
      .waitFor()
  },
)
