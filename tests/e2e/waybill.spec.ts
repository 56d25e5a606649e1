// Journeys of waybills: weighed, broken down, handed to another truck, argued about, signed; and two people at one waybill.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose } from './publishing.ts'
import { front, journey, message, useProduct } from './visitor.ts'
import { dialogOf, openNewest, photo, section } from './waybillPage.ts'

useProduct()

const isIn = (page: Page, state: string) =>
  expect
    .poll(() => front(page).locator('.ys-page-head .ys-tag').textContent(), { message: `state ${state}` })
    .toBe(state)

/** Presses a button of the page in front and answers its dialog. */
async function press(
  page: Page,
  name: string,
  fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
  ok = name,
): Promise<void> {
  await front(page).getByRole('button', { name, exact: true }).click()
  if (!fill) return
  const dialog = dialogOf(page, new RegExp(`^${name}`))
  await fill(dialog)
  await dialog.getByRole('button', { name: ok, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function weigh(page: Page, ticketNo: string, gross: string, withPhoto: boolean): Promise<void> {
  await section(page, '磅单').getByRole('button', { name: '登记磅单' }).click()
  const form = dialogOf(page, /^登记磅单/)
  await form.getByLabel('磅单号').fill(ticketNo)
  await form.getByLabel('毛重').fill(gross)
  await form.getByLabel('皮重').fill('60')
  await form.getByRole('button', { name: '保存磅单' }).click()
  await form.getByText('须小于毛重').waitFor()
  await form.getByLabel('皮重').fill('16')
  await form.getByText(`净重 ${(Number(gross) - 16).toFixed(3)} 吨`).waitFor()
  if (withPhoto) await form.locator('input[type=file]').setInputFiles(photo('磅单.png'))
  await form.getByRole('button', { name: '保存磅单' }).click()
  await message(page, '磅单已登记').waitFor()
  await section(page, '磅单').getByText(ticketNo, { exact: true }).waitFor()
}

journey(
  'a waybill is weighed, breaks down, goes on with another truck, is charged for waiting, disputed and signed; both sides see all of it without reloading',
  async cast => {
    const carrier = await cast.visit('carrier', '/waybill/list')
    const { waybillNo, at } = await openNewest(carrier, 'loading')
    const shipper = await cast.visit('shipper', at)
    const branch = await cast.visit('branch', at)
    await weigh(carrier.page, 'ZB0001', '48.2', true)
    // the departure proposes the weight of the scale
    await press(carrier.page, '装货发车', async dialog => {
      expect(await dialog.getByLabel(/^装货重量/).inputValue()).toBe('32.200')
      await dialog.getByText('最近一张装货磅单净重 32.200 吨').waitFor()
    })
    await isIn(carrier.page, '运输中')
    await press(carrier.page, '运输中断', async dialog => {
      await dialog.getByLabel('原因').fill('连霍高速爆胎')
      await dialog.locator('input[type=file]').setInputFiles(photo('爆胎.png'))
    })
    await isIn(shipper.page, '运输中断')
    await section(shipper.page, '现场照片')
      .getByRole('button', { name: /^查看大图 爆胎\.png/ })
      .waitFor()

    // another truck is asked for by the carrier and agreed by the branch, which hears of it
    await front(carrier.page).getByRole('button', { name: '换车', exact: true }).click()
    const form = dialogOf(carrier.page, /^换车/)
    await form.getByText('运输途中换车须平台或分公司确认').waitFor()
    for (const label of ['接替车辆', '接替司机']) {
      await form.getByLabel(label).click()
      const free = carrier.page
        .locator('.ant-select-dropdown:visible .ant-select-item-option:not(.ant-select-item-option-disabled)')
        .filter({ hasNotText: '当前承运' })
        .first()
      const title = (await free.getAttribute('title')) ?? ''
      await carrier.page.keyboard.press('Escape')
      await choose(carrier.page, form.getByLabel(label), title)
      await expect.poll(() => carrier.page.locator('.ant-select-dropdown:visible').count()).toBe(0)
    }
    await form.getByLabel('原因').fill('爆胎无法继续行驶')
    await form.getByRole('button', { name: '提交换车申请' }).click()
    await message(carrier.page, '换车申请已提交').waitFor()
    await section(carrier.page, '车辆分段').getByText('爆胎无法继续行驶').waitFor()
    await press(carrier.page, '恢复运输')
    await front(carrier.page).getByRole('alert').getByText('有换车申请等待确认').waitFor()
    await section(branch.page, '车辆分段').getByText('爆胎无法继续行驶').waitFor()
    await press(branch.page, '确认换车', async () => {})
    await section(carrier.page, '车辆分段').getByText('当前承运').waitFor()
    expect(await section(carrier.page, '车辆分段').getByRole('row').count()).toBe(3)
    await press(carrier.page, '恢复运输')
    await isIn(carrier.page, '运输中')
    await press(carrier.page, '到达卸货地')
    await isIn(carrier.page, '已到卸货地')
    await weigh(carrier.page, 'XB0001', '48.1', false)
    await press(carrier.page, '卸货完成', async dialog => {
      expect(await dialog.getByLabel(/^卸货重量/).inputValue()).toBe('32.100')
    })
    await isIn(shipper.page, '待签收')

    // the carrier asks for the waiting, the shipper agrees; until then nothing is signed
    await section(carrier.page, '费用扣款').getByRole('button', { name: '登记费用扣款' }).click()
    const claim = dialogOf(carrier.page, /^登记费用扣款/)
    await choose(carrier.page, claim.getByLabel('费用项目'), '加　压车费')
    // a comma that stands at no thousands is a slip, not two hundred and sixty
    await claim.getByLabel('金额').fill('2,60')
    await claim.getByLabel('金额').press('Tab')
    await claim.getByText('金额格式不正确').waitFor()
    await claim.getByLabel('金额').fill('260')
    await claim.getByLabel('原因').fill('卸货排队六小时')
    await claim.getByRole('button', { name: '提交，等待对方确认' }).click()
    await message(carrier.page, '已提交，等待对方确认').waitFor()
    const waiting = section(shipper.page, '费用扣款').getByRole('listitem').filter({ hasText: '卸货排队六小时' })
    await waiting.waitFor()
    await front(shipper.page).getByRole('button', { name: '签收', exact: true }).click()
    const signing = dialogOf(shipper.page, /^签收/)
    await signing.getByRole('button', { name: '签收', exact: true }).click()
    await signing.getByText('还有 1 项费用扣款待对方确认，处理后才能签收').waitFor()
    await signing.getByRole('button', { name: '返回' }).click()
    await waiting.getByRole('button', { name: '确认', exact: true }).click()
    await dialogOf(shipper.page, /^确认压车费/)
      .getByRole('button', { name: '确认', exact: true })
      .click()
    await section(carrier.page, '费用扣款').getByRole('listitem').getByText('已确认', { exact: true }).waitFor()

    // a dispute freezes the money; the carrier reads what is asked for, and concedes it
    await front(shipper.page).getByRole('button', { name: '签收异议', exact: true }).click()
    const dispute = dialogOf(shipper.page, /^签收异议/)
    await dispute.getByLabel('原因').fill('少了两袋')
    await dispute.getByLabel('卸货重量').fill('32.05')
    await choose(shipper.page, dispute.getByLabel('费用项目'), '货损扣款')
    await dispute.getByLabel('金额').fill('100')
    await dispute.locator('input[type=file]').setInputFiles(photo('破损.png'))
    await dispute.getByRole('button', { name: '提交异议' }).click()
    await message(shipper.page, '已提交异议，等待承运方答复').waitFor()
    await isIn(carrier.page, '签收异议')
    await section(shipper.page, '计价与结算').getByText('已冻结', { exact: true }).waitFor()
    await section(carrier.page, '运输进度')
      .getByText(/收货方认为 32\.050 吨/)
      .waitFor()
    await press(carrier.page, '同意异议', async dialog => {
      await dialog.getByText(/货损扣款.*100\.00 元：少了两袋/).waitFor()
    })
    await isIn(shipper.page, '待签收')
    await section(shipper.page, '费用扣款')
      .getByRole('listitem')
      .filter({ hasText: '货损扣款' })
      .getByText('已确认', { exact: true })
      .waitFor()
    await press(shipper.page, '签收', async dialog => {
      await dialog.getByText('装货 32.200 吨，卸货 32.050 吨。').waitFor()
    })
    await isIn(carrier.page, '已签收')
    await section(carrier.page, '费用明细').getByRole('row').filter({ hasText: '压车费' }).getByText('260.00').waitFor()
    await section(carrier.page, '回单').getByText('待回单', { exact: true }).waitFor()

    // and the paper: three copies with a code that proves the number
    await carrier.page.evaluate(() => {
      window.print = () => undefined
    })
    await front(carrier.page).getByRole('button', { name: '打印', exact: true }).click()
    await expect.poll(() => carrier.page.locator('.ys-sheet .wb-print').count()).toBe(3)
    expect(await carrier.page.locator('.ys-sheet svg title').first().textContent()).toBe(`运单 ${waybillNo} 二维码`)
    expect(await carrier.page.locator('.ys-sheet').textContent()).toMatch(/校验码 \d{6}.*身份证 \d{3}\*{12}\w{3}/s)
  },
)

journey(
  'a waybill changed by another shows who and what before anything is overwritten, and keeps what was typed',
  async cast => {
    const carrier = await cast.visit('carrier', '/waybill/list')
    const { at } = await openNewest(carrier, 'toLoad')
    await press(carrier.page, '到达装货地')
    await isIn(carrier.page, '装货中')
    const ops = await cast.visit('platform-ops', at)
    await front(carrier.page).getByRole('button', { name: '装货发车', exact: true }).click()
    const leaving = dialogOf(carrier.page, /^装货发车/)
    await leaving.getByLabel(/^装货重量/).fill('31.5')
    // meanwhile the platform enters what the gate weighed
    await weigh(ops.page, 'GATE-7', '47.4', false)
    const notice = leaving.getByRole('alert').filter({ hasText: '填写期间，单据已被修改' })
    await notice.getByText('装货磅单 GATE-7（司机）').waitFor()
    await notice.getByText('净重 31.400 吨').waitFor()
    expect(await leaving.getByRole('button', { name: '装货发车', exact: true }).isDisabled()).toBe(true)
    expect(await leaving.getByLabel(/^装货重量/).inputValue()).toBe('31.5')
    await notice.getByRole('button', { name: '已知悉，按最新数据继续' }).click()
    await leaving.getByText('最近一张装货磅单净重 31.400 吨').waitFor()
    await leaving.getByLabel(/^装货重量/).fill('31.4')
    await leaving.getByRole('button', { name: '装货发车', exact: true }).click()
    await isIn(carrier.page, '运输中')
    // the platform takes a step back that was taken by mistake, and puts a time right
    const admin = await cast.visit('admin', at)
    await press(
      admin.page,
      '退回上一步',
      async dialog => {
        await dialog.getByText('退回到“装货中”').waitFor()
        await dialog.getByLabel('原因').fill('误点发车')
      },
      '退回',
    )
    await isIn(carrier.page, '装货中')
    await section(carrier.page, '操作记录').getByText('误点发车').waitFor()
  },
)
