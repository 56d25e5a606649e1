// Journeys of fences: the shipper draws circles and binds vehicles, the carrier sees its own and unbinds one, and both
// are in the history.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { act, addressOf, front, goInside, journey, message, rowOf, rows, useProduct } from './visitor.ts'

useProduct()

const place = (page: Page, name: RegExp) => front(page).getByRole('region', { name })
const boundPlates = (page: Page) =>
  front(page).getByRole('group', { name: '绑定车辆', exact: true }).locator('tbody tr td:first-child').allTextContents()

journey(
  '[RT-12] circles are drawn for the places of goods, vehicles bound and unbound, and the history tells who did it',
  async cast => {
    const { page } = await cast.visit('shipper6', '/GoodsMy?state=partial')
    const goodsNo = (await rows(page).first().getByRole('link', { name: /^HY/ }).textContent()) ?? ''
    await rows(page).first().getByRole('link', { name: /^HY/ }).click()
    await front(page).getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menu', { name: '更多操作' }).getByRole('menuitem', { name: '围栏车辆' }).click()
    await front(page)
      .getByRole('heading', { name: `围栏车辆 ${goodsNo}` })
      .waitFor()
    const at = addressOf(page)
    expect(at).toMatch(/^\/web\/CarrierGoodsBindVehicle\/[0-9a-f-]{36}$/)

    // a centre with its figures the wrong way round is told at the field; nothing that was chosen is lost
    await place(page, /^装货地/)
      .getByRole('button', { name: '设置围栏' })
      .click()
    const drawer = page.getByRole('dialog', { name: '设置装货地围栏' })
    await drawer.getByLabel('圆心').fill('39.003200, 117.726500')
    await drawer.getByLabel('半径').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('30米', { exact: true }).click()
    await drawer.getByText('至少每 10 秒上报一次位置').waitFor()
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.getByText('看起来是“纬度,经度”').waitFor()
    // the map sets the centre: a press on its middle, with the whole country in view, is a place in China
    const map = drawer.getByRole('application', { name: /围栏地图/ })
    await map.getByText('示意图，非标准地图').waitFor()
    await expect.poll(() => map.getAttribute('data-engine')).toBe('plain')
    await map.click()
    expect(await drawer.getByLabel('圆心').inputValue()).toMatch(/^1\d\d\.\d{6},[23]\d\.\d{6}$/)
    await drawer.getByLabel('圆心').fill('117.726500, 39.003200')
    await drawer.getByLabel('按旧式时段添加').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('早上 06:00-12:00', { exact: true }).click()
    await drawer.getByRole('button', { name: '保存' }).click()
    await message(page, '围栏已保存').waitFor()
    const load = place(page, /^装货地/)
    for (const text of ['117.726500,39.003200', '每天 06:00-12:00']) await load.getByText(text).first().waitFor()
    await load.getByText('30 米', { exact: true }).last().waitFor()

    // the place of unloading gets a polygon: drawn by presses, a wrong corner undone, crossing edges told, then typed
    await place(page, /^卸货地/)
      .getByRole('button', { name: '设置围栏' })
      .click()
    const drawing = page.getByRole('dialog', { name: '设置卸货地围栏' })
    await drawing.getByLabel('形状').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('多边形', { exact: true }).click()
    const ground = drawing.getByRole('application', { name: /围栏地图/ })
    await expect.poll(() => ground.getAttribute('data-engine')).toBe('plain')
    for (const [x, y] of [
      [200, 90],
      [300, 90],
      [300, 190],
    ] as const)
      await ground.click({ position: { x, y } })
    const typed = drawing.getByLabel('顶点')
    expect((await typed.inputValue()).split('\n')).toHaveLength(3)
    await drawing
      .getByText(/^第 \d+ 与第 \d+ 个顶点相距超过 20 公里/)
      .first()
      .waitFor()
    await drawing.getByRole('button', { name: '撤销' }).click()
    expect((await typed.inputValue()).split('\n')).toHaveLength(2)
    await typed.fill('117.2000,39.1000\n117.2050,39.1040\n117.2050,39.1000\n117.2000,39.1040')
    await drawing
      .getByText(/^第 1 个与第 3 个顶点之后的边相交/)
      .first()
      .waitFor()
    await typed.fill('117.2000,39.1000\n117.2050,39.1000\n117.2050,39.1040\n117.2000,39.1040\n117.2000,39.1000')
    await drawing.getByText(/^4 个顶点，面积 0\.19 平方公里/).waitFor()
    await drawing.getByRole('button', { name: '保存' }).click()
    await message(page, '围栏已保存').waitFor()
    await place(page, /^卸货地/)
      .getByText('4 个顶点，0.19 平方公里', { exact: true })
      .waitFor()

    // two vehicles of the carrier that took part of the goods
    await front(page).getByRole('button', { name: '绑定车辆', exact: true }).click()
    const choice = page.getByRole('dialog', { name: '绑定车辆' })
    const boxes = choice.locator('.fc-vehicles').getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await choice.getByRole('button', { name: '绑定 2 辆' }).click()
    await message(page, '已绑定 2 辆').waitFor()
    await expect.poll(() => boundPlates(page)).toHaveLength(2)
    const [kept = '', freed = ''] = await boundPlates(page)

    // the carrier sees the circles and what the shipper watches, can change neither, and binds and unbinds a vehicle of
    // its own after a question
    const carrier = await cast.visit('carrier', at)
    await expect.poll(async () => (await boundPlates(carrier.page)).toSorted()).toEqual([kept, freed].toSorted())
    await place(carrier.page, /^装货地/)
      .getByText('117.726500,39.003200')
      .waitFor()
    expect(
      await place(carrier.page, /^装货地/)
        .getByRole('button', { name: /围栏$/ })
        .count(),
    ).toBe(0)
    expect(await front(carrier.page).getByRole('button', { name: /^解绑/ }).count()).toBe(0)
    await act(carrier.page, '导入车辆')
    const file = carrier.page.getByRole('dialog', { name: /^导入围栏车辆/ })
    await file
      .locator('input[type=file]')
      .setInputFiles({ name: '车辆.csv', mimeType: 'text/csv', buffer: Buffer.from(`车牌号\n冀AY1063\n${kept}\n`) })
    await file.getByRole('cell', { name: '已绑定' }).waitFor()
    await file.getByRole('button', { name: '导入 1 行' }).click()
    await file.getByRole('button', { name: '完成' }).click()
    await expect.poll(() => boundPlates(carrier.page)).toHaveLength(3)
    await front(carrier.page).getByRole('button', { name: '解绑 冀AY1063' }).click()
    await carrier.page.getByRole('tooltip').getByRole('button', { name: '解绑' }).click()
    await message(carrier.page, '已解绑').waitFor()
    await expect.poll(() => boundPlates(carrier.page)).toHaveLength(2)

    // the shipper unbinds what it watched, and finds the goods among its fences with the lines of both sides
    await page.reload()
    await front(page)
      .getByRole('button', { name: `解绑 ${freed}` })
      .click()
    await page.getByRole('tooltip').getByRole('button', { name: '解绑' }).click()
    await message(page, '已解绑').waitFor()
    await expect.poll(() => boundPlates(page)).toEqual([kept])
    await goInside(page, '/fence/list')
    await rowOf(page, goodsNo).getByText('围栏 2 个，均启用').waitFor()
    await page.reload()
    await rowOf(page, goodsNo).getByRole('link', { name: goodsNo }).click()
    await front(page).getByRole('region', { name: '解绑记录' }).first().getByText(freed).waitFor()
    const log = front(page).getByRole('region', { name: '操作记录' })
    for (const action of ['解绑车辆', '绑定车辆', '设置围栏 装货地']) await log.getByText(action).first().waitFor()
  },
)

