// Journeys of one's own account: the second factor, a new password, and devices that are signed in.
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, fillLogin, front, home, journey, message, password, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

const security = '/account/security'
const newPassword = 'Kranich-7-Boot'

/** The code an app shows, `steps` of 30 s from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function openSecurity(page: Page): Promise<void> {
  await page.goto(home + security)
  await settled(page)
}

/** Signs out by the menu of the person. */
async function signOut(page: Page): Promise<void> {
  await page.locator('.header-user').click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
}

async function changePassword(page: Page, from: string, to: string, again = to): Promise<void> {
  const form = front(page).getByRole('region', { name: '登录密码' })
  await form.getByLabel('当前密码').fill(from)
  await form.getByLabel('新密码', { exact: true }).fill(to)
  await form.getByLabel('确认新密码').fill(again)
  await form.getByRole('button', { name: '修改密码' }).click()
}

journey(
  'a person sets the second factor up, signs in with a code and with a recovery code, and gives it up again',
  async cast => {
    const { page } = await cast.newcomer('shipper6-finance')
    await page.locator('.header-user').click()
    await page.getByRole('menuitem', { name: '账号安全' }).click()
    await settled(page)
    expect(addressOf(page)).toBe(security)
    await front(page).getByText('您可以审核或支付结算单').waitFor()

    await front(page).getByRole('button', { name: '启用动态验证码' }).click()
    const dialog = page.getByRole('dialog')
    // the dialog opens on its field
    await dialog.getByLabel('登录密码').waitFor()
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByText('密码不正确').waitFor()
    await dialog.getByLabel('登录密码').fill(password)
    await page.keyboard.press('Enter')
    await dialog.locator('.ant-qrcode svg').waitFor()
    const secret = (await dialog.locator('.account-qr .ys-copy').innerText()).replaceAll(/\s/g, '')
    await dialog.getByRole('textbox', { name: '动态验证码' }).fill(codeOf(secret))
    await page.keyboard.press('Enter')
    const list = dialog.getByRole('list', { name: '恢复码' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(10)
    const codes = await list.allInnerTexts()
    await dialog.getByRole('button', { name: '我已妥善保存' }).click()
    await front(page).getByText('剩余恢复码 10 个').waitFor()
    await signOut(page)

    await fillLogin(page, 'shipper6-finance')
    const code = page.getByLabel('动态验证码', { exact: true })
    await code.waitFor()
    // the password is still there, and the code used before is refused
    await expect.poll(() => page.getByLabel('密码', { exact: true }).inputValue()).toBe(password)
    await page.keyboard.type(codeOf(secret, -1))
    await page.keyboard.press('Enter')
    await page.getByText('动态验证码不正确或已使用').waitFor()
    await page.keyboard.type(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await settled(page)
    await openSecurity(page)
    await front(page).getByText('动态验证码错误').waitFor()
    await signOut(page)

    await fillLogin(page, 'shipper6-finance')
    await page.getByRole('button', { name: '使用恢复码' }).click()
    await page.getByLabel('恢复码', { exact: true }).fill(codes[0]?.toLowerCase() ?? '')
    await page.keyboard.press('Enter')
    await settled(page)
    await openSecurity(page)
    await front(page).getByText('剩余恢复码 9 个').waitFor()

    // a colleague who keeps the people could take it away, were the phone and the codes lost
    const admin = await cast.visit('shipper6', '/shipper/staff/list')
    const rowActions = rowOf(admin.page, 'shipper6-finance')
    await rowActions.getByRole('button', { name: /更多/ }).click()
    await admin.page.getByRole('menuitem', { name: '重置动态验证码' }).click()
    await admin.page
      .getByRole('dialog', { name: /重置动态验证码/ })
      .getByText('请先核实本人身份')
      .waitFor()
    await admin.page.keyboard.press('Escape')

    await front(page).getByRole('button', { name: '停用' }).click()
    await dialog.getByLabel('登录密码').fill(password)
    await dialog.getByRole('textbox', { name: '动态验证码' }).fill(codes[1] ?? '')
    await page.keyboard.press('Enter')
    await message(page, '动态验证码已停用').waitFor()
    await front(page).getByRole('button', { name: '启用动态验证码' }).waitFor()
  },
)

journey('a person changes their password by the rules the form shows, and signs in with it', async cast => {
  const { page, expectComplaint } = await cast.newcomer('carrier8-finance')
  await openSecurity(page)
  const form = front(page).getByRole('region', { name: '登录密码' })
  const met = () =>
    form
      .getByRole('list', { name: '密码要求' })
      .getByRole('listitem')
      .evaluateAll(items => items.map(item => item.getAttribute('data-met')))
  await form.getByLabel('新密码', { exact: true }).fill('Wuliu#2026')
  expect(await met()).toEqual(['true', 'true', 'true', 'false'])
  await form.getByLabel('新密码', { exact: true }).fill('carrier8-finance-X1')
  expect(await met()).toEqual(['true', 'true', 'false', 'true'])
  await changePassword(page, password, 'carrier8-finance-X1')
  await form.getByText('不能含有账号').waitFor()
  await changePassword(page, password, newPassword, 'Kranich-8-Boot')
  await form.getByText('两次输入的新密码不一致').waitFor()
  await changePassword(page, 'wrong', newPassword)
  await form.getByText('密码不正确').waitFor()
  expect(await met()).toEqual(['true', 'true', 'true', 'true'])
  await changePassword(page, password, newPassword)
  await message(page, '密码已修改').waitFor()
  expect(await form.getByLabel('新密码', { exact: true }).inputValue()).toBe('')
  await signOut(page)
  await fillLogin(page, 'carrier8-finance', newPassword)
  await settled(page)
  await openSecurity(page)
  await front(page)
    .getByText(/上次修改/)
    .waitFor()
  // the server alone knows what was used before
  expectComplaint(/400/)
  await changePassword(page, newPassword, password)
  await form.getByText('不能使用最近5次用过的密码').waitFor()
})

journey('of two browsers one signs the other out, and that one lands on the login page', async cast => {
  const other = await cast.newcomer('carrier7-finance')
  const mine = await cast.newcomer('carrier7-finance')
  await openSecurity(mine.page)
  const devices = front(mine.page).getByRole('region', { name: '登录设备' })
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(2)
  expect(await devices.getByRole('listitem').first().innerText()).toContain('本机')
  other.expectComplaint(/401/)
  await devices.getByRole('button', { name: /^退出 / }).click()
  await mine.page
    .getByRole('tooltip')
    .or(mine.page.locator('.ant-popover'))
    .getByRole('button', { name: '退出', exact: true })
    .click()
  await message(mine.page, '已退出该设备').waitFor()
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
  // the next call of the other says so, and leads to the login page: a click, or what the page asked by itself before
  // it, which takes the menu away
  other.page
    .getByRole('menuitem', { name: '运单列表' })
    .or(other.page.getByRole('link', { name: '运单列表' }))
    .first()
    .click()
    .catch(() => undefined)
  const told = other.page.getByRole('dialog').filter({ hasText: '您的账号已在别处退出或权限已变更' })
  await told.getByRole('button', { name: '重新登录' }).click()
  await other.page.getByRole('button', { name: '登录', exact: true }).waitFor()
})
