// A journey of a special line: its tickets from the keyboard to the consignee.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { act, addressOf, front, goInside, home, journey, message, settled, useProduct } from './visitor.ts'
import { dialogOf, openNewest, section } from './waybillPage.ts'

useProduct()

/** Types a ticket into a row of the grid, field after field. */
async function typeTicket(page: Page, n: number, texts: readonly string[]): Promise<void> {
  await front(page).getByLabel('票号').nth(n).focus()
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

journey(
  '[BZ-05] [RT-09] [RT-10] a special line is entered by keyboard alone, and its tickets go from the hub to the consignee; the shipper reads along',
  async cast => {
    const carrier = await cast.visit('carrier', '/waybill/list')
    const { page } = carrier
    const { waybillNo } = await openNewest(carrier, 'inTransit')
    await act(page, '专线信息')
    await front(page)
      .getByRole('heading', { name: `录入专线 ${waybillNo}` })
      .waitFor()
    const at = addressOf(page)
    expect(at).toMatch(/^\/specialLine\/Info\/[0-9a-f-]{36}$/)
    await front(page).getByRole('button', { name: '保存', exact: true }).click()
    for (const fault of ['请填写专线公司', '请填写班次号', '请填写发站网点', '请填写到站网点'])
      await front(page).getByText(fault, { exact: true }).waitFor()
    for (const [label, text] of [
      ['专线公司', '冀豫快运专线'],
      ['班次号', 'JY-0801'],
      ['发站网点', '榆林集货站'],
      ['到站网点', '南阳分拨中心'],
    ] as const)
      await front(page).getByLabel(label, { exact: true }).fill(text)
    await front(page).getByRole('button', { name: '添加一票' }).click()
    await typeTicket(page, 0, [
      'P801',
      '周福海',
      '19900001234',
      '工业路 8 号',
      '五金配件',
      '12',
      '260.5',
      '1.2',
      '20',
      '180',
      '30',
      '1280',
    ])
    // Enter in the last row adds one and stays in reach of the hands
    await front(page).getByLabel('票号').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => front(page).getByLabel('票号').count()).toBe(2)
    await expect
      .poll(() =>
        front(page)
          .getByLabel('票号')
          .nth(1)
          .evaluate(input => input === document.activeElement),
      )
      .toBe(true)
    await typeTicket(page, 1, ['P801', '秦学军', '19900005678', '', '服装', '5', '80'])
    await page.keyboard.press('ArrowUp')
    const sums = front(page).getByLabel('票据合计')
    await sums.getByText('共 2 票 17 件').waitFor()
    await sums.getByText('费用 230.00 元').waitFor()
    await sums.getByText('代收 1,280.00 元').waitFor()
    await front(page).getByRole('button', { name: '保存', exact: true }).click()
    await front(page).getByText('票号重复', { exact: true }).waitFor()
    await front(page).getByLabel('票号').nth(1).fill('P802')
    await front(page).getByRole('button', { name: '保存', exact: true }).click()
    await message(page, '专线信息已保存').waitFor()

    await expect.poll(() => addressOf(page)).toBe(at.replace('/Info/', '/InfoDetails/'))
    const tickets = section(page, '票据').last()
    const shipper = await cast.visit('shipper', addressOf(page))
    for (const [name, state] of [
      ['装车', '已装车'],
      ['发车', '在途'],
      ['到站', '已到站'],
      ['派送', '派送中'],
    ] as const) {
      await front(page)
        .getByLabel(/全选可操作的 2 票/)
        .check()
      await front(page).getByRole('button', { name, exact: true }).click()
      await dialogOf(page, `${name} 2 票`).getByRole('button', { name, exact: true }).click()
      await expect.poll(() => tickets.getByText(state, { exact: true }).count()).toBe(2)
    }
    await front(page).getByLabel('选择 P801').check()
    await front(page).getByRole('button', { name: '签收', exact: true }).click()
    const signing = dialogOf(page, '签收 1 票')
    expect(await signing.getByRole('button', { name: '签收', exact: true }).isDisabled()).toBe(true)
    await signing.getByLabel('签收人').fill('仓库 周')
    await signing.getByRole('button', { name: '签收', exact: true }).click()
    await tickets.getByText('仓库 周').waitFor()
    await section(shipper.page, '票据').last().getByText('仓库 周').waitFor()
    expect(await front(shipper.page).getByRole('button', { name: '修改', exact: true }).count()).toBe(0)
    // terms of waybills on their way are shown in the form and not offered for change
    await act(page, '修改')
    await front(page).getByRole('heading', { name: '已发车的票据（不能修改）' }).waitFor()
    await page.goto(home + at)
    await settled(page)
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await goInside(page, at.replace('/Info/', '/InfoDetails/'))
    await act(page, '打印')
    await expect.poll(() => page.locator('.ys-sheet').textContent()).toMatch(/专线交接清单.*P801.*P802/s)
  },
)