journey(
  'two people change one circle: the later one reads who changed what, keeps what was typed, and takes the rest as it is now',
  async cast => {
    const { page } = await cast.visit('shipper', '/fence/list')
    await rows(page).filter({ hasText: '围栏 2 个，均启用' }).first().getByRole('link', { name: /^HY/ }).click()
    await place(page, /^装货地/)
      .getByRole('button', { name: '修改围栏' })
      .click()
    const drawer = page.getByRole('dialog', { name: '修改装货地围栏' })
    const { page: later, expectComplaint } = await cast.visit('admin', addressOf(page))
    expectComplaint(/status of 409/)
    await place(later, /^装货地/)
      .getByRole('button', { name: '修改围栏' })
      .click()
    const own = later.getByRole('dialog', { name: '修改装货地围栏' })
    await own.getByLabel('圆心').fill('110.2, 39.3')

    await drawer.getByLabel('半径').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('30米', { exact: true }).click()
    await drawer.getByRole('button', { name: '保存' }).click()
    await message(page, '围栏已保存').waitFor()

    await own.getByRole('button', { name: '保存' }).click()
    const notice = own.getByRole('alert').filter({ hasText: '填写期间，单据已被修改' })
    await notice.getByText('修改围栏 装货地').waitFor()
    await own.locator('.ant-select').filter({ hasText: '30米' }).waitFor()
    expect(await own.getByLabel('圆心').inputValue()).toBe('110.200000,39.300000')
    await notice.getByRole('button', { name: '已知悉，按最新数据继续' }).click()
    await own.getByRole('button', { name: '保存' }).click()
    await message(later, '围栏已保存').waitFor()
    await place(later, /^装货地/)
      .getByText('110.200000,39.300000')
      .waitFor()
    await place(later, /^装货地/)
      .getByText('30 米', { exact: true })
      .last()
      .waitFor()
  },
)
