// Journeys through a day at a list: saved views, columns by mouse and keyboard, keys, sums, many rows at once, on a
// desk and on a phone.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLoaded } from './listPage.ts'
import { addressOf, front, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

const list = '/waybill/list'
const numbersOf = (page: Page) => rows(page).getByRole('link', { name: /^YD/ }).allTextContents()
const heading = (page: Page, name: string) =>
  front(page).locator('.ys-grid').getByRole('columnheader', { name, exact: true })
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
    await front(page).getByRole('button', { name: '列设置' }).click()
    await page.getByRole('checkbox', { name: '车牌号', exact: true }).uncheck()
    await heading(page, '车牌号').waitFor({ state: 'detached' })
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
    const saved = kept(page, 'views')
    await menu(page).getByRole('button', { name: '默认打开 王师傅已完成' }).click()
    await saved

    // a bare address opens with it; what was cleared stays cleared
    await page.goto(home + list)
    await chips.getByText('司机：王').waitFor()
    await isLoaded(page)
    expect(await heading(page, '车牌号').count()).toBe(0)
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
    expect((await headings(page)).slice(0, 3)).toEqual(['运单号', '状态', '异常与超期'])
    await front(page).getByRole('button', { name: '列设置' }).click()
    const settings = page.locator('.ys-columns')
    await settings.getByRole('button', { name: '移动 状态' }).focus()
    for (const key of ['Space', 'ArrowDown', 'Space']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(300)
    }
    await expect.poll(async () => (await headings(page)).slice(0, 3)).toEqual(['运单号', '异常与超期', '状态'])
    const width = async (name: string) => (await heading(page, name).boundingBox())?.width ?? 0
    const before = await width('车牌号')
    await settings.getByRole('button', { name: '车牌号 变宽' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => width('车牌号')).toBeGreaterThan(before + 30)
    await settings.getByRole('button', { name: '车牌号：不固定' }).click()
    await expect.poll(async () => (await headings(page)).slice(0, 2)).toEqual(['运单号', '车牌号'])
    // the changes before this one are kept on their own
    const saved = kept(page, 'lists', '"end"')
    await settings.getByRole('button', { name: '车牌号：固定在左' }).click()
    await settings.getByRole('button', { name: '车牌号：固定在右' }).waitFor()
    await saved
    await page.reload()
    await isLoaded(page)
    expect((await headings(page)).slice(0, 2)).toEqual(['运单号', '异常与超期'])
    // the edge of a heading, with the mouse
    const driver = await heading(page, '司机').boundingBox()
    if (!driver) throw new Error('no column 司机')
    await page.mouse.move(driver.x + driver.width - 3, driver.y + driver.height / 2)
    await page.mouse.down()
    await page.mouse.move(driver.x + driver.width + 77, driver.y + driver.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => width('司机')).toBeGreaterThan(driver.width + 60)
    await front(page).getByRole('button', { name: '列设置' }).click()
    await page.locator('.ys-columns').getByRole('button', { name: '恢复默认' }).click()
    await expect.poll(async () => (await headings(page)).slice(0, 3)).toEqual(['运单号', '状态', '异常与超期'])
  },
)

