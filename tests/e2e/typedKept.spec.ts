// Journeys of what was typed and not sent: it outlives Esc, a load of the page and the end of the session, wherever it stands.
import { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  actOn,
  addressOf,
  fillLogin,
  front,
  journey,
  message,
  rowOf,
  rows,
  settled,
  useProduct,
  type Visitor,
} from './visitor.ts'
import { largePhoto, photo, section, slowLine } from './waybillPage.ts'

useProduct()

const restored = (page: Page) => front(page).getByText(/^已恢复 .* 的草稿$/)

/** The next answer of a path says that the session ran out; the person signs in again and stands where they were. */
async function expire({ page, expectComplaint }: Visitor, account: string, path: string, ask: () => Promise<void>) {
  expectComplaint(/^error: Failed to load resource: the server responded with a status of 401/)
  const at = addressOf(page)
  await page.route(path, route => route.fulfill({ status: 401, body: '' }))
  await ask()
  await message(page, '登陆信息已过期,请重新登陆!').waitFor()
  await page.getByLabel('密码', { exact: true }).waitFor()
  await page.unroute(path)
  await fillLogin(page, account)
  await settled(page)
  expect(addressOf(page)).toBe(at)
}

journey(
  'a plan of trucks is there after a load and after the session ran out; given up or sent, nothing of it is left',
  async cast => {
    const visitor = await cast.visit('carrier', '/index?part=task')
    const { page } = visitor
    const task = page.locator('.today-row').filter({ has: page.getByRole('link', { name: /^派车：/ }) })
    await task.first().getByRole('link').last().click()
    await settled(page)
    const free = front(page).getByRole('list', { name: '车辆', exact: true }).locator('button:enabled')
    const plan = front(page).getByRole('group', { name: /^第 1 车 / })
    await free.first().click()
    await plan.waitFor()
    const plate = (await plan.getAttribute('aria-label')) ?? ''
    await page.reload()
    await settled(page)
    await restored(page).waitFor()
    expect(await plan.getAttribute('aria-label')).toBe(plate)

    await expire(visitor, 'carrier', '**/auth/v1/appoint/vehicles*', () =>
      front(page).getByLabel('搜索车辆').fill('陕'),
    )
    await restored(page).waitFor()
    expect(await plan.getAttribute('aria-label')).toBe(plate)
    await front(page).getByRole('button', { name: '放弃草稿' }).click()
    await front(page).getByRole('heading', { name: '派车明细（0 车）' }).waitFor()

    await free.first().click()
    await front(page).getByRole('button', { name: '确认派车（1 车）' }).click()
    await front(page).getByRole('region', { name: '已派车' }).waitFor()
    await page.reload()
    await settled(page)
    expect(await restored(page).count()).toBe(0)
  },
)

journey('the terms of a task handed down, and those of tasks sent, are there after a load', async cast => {
  const { page } = await cast.visit('carrier', '/TaskList?pane=tasks&state=accepted')
  await actOn(rowOf(page, '动力煤').first(), '转派')
  await settled(page)
  await front(page).getByLabel('转派数量').fill('33')
  await front(page).getByLabel('备注').fill('到场前一小时联系')
  await page.reload()
  await settled(page)
  await restored(page).waitFor()
  expect(Number(await front(page).getByLabel('转派数量').inputValue())).toBe(33)
  expect(await front(page).getByLabel('备注').inputValue()).toBe('到场前一小时联系')

  const shipper = (await cast.visit('shipper', '/relation/carriers')).page
  await actOn(rowOf(shipper, '顺达'), '派任务')
  await settled(shipper)
  const goods = front(shipper)
    .getByRole('listitem', { name: /^货源 HY/ })
    .filter({ hasText: /剩余 \d+ 车/ })
  await goods.first().getByRole('checkbox').check()
  await goods.first().getByLabel('派单数量(车)').fill('1')
  await front(shipper).getByLabel('备注').fill('夜间不收货')
  await shipper.reload()
  await settled(shipper)
  await restored(shipper).waitFor()
  expect(await goods.first().getByLabel('派单数量(车)').inputValue()).toBe('1')
  expect(await front(shipper).getByLabel('备注').inputValue()).toBe('夜间不收货')
})

