// A journey of a waybill: weighed, broken down, handed to another truck, argued about, and signed.
import { expect } from 'vitest'
import { choose } from './publishing.ts'
import { act, front, goInside, journey, message, useProduct } from './visitor.ts'
import { dialogOf, isIn, openNewest, photo, press, section, weigh } from './waybillPage.ts'

useProduct()

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
    await act(carrier.page, '换车')
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
    await waiting.getByText('待我方确认').waitFor()
    await section(carrier.page, '费用扣款').getByRole('listitem').getByText('待对方确认').waitFor()
    // the way to the signature leads over the answer, and an address of the signature says so
    const head = front(shipper.page).locator('.ys-page-head')
    await expect.poll(() => head.locator('.ant-btn-primary').textContent()).toBe('确认费用')
    await goInside(shipper.page, `${at}?act=sign`)
    await message(shipper.page, '现在不能签收：还有 1 项费用扣款待我方确认，处理后才能签收').waitFor()
    await press(shipper.page, '确认费用')
    await dialogOf(shipper.page, /^确认压车费/)
      .getByRole('button', { name: '确认', exact: true })
      .click()
    await section(carrier.page, '费用扣款').getByRole('listitem').getByText('已确认', { exact: true }).waitFor()

    // a dispute freezes the money; the carrier reads what is asked for, and concedes it
    await act(shipper.page, '签收异议')
    const dispute = dialogOf(shipper.page, /^签收异议/)
    await dispute.getByLabel('原因').fill('少了两袋')
    await dispute.getByLabel('卸货重量').fill('32.05')
    await choose(shipper.page, dispute.getByLabel('费用项目'), '货损扣款')
    await dispute.getByLabel('金额').fill('100')
    await dispute.locator('input[type=file]').setInputFiles(photo('破损.png'))
    await dispute.getByRole('button', { name: '提交异议' }).click()
    await message(shipper.page, '已提交异议，等待承运方答复').waitFor()
    await isIn(carrier.page, '签收异议')
    await section(shipper.page, '结算').getByText('已冻结', { exact: true }).waitFor()
    await front(carrier.page)
      .getByRole('note')
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
      // the freight that is about to be fixed, and what it is made of; a shipper reads none of the carrier's
      await dialog.getByText(/^签收后托运运费确定为 [\d,.]+ 元（按.+ 吨 × [\d.]+ 元\/吨）$/).waitFor()
      expect(await dialog.getByText('承运运费').count()).toBe(0)
      // the paper of the scale stands beside what is signed for, and can be turned
      const scale = dialog.getByRole('img', { name: '装货磅单' })
      await expect.poll(() => scale.evaluate(image => image.getBoundingClientRect().width)).toBeGreaterThan(200)
      await dialog.getByRole('button', { name: '旋转' }).click()
      await expect.poll(() => scale.evaluate(image => image.style.rotate)).toBe('90deg')
    })
    await isIn(carrier.page, '已签收')
    await section(carrier.page, '费用明细').getByRole('row').filter({ hasText: '压车费' }).getByText('260.00').waitFor()
    await section(carrier.page, '回单').getByText('待回单', { exact: true }).waitFor()
    // agreed on after the signature, a subsidy is an adjustment beside what was signed for
    await section(carrier.page, '费用扣款').getByRole('button', { name: '登记调差' }).click()
    const late = dialogOf(carrier.page, /^登记调差/)
    await choose(carrier.page, late.getByLabel('费用项目'), '加　补贴')
    await late.getByLabel('金额').fill('35')
    await late.getByLabel('原因').fill('油价上涨')
    await late.getByRole('button', { name: '提交，等待对方确认' }).click()
    await section(shipper.page, '费用扣款').getByRole('listitem').filter({ hasText: '油价上涨' }).waitFor()
    await press(shipper.page, '确认费用')
    await dialogOf(shipper.page, /^确认补贴/)
      .getByRole('button', { name: '确认', exact: true })
      .click()
    await section(carrier.page, '费用明细').getByRole('row').filter({ hasText: '补贴' }).getByText('35.00').waitFor()

    // and the paper: three copies with a code that proves the number
    await carrier.page.evaluate(() => {
      window.print = () => undefined
    })
    await act(carrier.page, '打印')
    await expect.poll(() => carrier.page.locator('.ys-sheet .wb-print').count()).toBe(3)
    expect(await carrier.page.locator('.ys-sheet svg title').first().textContent()).toBe(`运单 ${waybillNo} 核验二维码`)
    expect(await carrier.page.locator('.ys-sheet').textContent()).toMatch(/校验码 \d{6}.*身份证 \d{6}\*{8}\w{4}/s)
  },
)
