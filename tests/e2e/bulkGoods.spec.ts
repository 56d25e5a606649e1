// Journeys of bulk and ordinary goods: published with limits and a price to come, and ordered anew.
import { expect } from 'vitest'
import { dayAhead, field, fillCargo, openFold, publish, publishButton, section } from './goodsForm.ts'
import { clearDraft, fillMoment } from './publishing.ts'
import { act, actOn, addressOf, front, goInside, home, journey, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

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
    await openFold(page, '价格计划')
    await front(page).getByRole('button', { name: '添加调价' }).click()
    await fillMoment(field(page, '生效时间'), `${dayAhead(3)} 00:00`)
    await section(page, '价格计划').getByLabel('托运单价').fill('220')
    const first = await publish(page)
    await section(page, '价格计划').getByText('220.00').waitFor()
    await section(page, '价格计划').getByText('待生效').waitFor()
    await section(page, '车辆与结算要求').getByText('装货：过磅重量、磅单照片；卸货：过磅重量、磅单照片').waitFor()
    await section(page, '车辆与结算要求').getByText('20 车').waitFor()

    await act(page, '再来一单')
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
    // on a phone the first act of goods one can still take is never another order
    await page.setViewportSize({ width: 390, height: 844 })
    const open = front(page)
      .locator('.ys-card')
      .filter({ hasText: /已发布|部分接单/ })
    await open.first().locator('.ys-card-act').waitFor()
    for (const act of await open.locator('.ys-card-act').allTextContents()) expect(act).not.toBe('再来一单')
    await page.setViewportSize({ width: 1440, height: 900 })
    await actOn(row, '再来一单')
    await settled(page)
    const at = addressOf(page)
    expect(at).toMatch(/^\/goods\/republish\?id=[\w-]{36}&user=shipper2$/)
    await front(page).getByText(`已复制货源 ${goodsNo} 的内容`).waitFor()
    await front(page)
      .getByText(/截止时间改为/)
      .waitFor()
    await expect.poll(() => field(page, '客户单号').inputValue()).toBe('')
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
