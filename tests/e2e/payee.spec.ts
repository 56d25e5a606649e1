// A journey of a payee: registered, verified, and authorised by a driver.
import { expect } from 'vitest'
import { drawer, photo, tag, upload } from './fleetPage.ts'
import { front, journey, message, rowOf, useProduct } from './visitor.ts'

useProduct()

journey(
  'a captain is registered, verified, authorised by a driver with a signed letter, and becomes whom that driver is paid through',
  async cast => {
    const { page } = await cast.visit('carrier2', '/payee/list')
    await front(page).getByRole('button', { name: '登记收款人' }).click()
    const box = drawer(page, '登记收款人')
    await box.getByLabel('户名', { exact: true }).fill('仲大队')
    await box.getByLabel('身份证号', { exact: true }).fill('11010519491231002x')
    await box.getByLabel('手机号', { exact: true }).fill('19900004321')
    await box.getByLabel('开户银行', { exact: true }).fill('中国工商银行')
    const number = box.getByLabel('银行卡号', { exact: true })
    await number.fill('6222020000000000019')
    await number.blur()
    await box.getByText('银行卡号校验失败').waitFor()
    await number.fill('6222 0200 0000 0000 018')
    await box.getByRole('button', { name: /保\s*存/ }).click()
    await front(page).getByRole('heading', { name: '收款人 仲大队' }).waitFor()
    // the whole number comes by the eye alone, and goes when it is asked to, or when its tab is left
    const whole = front(page).getByText('6222020000000000018')
    expect(await whole.count()).toBe(0)
    await front(page).getByRole('button', { name: '查看完整银行账号' }).click()
    await whole.waitFor()
    await front(page).getByRole('button', { name: '隐藏银行账号' }).click()
    await whole.waitFor({ state: 'detached' })
    for (const kind of ['银行卡或开户证明', '身份证人像面', '身份证国徽面']) await upload(page, kind)
    await front(page).getByRole('button', { name: '提交审核' }).click()
    await expect.poll(() => tag(page).textContent()).toBe('待审核')

    await front(page).getByRole('button', { name: '添加授权' }).click()
    const auth = drawer(page, '添加收款授权 仲大队')
    await auth.getByLabel('司机', { exact: true }).click()
    const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').first()
    const driver = ((await option.textContent()) ?? '').split(' ')[0] ?? ''
    await option.click()
    await auth.locator('input[type=file]').setInputFiles(photo)
    await auth.getByRole('button', { name: '提交，等待审核' }).click()
    await message(page, '已提交，等待平台审核').waitFor()
    await front(page).getByRole('region', { name: '收款授权' }).first().getByText(driver).waitFor()

    const house = await cast.visit('platform-ops', '/payee/list?authWaiting=true')
    await rowOf(house.page, '仲大队').getByRole('link', { name: '仲大队' }).click()
    await front(house.page)
      .locator('.ys-page-head')
      .getByRole('button', { name: /通\s*过/ })
      .click()
    await expect.poll(() => tag(house.page).textContent()).toBe('已认证')
    await front(house.page)
      .locator('.ys-table')
      .getByRole('button', { name: /通\s*过/ })
      .click()
    await front(house.page).locator('.ys-table').getByText('生效').waitFor()
    // the verifier sees the number of the account masked
    expect(await front(house.page).getByText('****0018').count()).toBe(1)

    await front(page).locator('.ys-table').getByText('生效').waitFor()
    await front(page).locator('.ys-table').getByRole('link', { name: driver }).click()
    const payees = front(page).getByRole('region', { name: '收款人' }).first()
    const line = payees.getByRole('row').filter({ hasText: '仲大队' })
    await line.getByRole('button', { name: '设为默认' }).click()
    await line.getByText('默认收款人').waitFor()
  },
)