journey('the reason for many rows outlives Esc, and goes on with the rows that are still chosen', async cast => {
  const { page } = await cast.visit('shipper', '/GoodsMy')
  await rows(page).first().getByRole('checkbox').check()
  await front(page).getByRole('region', { name: '批量操作' }).getByRole('button', { name: '批量取消' }).click()
  const dialog = page.getByRole('dialog', { name: '批量取消' })
  await dialog.getByLabel('原因').fill('客户暂不发货')
  await dialog.getByLabel('原因').press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await message(page, '已存草稿').waitFor()
  await page.getByRole('button', { name: '继续填写' }).click()
  await dialog.getByText(/^已恢复 .* 的草稿$/).waitFor()
  expect(await dialog.getByLabel('原因').inputValue()).toBe('客户暂不发货')
})

journey('a pasted message is in no draft: leaving it asks', async cast => {
  const { page } = await cast.visit('shipper', '/goods/publish')
  await front(page).getByRole('button', { name: '粘贴消息…' }).click()
  const dialog = page.getByRole('dialog', { name: '粘贴消息' })
  await dialog.getByLabel('消息内容').fill('榆林→南阳 煤 33吨')
  await dialog.getByLabel('消息内容').press('Escape')
  const asking = page.getByRole('dialog', { name: '有内容不能存为草稿' })
  await asking.getByRole('button', { name: '留下' }).click()
  await asking.waitFor({ state: 'hidden' })
  expect(await dialog.getByLabel('消息内容').inputValue()).toBe('榆林→南阳 煤 33吨')
  await dialog.getByLabel('消息内容').press('Escape')
  await asking.getByRole('button', { name: '放弃' }).click()
  await dialog.waitFor({ state: 'detached' })
})

journey(
  'each photo of a receipt is a call of its own: those that arrived stay, the rest is sent again; one of 20 MB on a slow line is stopped and sent again',
  async cast => {
    const visitor = await cast.visit('carrier2', '/waybill/list?state=signed&receiptState=waiting')
    const { page } = visitor
    await rows(page).first().getByRole('link', { name: /^YD/ }).click()
    await settled(page)
    visitor.expectComplaint(/status of 409/)
    const sent = new Array<string>()
    const names = ['一.png', '二.png', '三.png']
    await page.route(`**${uploadReceipt.path}`, (route, request) => {
      const body = request.postDataBuffer()?.toString('utf8') ?? ''
      sent.push(names.filter(name => body.includes(name)).join('、'))
      return sent.length === 2
        ? route.fulfill({ status: 409, json: { code: 4090, message: '单据已被修改', data: null } })
        : route.continue()
    })
    const receipt = section(page, '回单')
    await receipt.locator('input[type=file]').first().setInputFiles(names.map(photo))
    await receipt.getByRole('button', { name: '重新上传 2 个文件' }).click()
    await message(page, '已上传 2 个文件').waitFor()
    expect(sent).toEqual(['一.png', '二.png', '二.png', '三.png'])
    await page.unroute(`**${uploadReceipt.path}`)

    const quicken = await slowLine(page, 400_000)
    await receipt
      .locator('input[type=file]')
      .first()
      .setInputFiles(largePhoto('大图.png', 20 * 1_048_576))
    await receipt.getByText(/^已上传 [1-9]\d*%$/).waitFor()
    await receipt.getByRole('button', { name: '停止上传' }).click()
    await quicken()
    await receipt.getByRole('button', { name: '重新上传 1 个文件' }).click()
    await message(page, '已上传 1 个文件').waitFor()
    await receipt.getByRole('button', { name: /^查看大图 大图/ }).waitFor()
  },
)
