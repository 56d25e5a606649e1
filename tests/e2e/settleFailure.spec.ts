// Journey of a failed payment: the clerk makes a sheet of it, finance approves and pays, and both sheets are over.
import { expect } from 'vitest'
import { addressOf, front, journey, message, rows, useProduct } from './visitor.ts'

useProduct()

journey(
  '[RT-15] a payment the bank refused is paid again from a sheet of its own, which ends the first one; numbers that do not belong together are not found',
  async cast => {
    const { page } = await cast.visit('shipper-freight', '/settlement/list?state=partial')
    await rows(page).first().getByRole('link', { name: /^JS/ }).click()
    await front(page).getByText('部分失败', { exact: true }).first().waitFor()
    const parent = addressOf(page).split('/').at(-1) ?? ''
    await front(page).getByRole('button', { name: '生成失败补付单' }).click()
    await message(page, /^已生成失败补付单/).waitFor()
    await page.waitForURL(/\/manage\/Failure\//)
    const at = addressOf(page)
    expect(at).toMatch(new RegExp(`^/manage/Failure/JS\\d+/${parent}$`))
    const failed = front(page).getByRole('region', { name: /^失败的付款/ })
    await failed.getByText(/^(?:账号户名不符|卡已销户|超过单笔限额)$/).waitFor()
    await failed.getByText('第 2 次').waitFor()
    await front(page).getByRole('button', { name: '提交审核', exact: true }).click()
    await front(page).getByText('待审核', { exact: true }).first().waitFor()

    const finance = await cast.visit('shipper-finance', at)
    await front(finance.page).getByRole('button', { name: '审核通过', exact: true }).click()
    await finance.page.getByRole('dialog').getByRole('button', { name: '审核通过', exact: true }).click()
    await front(finance.page).getByRole('button', { name: '支付', exact: true }).click()
    const paying = finance.page.getByRole('dialog')
    await paying.getByRole('checkbox').check()
    await paying.getByRole('button', { name: '确认支付' }).click()
    await front(finance.page).getByText('已支付', { exact: true }).first().waitFor()
    await failedLink(finance.page, parent).click()
    await finance.page.waitForURL(`**/manage/Normal/${parent}`)
    await front(finance.page).getByText('已支付', { exact: true }).first().waitFor()

    // an address whose numbers do not belong together
    finance.expectComplaint(/status of 404/)
    const [, , , child = ''] = at.split('/')
    await finance.page.goto(finance.page.url().replace(/\/manage\/.*/, `/manage/Failure/${parent}/${child}`))
    await front(finance.page).getByText('记录不存在或已被删除').waitFor()
  },
)

const failedLink = (page: Parameters<typeof front>[0], parent: string) =>
  front(page)
    .getByRole('region', { name: /^失败的付款/ })
    .getByRole('link', { name: parent })
