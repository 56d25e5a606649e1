// Journeys of waybills: weighed, broken down, handed to another truck, argued about, signed; special lines; and two
// people at one waybill.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pngPhoto } from './photo.ts'
import { choose } from './publishing.ts'
import {
  addressOf,
  front,
  goInside,
  home,
  journey,
  message,
  rows,
  settled,
  useProduct,
  type Visitor,
} from './visitor.ts'

useProduct()

const section = (page: Page, name: string) => front(page).getByRole('region', { name, exact: true })
const dialogOf = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const isIn = (page: Page, state: string) =>
  expect
    .poll(() => front(page).locator('.ys-page-head .ys-tag').textContent(), { message: `state ${state}` })
    .toBe(state)
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pngPhoto() })

/**
 * Opens the newest coal waybill of a state from the list, one of `shipper` and `carrier`; answers its number and
 * address.
 */
async function openNewest({ page }: Visitor, state: string): Promise<{ waybillNo: string; at: string }> {
  await goInside(page, `/waybill/list?state=${state}`)
  const link = rows(page).filter({ hasText: '恒泰' }).first().getByRole('link', { name: /^YD/ })
  const waybillNo = (await link.textContent()) ?? ''
  await link.click()
  await front(page)
    .getByRole('heading', { name: `运单 ${waybillNo}` })
    .waitFor()
  return { waybillNo, at: addressOf(page) }
}

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
