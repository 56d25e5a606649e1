// Journeys of goods that carriers have taken: changes they agree to or refuse, and what cannot be cancelled any more.
import { expect } from 'vitest'
import { field, section } from './goodsForm.ts'
import { act, addressOf, front, goInside, journey, message, pointedAt, rowOf, useProduct } from './visitor.ts'

useProduct()

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
    await carrier.page.getByRole('dialog', { name: '已接单' }).waitFor()
    await carrier.page.keyboard.press('Escape')

    // the shipper changes the price: who must agree is told before it is sent
    await front(shipper.page).getByText('部分接单').first().waitFor()
    await act(shipper.page, '变更')
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
    await carrier.page.keyboard.press('Escape')
    await refusing.waitFor({ state: 'hidden' })
    await message(carrier.page, '已存草稿').waitFor()
    await front(carrier.page).getByRole('button', { name: '拒绝', exact: true }).click()
    await expect.poll(() => refusing.getByLabel('原因').inputValue()).toBe('账期过长')
    // left open by a reload, it is opened again
    await carrier.page.reload()
    await carrier.page.locator('.left-open').getByRole('button', { name: '继续填写' }).click()
    await expect.poll(() => refusing.getByLabel('原因').inputValue()).toBe('账期过长')
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
    await (await pointedAt(rowOf(page, goodsNo))).getByRole('button', { name: '更多' }).click()
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
