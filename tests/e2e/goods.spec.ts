// Journeys of goods of every kind: publishing trunk and bulk goods, ordering each anew, and changes that carriers agree
// to.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose, clearDraft, fillMoment, fillStop } from './publishing.ts'
import { addressOf, front, goInside, home, journey, message, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

const load = {
  search: '榆阳',
  path: '陕西省 / 榆林市 / 榆阳区',
  name: '恒泰一号煤场',
  address: '金鸡滩镇能源路18号',
  contact: '王建国',
  mobile: '13892010001',
}
const unload = {
  search: 'tangshan caofeidian',
  path: '河北省 / 唐山市 / 曹妃甸区',
  name: '曹妃甸港煤码头',
  address: '通港路6号',
  contact: '李志强',
  mobile: '13932510002',
}
const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

const field = (page: Page, label: string) => front(page).getByLabel(label, { exact: true })
const publishButton = (page: Page) => front(page).getByRole('button', { name: '发布', exact: true })
const section = (page: Page, name: string) => front(page).getByRole('region', { name, exact: true })

/** Chooses a kind and throws its kept draft away. */
async function pickKind(page: Page, kind: '普通' | '干线' | '散货'): Promise<void> {
  await front(page).getByRole('group', { name: '货源类型' }).getByText(kind, { exact: true }).click()
  await settled(page)
  await clearDraft(page)
}

async function fillCargo(page: Page, name: string, tons: string): Promise<void> {
  await fillStop(page, '装货地', load)
  await fillStop(page, '卸货地', unload)
  await field(page, '货物名称').fill(name)
  await choose(page, field(page, '货物分类'), '煤炭及制品')
  await field(page, '重量').fill(tons)
}

/** Publishes what is filled in; answers the number of the goods, whose page is then in front. */
async function publish(page: Page): Promise<string> {
  await publishButton(page).click()
  await page.waitForURL('**/goods/details/*')
  const heading = front(page).getByRole('heading', { name: /^货源 HY/ })
  await heading.waitFor()
  await settled(page)
  return ((await heading.textContent()) ?? '').replace('货源 ', '')
}

journey(
  '[BZ-01] [RT-28] trunk goods are published with their line, and ordered anew with a shift ahead',
  async cast => {
    const { page, expectComplaint } = await cast.visit('shipper', '/goods/publish')
    await pickKind(page, '干线')
    expect(addressOf(page)).toBe('/goods/publish?kind=GX')
    await publishButton(page).click()
    for (const fault of ['请填写线路名称', '请填写班次号'])
      await front(page).getByText(fault, { exact: true }).waitFor()
    await field(page, '线路名称').fill('榆林—唐山')
    await field(page, '班次号').fill('YT-07')
    await fillMoment(field(page, '计划发车时间'), `${dayAhead(2)} 20:00`)
    await front(page).getByRole('button', { name: '添加途经点' }).click()
    const via = front(page).getByRole('group', { name: '途经点', exact: true })
    await via.getByLabel('省市区').click()
    await via.getByLabel('省市区').fill('大同平城')
    await page.getByRole('list', { name: '搜索结果' }).getByRole('button').first().waitFor()
    await via.getByLabel('省市区').press('Enter')
    await via.getByLabel('站点名称').fill('大同北中转场')
    await fillCargo(page, '洗精煤', '320')
    await field(page, '总量').fill('10')
    await field(page, '托运单价').fill('5800')

    // another kind has a draft of its own; this one is there again
    await pickKind(page, '普通')
    expect(await field(page, '货物名称').inputValue()).toBe('')
    await front(page).getByRole('group', { name: '货源类型' }).getByText('干线', { exact: true }).click()
    await front(page)
      .getByText(/^已恢复草稿/)
      .waitFor()
    expect(await field(page, '线路名称').inputValue()).toBe('榆林—唐山')

    // a draft that cannot be fetched is not typed over with an empty form unless one asks for it
    expectComplaint(/503/)
    await page.route('**/auth/v1/draft?**', route =>
      route.fulfill({ status: 503, json: { code: 503, message: '系统繁忙，请稍后再试', data: null } }),
    )
    await page.reload()
    await front(page).getByText('加载失败', { exact: true }).waitFor()
    expect(await publishButton(page).count()).toBe(0)
    await front(page).getByRole('button', { name: '不使用草稿' }).click()
    await page.getByText('新填写的内容将替换已保存的草稿').waitFor()
    await page.getByRole('button', { name: '返回', exact: true }).click()
    await page.unroute('**/auth/v1/draft?**')
    await front(page).getByRole('button', { name: '重试' }).click()
    await front(page)
      .getByText(/^已恢复草稿/)
      .waitFor()
    expect(await field(page, '线路名称').inputValue()).toBe('榆林—唐山')
    const first = await publish(page)
    await section(page, '干线信息').getByText('大同北中转场').waitFor()

    await front(page).getByRole('button', { name: '再来一单' }).click()
    await settled(page)
    expect(addressOf(page)).toMatch(/^\/goods\/republishGX\?id=[\w-]{36}&user=shipper$/)
    await front(page).getByText(`已复制货源 ${first} 的内容`).waitFor()
    expect(await field(page, '线路名称').inputValue()).toBe('榆林—唐山')
    expect(await field(page, '总量').inputValue()).toBe('10')
    await field(page, '班次号').fill('YT-08')
    const second = await publish(page)
    expect(second).not.toBe(first)
    await section(page, '干线信息').getByText('YT-08').waitFor()
    await section(page, '基本信息').getByRole('link', { name: first }).waitFor()
  },
)

journey(
  '[BZ-01] [RT-29] bulk goods need their limits and weighbridges, are published with a price to come, and ordered anew',
  async cast => {
    const { page } = await cast.visit('shipper', '/goods/publish?kind=SH')
    await clearDraft(page)
    await fillCargo(page, '动力煤', '990')
    await field(page, '总量').fill('990')
    await field(page, '托运单价').fill('210.5')
    await publishButton(page).click()
    await front(page).getByText('请填写单车上限', { exact: true }).waitFor()
    await front(page).getByText('请填写扣款单价', { exact: true }).waitFor()
    await field(page, '单车上限').fill('33')
    await field(page, '每日车数上限').fill('20')
    await field(page, '扣款单价').fill('720')
    await front(page).getByRole('button', { name: '添加调价' }).click()
    await fillMoment(field(page, '生效时间'), `${dayAhead(3)} 00:00`)
    await section(page, '价格计划').getByLabel('托运单价').fill('220')
    const first = await publish(page)
    await section(page, '价格计划').getByText('220.00').waitFor()
    await section(page, '价格计划').getByText('待生效').waitFor()
    await section(page, '车辆与结算要求').getByText('装货：过磅重量、磅单照片；卸货：过磅重量、磅单照片').waitFor()
    await section(page, '车辆与结算要求').getByText('20 车').waitFor()

    await front(page).getByRole('button', { name: '再来一单' }).click()
    await settled(page)
    expect(addressOf(page)).toMatch(/^\/goods\/republishSH\?id=[\w-]{36}&user=shipper$/)
    expect([
      await field(page, '单车上限').inputValue(),
      await field(page, '每日车数上限').inputValue(),
      await field(page, '扣款单价').inputValue(),
    ]).toEqual(['33.000', '20', '720.00'])
    const second = await publish(page)
    expect(second).not.toBe(first)
  },
)

journey(
  '[BZ-01] [RT-27] ordinary goods are ordered anew from the list: numbers stay behind, a page of the wrong kind leads to the right one',
  async cast => {
    const { page, expectComplaint } = await cast.visit('shipper2', '/GoodsMy?kind=NORMAL')
    const row = rowOf(page, 'HY').first()
    const goodsNo = (await row.getByRole('link', { name: /^HY/ }).textContent()) ?? ''
    await row.getByRole('link', { name: '再来一单' }).click()
    await settled(page)
    const at = addressOf(page)
    expect(at).toMatch(/^\/goods\/republish\?id=[\w-]{36}&user=shipper2$/)
    await front(page).getByText(`已复制货源 ${goodsNo} 的内容`).waitFor()
    await front(page)
      .getByText(/截止时间改为/)
      .waitFor()
    expect(await field(page, '客户单号').inputValue()).toBe('')
    expect(await field(page, '货物名称').inputValue()).not.toBe('')

    // an old link to the page of another kind, made for another account
    await page.goto(home + at.replace('/republish?', '/republishSH?').replace('user=shipper2', 'user=shipper2-freight'))
    await settled(page)
    await expect.poll(() => addressOf(page)).toMatch(/^\/goods\/republish\?id=/)
    await front(page).getByText('链接来自账号 shipper2-freight，将以当前账号 shipper2 发布').waitFor()
    const again = await publish(page)
    expect(again).not.toBe(goodsNo)
    await section(page, '基本信息').getByRole('link', { name: goodsNo }).waitFor()

    // goods of others are no goods
    expectComplaint(/404/)
    await goInside(page, '/goods/republish?id=0190a0b0-c0d0-7000-8000-000000000000&user=shipper2')
    await front(page).getByText('货源不存在，或不是贵公司发布的货源').waitFor()
  },
)

journey(
  '[BZ-01] [RT-11] a change of the price waits for the carrier, who agrees in another browser; another it refuses with a reason',
  async cast => {
    const shipper = await cast.visit('shipper', '/GoodsMy?kind=GX&state=published')
    const goodsNo = (await rowOf(shipper.page, '榆林').first().getByRole('link', { name: /^HY/ }).textContent()) ?? ''
    await rowOf(shipper.page, goodsNo).getByRole('link', { name: goodsNo }).click()
    await front(shipper.page)
      .getByRole('heading', { name: `货源 ${goodsNo}` })
      .waitFor()
    const at = addressOf(shipper.page)
    const carrier = await cast.visit('carrier', at)
    await front(carrier.page).getByRole('button', { name: '接单' }).click()
    const taking = carrier.page.getByRole('dialog', { name: `接单 ${goodsNo}` })
    await taking.getByLabel(/^接单数量/).fill('2')
    await taking.getByRole('button', { name: '确认接单' }).click()
    await carrier.page.getByRole('dialog', { name: '接单成功' }).waitFor()
    await carrier.page.keyboard.press('Escape')

    // the shipper changes the price: who must agree is told before it is sent
    await front(shipper.page).getByText('部分接单').first().waitFor()
    await front(shipper.page).getByRole('button', { name: '变更', exact: true }).click()
    await front(shipper.page)
      .getByRole('heading', { name: `变更货源 ${goodsNo}` })
      .waitFor()
    await front(shipper.page).getByText('尚无改动').waitFor()
    const old = await field(shipper.page, '托运单价').inputValue()
    await field(shipper.page, '托运单价').fill('6666')
    await field(shipper.page, '备注').fill('夜间不装车')
    const diff = section(shipper.page, '变更内容')
    await diff.getByText('6,666.00 元/车').or(diff.getByText('6666.00 元/车')).waitFor()
    await diff.getByText('需承运商同意').waitFor()
    await diff.getByText('直接生效').waitFor()
    await front(shipper.page).getByText('须 1 家承运商同意后生效').waitFor()
    await front(shipper.page).getByRole('button', { name: '提交变更' }).click()
    await front(shipper.page).getByText('请填写变更原因', { exact: true }).waitFor()
    await field(shipper.page, '变更原因').fill('燃油附加上调')
    await front(shipper.page).getByRole('button', { name: '提交变更' }).click()
    await message(shipper.page, '已提交，等待 1 家承运商同意').waitFor()
    await front(shipper.page).getByText('以下变更正在等待承运商同意').waitFor()

    // the carrier is told, reads its own price and agrees; the shipper's page follows by itself
    await front(carrier.page).getByText('货主申请变更以下内容，请答复').waitFor()
    await front(carrier.page).getByText('变更原因：燃油附加上调').waitFor()
    const asked = front(carrier.page).getByRole('group', { name: '变更内容' })
    await asked.getByText('承运单价').waitFor()
    expect(await asked.getByText('托运单价').count()).toBe(0)
    await front(carrier.page).getByRole('button', { name: '同意', exact: true }).click()
    await message(carrier.page, '已同意，变更已生效').waitFor()
    await front(carrier.page).getByText('6,332.70').or(front(carrier.page).getByText('6332.70')).first().waitFor()
    await section(shipper.page, '信息变更').getByText('已生效').waitFor()
    await section(shipper.page, '车辆与结算要求')
      .getByText(/6,?666\.00/)
      .waitFor()
    expect(old).not.toBe('6666.00')

    await goInside(shipper.page, `/goods/goodsInformationChange?id=${at.split('/').at(-1) ?? ''}`)
    await front(shipper.page).getByRole('group', { name: '支付方案' }).getByLabel(/^账期/).fill('60')
    await section(shipper.page, '变更内容').getByText('60 天').waitFor()
    await field(shipper.page, '变更原因').fill('统一账期')
    await front(shipper.page).getByRole('button', { name: '提交变更' }).click()
    await front(carrier.page).getByRole('button', { name: '拒绝', exact: true }).click()
    const refusing = carrier.page.getByRole('dialog', { name: '拒绝变更' })
    await refusing.getByLabel('原因').fill('账期过长')
    await refusing.getByRole('button', { name: '拒绝变更' }).click()
    await message(carrier.page, '已拒绝变更').waitFor()
    await section(shipper.page, '信息变更').getByText('原因：账期过长').waitFor()
    await section(shipper.page, '车辆与结算要求').getByText('60 天').waitFor({ state: 'detached' })
  },
)

journey('goods under way are neither cancelled nor ended: the list says why, and so does the page', async cast => {
  const { page } = await cast.visit('shipper', '/GoodsMy?state=partial&kind=SH')
  const goodsNo = (await rowOf(page, 'HY').first().getByRole('link', { name: /^HY/ }).textContent()) ?? ''
  for (const verb of ['取消', '结束']) {
    await rowOf(page, goodsNo).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: verb, exact: true }).click()
    const asking = page.getByRole('dialog', { name: `${verb}货源 ${goodsNo}` })
    await asking
      .getByRole('alert')
      .getByText(/，不能取消、结束/)
      .waitFor()
    expect(await asking.getByRole('button', { name: `${verb}货源` }).isDisabled()).toBe(true)
    await asking.getByRole('button', { name: '返回' }).click()
  }
  await rowOf(page, goodsNo).getByRole('link', { name: goodsNo }).click()
  await front(page)
    .getByRole('heading', { name: `货源 ${goodsNo}` })
    .waitFor()
  await front(page).getByRole('button', { name: '更多', exact: true }).click()
  for (const verb of ['取消', '结束'])
    await page.getByRole('menuitem', { name: new RegExp(`^${verb}.+，不能取消、结束`), disabled: true }).waitFor()
})