journey(
  'keys choose a stretch of rows, ask, and export; the foot sums what is chosen and what is there',
  async cast => {
    const { page } = await cast.visit('shipper', `${list}?state=signed`)
    await isLoaded(page)
    await front(page)
      .locator('.ys-grid tfoot')
      .getByText(/^合计 \d+ 条/)
      .waitFor()
    for (const key of ['j', 'x', 'j', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
    await front(page).getByText('已选 4 条').waitFor()
    const chosen = front(page).locator('.ys-grid tfoot tr').filter({ hasText: '所选 4 条合计' })
    // the freight of the four, as a person would add it up
    await front(page)
      .locator('.ys-grid')
      .evaluate(grid => {
        grid.scrollLeft = grid.scrollWidth
      })
    await heading(page, '托运运费(元)').waitFor()
    const column = Number(await heading(page, '托运运费(元)').getAttribute('aria-colindex'))
    const cells = await rows(page).locator(`td[aria-colindex="${column}"]`).allTextContents()
    const cents = (text: string): number => Math.round(Number(text.replaceAll(',', '')) * 100)
    const sum = cells
      .slice(0, 4)
      .map(cents)
      .reduce((all, each) => all + each, 0)
    expect(
      await chosen.getByText(new RegExp(`^${(sum / 100).toLocaleString('en', { minimumFractionDigits: 2 })}$`)).count(),
    ).toBeGreaterThan(0)
    await page.keyboard.press('/')
    await page.keyboard.type('YD')
    expect(await front(page).getByLabel('单号').inputValue()).toBe('YD')
    await front(page)
      .getByLabel('单号')
      .evaluate(input => {
        ;(input as HTMLElement).blur()
      })
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: '导出 Excel' })
    expect(await dialog.getByRole('radio', { name: '所选 4 条' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: '快捷键' }).getByText('列表：勾选到当前行').waitFor()
  },
)

journey(
  'many receipts are confirmed at once; the one a colleague was quicker with is told, stays chosen, and can be tried again',
  async cast => {
    const visitor = await cast.visit('shipper', `${list}?receiptState=uploaded&state=signed`)
    const { page } = visitor
    visitor.expectComplaint(/status of 409/)
    await isLoaded(page)
    const numbers = (await numbersOf(page)).slice(0, 3)
    expect(numbers).toHaveLength(3)
    for (const number of numbers)
      await front(page)
        .getByRole('checkbox', { name: `选择 ${number}` })
        .check()
    // the colleague takes the second
    const colleague = await cast.visit(
      'shipper-freight',
      `${list}?numbers=${encodeURIComponent(JSON.stringify([numbers[1]]))}`,
    )
    await isLoaded(colleague.page)
    await front(colleague.page)
      .getByRole('checkbox', { name: `选择 ${numbers[1]}` })
      .check()
    await front(colleague.page).getByRole('button', { name: '批量审核回单' }).click()
    const quick = colleague.page.getByRole('dialog', { name: '批量审核回单' })
    await quick.getByRole('button', { name: '批量审核回单 1 条' }).click()
    await quick.getByText('成功 1 条').waitFor()

    await front(page).getByRole('button', { name: '批量审核回单' }).click()
    const dialog = page.getByRole('dialog', { name: '批量审核回单' })
    await dialog.getByText(/将对所选 3 条审核回单/).waitFor()
    await dialog.getByRole('button', { name: '批量审核回单 3 条' }).click()
    await dialog.getByText('成功 2 条，失败 1 条；未成功的仍保持选中').waitFor()
    const failed = dialog.getByRole('listitem').filter({ hasText: numbers[1] ?? '' })
    await failed.getByText('失败', { exact: true }).waitFor()
    expect(await failed.textContent()).toMatch(/修改|当前状态/)
    await dialog.getByRole('button', { name: '重试失败的 1 条' }).click()
    await dialog.getByText('失败 1 条').waitFor()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${home}${list}?receiptState=confirmed&numbers=${encodeURIComponent(JSON.stringify(numbers))}`)
    await isLoaded(page)
    expect((await numbersOf(page)).sort()).toEqual([...numbers].sort())
  },
)

journey('waybills that cannot be cancelled are left out beforehand, and the reason is asked for once', async cast => {
  const { page } = await cast.visit('shipper', `${list}?state=signed`)
  await isLoaded(page)
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await front(page).getByRole('button', { name: '批量取消' }).click()
  const dialog = page.getByRole('dialog', { name: '批量取消' })
  await dialog.getByText('所选 1 条都不能取消。').waitFor()
  await dialog.getByText('当前状态为“已签收”，不能取消运单').waitFor()
  await dialog.getByLabel('原因').fill('货主改期')
  expect(await dialog.getByRole('button', { name: '批量取消 0 条' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: '返回' }).click()
  await dialog.waitFor({ state: 'detached' })
})

journey('goods are paused and resumed many at once, and the chosen ones are exported', async cast => {
  const { page } = await cast.visit('shipper4', '/GoodsMy?state=published')
  await isLoaded(page)
  const count = Math.min(2, await rows(page).count())
  expect(count).toBeGreaterThan(0)
  for (let n = 0; n < count; n++) for (const key of ['j', 'x']) await page.keyboard.press(key)
  await front(page).getByText(`已选 ${count} 条`).waitFor()
  await page.keyboard.press('e')
  const file = page.getByRole('dialog', { name: '导出 Excel' })
  expect(await file.getByRole('radio', { name: `所选 ${count} 条` }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await file.waitFor({ state: 'detached' })
  const act = async (label: string): Promise<void> => {
    await front(page).getByRole('button', { name: label, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: label })
    await dialog.getByRole('button', { name: `${label} ${count} 条` }).click()
    await dialog.getByText(`成功 ${count} 条`).waitFor()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await dialog.waitFor({ state: 'detached' })
  }
  const numbers = (await rows(page).getByRole('link', { name: /^HY/ }).allTextContents()).slice(0, count)
  await act('批量暂停')
  await page.goto(`${home}/GoodsMy?state=paused`)
  await isLoaded(page)
  for (const number of numbers)
    await front(page)
      .getByRole('checkbox', { name: `选择 ${number}` })
      .check()
  await act('批量恢复')
  await expect
    .poll(async () =>
      (await rows(page).getByRole('link', { name: /^HY/ }).allTextContents()).filter(number =>
        numbers.includes(number),
      ),
    )
    .toEqual([])
})

journey(
  'a write of many whose answer was lost is repeated as it was sent, though the list shows what it did, and is told as done',
  async cast => {
    const { page, expectComplaint } = await cast.visit('shipper4', '/GoodsMy?state=published')
    expectComplaint(/ERR_FAILED/)
    await isLoaded(page)
    const number = (await rows(page).getByRole('link', { name: /^HY/ }).first().textContent()) ?? ''
    await page.goto(`${home}/GoodsMy`)
    await isLoaded(page)
    await front(page)
      .getByRole('checkbox', { name: `选择 ${number}` })
      .check()
    await page.route('**/auth/v1/goods/move**', async route => {
      await route.fetch()
      await route.abort()
    })
    await front(page).getByRole('button', { name: '批量暂停' }).click()
    const pausing = page.getByRole('dialog', { name: '批量暂停' })
    await pausing.getByRole('button', { name: '批量暂停 1 条' }).click()
    await pausing.getByText('失败 1 条').waitFor()
    await rows(page).filter({ hasText: number }).getByText('已暂停').waitFor()
    await page.unroute('**/auth/v1/goods/move**')
    await pausing.getByRole('button', { name: '重试失败的 1 条' }).click()
    await pausing.getByText('成功 1 条').waitFor()
    await pausing.getByRole('button', { name: '关闭', exact: true }).last().click()
    await pausing.waitFor({ state: 'detached' })
    await front(page)
      .getByRole('checkbox', { name: `选择 ${number}` })
      .check()
    await front(page).getByRole('button', { name: '批量恢复' }).click()
    const resuming = page.getByRole('dialog', { name: '批量恢复' })
    await resuming.getByRole('button', { name: '批量恢复 1 条' }).click()
    await resuming.getByText('成功 1 条').waitFor()
  },
)

journey('on a phone the list has its views, chips and sums within the width', async cast => {
  const { page } = await cast.visit('shipper', `${list}?state=signed&alert=any`, {
    viewport: { width: 390, height: 844 },
  })
  await isLoaded(page)
  await front(page).getByRole('list', { name: '已选条件' }).getByText('异常与超期：全部异常与超期').waitFor()
  await front(page).locator('.ys-totals').getByText('托运运费(元)').waitFor()
  await viewButton(page).click()
  await menu(page).getByLabel('新视图名称').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await settled(page)
  // acts on chosen rows stand above the rows, not over them
  await front(page)
    .getByRole('checkbox', { name: /^选择 YD/ })
    .first()
    .check()
  const [bar, card] = [
    await front(page).getByRole('region', { name: '批量操作' }).boundingBox(),
    await front(page).locator('.ys-card').first().boundingBox(),
  ]
  expect((bar?.y ?? Infinity) + (bar?.height ?? 0)).toBeLessThanOrEqual(card?.y ?? 0)
  await front(page).locator('.ys-totals').getByText('所选 1 条合计').waitFor()
})
