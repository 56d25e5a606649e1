// Journeys of many rows at once: chosen by keys, summed, confirmed, paused, and tried again.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { heading, isLoaded, list } from './listPage.ts'
import { front, hasFocus, home, journey, rows, useProduct } from './visitor.ts'

useProduct()

const numbersOf = (page: Page) => rows(page).getByRole('link', { name: /^YD/ }).allTextContents()

journey(
  'keys choose a stretch of rows, ask, and export; the foot sums what is chosen and what is there',
  async cast => {
    // nobody else of this file: the switch at the end is the person's, in every browser, once the server has heard of it
    const { page } = await cast.visit('shipper2', `${list}?state=signed`)
    await isLoaded(page)
    await front(page).locator('.ys-totals').getByText(/^合计/).waitFor()
    for (const key of ['j', 'x', 'j', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
    await front(page).getByText('已选 4 条').waitFor()
    const chosen = front(page).locator('.ys-totals').filter({ hasText: '所选 4 条合计' })
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
    await hasFocus(front(page).getByLabel('单号'))
    await page.keyboard.type('YD')
    await expect.poll(() => front(page).getByLabel('单号').inputValue()).toBe('YD')
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
    const help = page.getByRole('dialog', { name: '快捷键' })
    await help.getByRole('region', { name: '列表' }).getByText('勾选到当前行').waitFor()
    await help.getByRole('region', { name: '表单' }).getByText('Ctrl Enter').waitFor()
    // the switch rules the keys of lists too
    await help.getByRole('switch', { name: /^单键快捷键/ }).click()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    for (const key of ['j', 'x', 'e', 's']) await page.keyboard.press(key)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await front(page).getByText('已选 4 条').waitFor()
  },
)

journey(
  'many waybills are cancelled at once; the one a colleague was quicker with is told, stays chosen, and can be tried again',
  async cast => {
    const visitor = await cast.visit('admin', `${list}?state=toLoad`)
    const { page } = visitor
    visitor.expectComplaint(/status of 409/)
    await isLoaded(page)
    const numbers = (await numbersOf(page)).slice(0, 3)
    expect(numbers).toHaveLength(3)
    for (const number of numbers)
      await front(page)
        .getByRole('checkbox', { name: `选择 ${number}` })
        .check()
    // the list that would tell of the colleague comes when the question stands
    let tell = (): void => {}
    const asked = new Promise<void>(resolve => {
      tell = resolve
    })
    await page.route('**/newGetWaybillList?*', async route => {
      await asked
      await route.continue()
    })
    // the colleague takes the second
    const colleague = await cast.visit('admin', `${list}?numbers=${encodeURIComponent(JSON.stringify([numbers[1]]))}`)
    await isLoaded(colleague.page)
    await front(colleague.page)
      .getByRole('checkbox', { name: `选择 ${numbers[1]}` })
      .check()
    await front(colleague.page).getByRole('button', { name: '批量取消' }).click()
    const quick = colleague.page.getByRole('dialog', { name: '批量取消' })
    await quick.getByLabel('原因').fill('货主改期')
    await quick.getByRole('button', { name: '批量取消 1 条' }).click()
    await quick.getByText('成功 1 条').waitFor()

    await front(page).getByRole('button', { name: '批量取消' }).click()
    const dialog = page.getByRole('dialog', { name: '批量取消' })
    await dialog.getByText(/将对所选 3 条取消/).waitFor()
    await dialog.getByLabel('原因').fill('货主改期')
    tell()
    await dialog.getByRole('button', { name: '批量取消 3 条' }).click()
    await dialog.getByText('成功 2 条，失败 1 条；未成功的仍保持选中').waitFor()
    const failed = dialog.getByRole('listitem').filter({ hasText: numbers[1] ?? '' })
    await failed.getByText('失败', { exact: true }).waitFor()
    expect(await failed.textContent()).toMatch(/修改|当前状态/)
    await dialog.getByRole('button', { name: '重试失败的 1 条' }).click()
    await dialog.getByText('失败 1 条').waitFor()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${home}${list}?state=cancelled&numbers=${encodeURIComponent(JSON.stringify(numbers))}`)
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
    await page.goto(`${home}/GoodsMy?numbers=${encodeURIComponent(JSON.stringify([number]))}`)
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
