// Journeys of the papers of waybills: original receipts, and the tickets of a special line.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, goInside, home, journey, message, rows, settled, useProduct } from './visitor.ts'
import { dialogOf, openNewest, photo, section } from './waybillPage.ts'

useProduct()

journey(
  'original papers: photographed, judged only on what was seen, posted by express, and confirmed when they arrive',
  async cast => {
    const carrier = await cast.visit('carrier2', '/waybill/list')
    await goInside(carrier.page, '/waybill/list?state=signed&receiptState=waiting')
    await rows(carrier.page).filter({ hasText: '冀东' }).first().getByRole('link', { name: /^YD/ }).click()
    await section(carrier.page, '回单')
      .getByText(/原件 2 份/)
      .waitFor()
    const shipper = await cast.visit('shipper2', addressOf(carrier.page))
    const send = async (name: string): Promise<void> => {
      await section(carrier.page, '回单').locator('input[type=file]').setInputFiles(photo(name))
      await message(carrier.page, '已上传 1 个文件').waitFor()
      await section(shipper.page, '回单')
        .getByRole('button', { name: new RegExp(`^查看大图 ${name}`) })
        .waitFor()
    }
    expect(await section(carrier.page, '回单').getByRole('button', { name: '寄出原件' }).count()).toBe(0)
    await send('回单正面.png')
    // photos alone do not confirm what has to come on paper
    await section(shipper.page, '回单').getByRole('button', { name: '驳回回单' }).waitFor()
    expect(
      await section(shipper.page, '回单')
        .getByRole('button', { name: /审核通过|确认收到/ })
        .count(),
    ).toBe(0)
    await section(shipper.page, '回单').getByRole('button', { name: '驳回回单' }).click()
    const judging = dialogOf(shipper.page, /^驳回回单/)
    await judging.getByLabel('驳回原因').fill('缺背面')
    // meanwhile the missing one comes
    await section(carrier.page, '回单').locator('input[type=file]').setInputFiles(photo('回单背面.png'))
    const notice = judging.getByRole('alert').filter({ hasText: '填写期间，单据已被修改' })
    await notice.getByText('上传回单').waitFor()
    expect(await judging.getByRole('button', { name: '驳回', exact: true }).isDisabled()).toBe(true)
    expect(await judging.getByLabel('驳回原因').inputValue()).toBe('缺背面')
    await judging.getByRole('button', { name: '返回' }).click()

    await section(carrier.page, '回单')
      .getByRole('button', { name: /^查看大图 回单背面/ })
      .waitFor()
    await section(carrier.page, '回单').getByRole('button', { name: '寄出原件' }).click()
    const form = dialogOf(carrier.page, /^寄出回单原件/)
    await form.getByRole('button', { name: '确认寄出' }).click()
    await form.getByText('请填写快递公司').waitFor()
    await form.getByLabel('快递公司').fill('顺丰速运')
    await form.getByLabel('快递单号').fill('SF1452036987')
    await form.getByRole('button', { name: '确认寄出' }).click()
    await message(carrier.page, '已登记寄出').waitFor()
    await section(shipper.page, '回单').getByText('SF1452036987').waitFor()
    await section(shipper.page, '回单').getByRole('button', { name: '确认收到原件' }).click()
    const arrived = dialogOf(shipper.page, /^审核通过回单/)
    await arrived.getByText('确认已收到回单原件，份数、签章齐全').waitFor()
    await arrived.getByRole('button', { name: '审核通过', exact: true }).click()
    await section(carrier.page, '回单').getByText('已确认', { exact: true }).waitFor()
  },
)

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
    await front(page).getByRole('button', { name: '专线信息' }).click()
    await front(page)
      .getByRole('heading', { name: `专线信息 ${waybillNo}` })
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
    await front(page).getByRole('button', { name: '修改', exact: true }).click()
    await front(page).getByRole('heading', { name: '已发车的票据（不能修改）' }).waitFor()
    await page.goto(home + at)
    await settled(page)
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await goInside(page, at.replace('/Info/', '/InfoDetails/'))
    await front(page).getByRole('button', { name: '打印', exact: true }).click()
    await expect.poll(() => page.locator('.ys-sheet').textContent()).toMatch(/专线交接清单.*P801.*P802/s)
  },
)
