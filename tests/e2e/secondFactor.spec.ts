// A journey of the second factor: set up, used with codes of both kinds, and given up.
import { moneyPermits, permitWords } from '@yunshu/domain/permits/permits'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { openSecurity, security, signOut } from './securityPage.ts'
import {
  addressOf,
  fillLogin,
  front,
  hasFocus,
  journey,
  message,
  password,
  pointedAt,
  rowOf,
  settled,
  useProduct,
} from './visitor.ts'

useProduct()

/** The code an app shows, `steps` of 30 s from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

journey(
  'a person sets the second factor up, signs in with a code and with a recovery code, and gives it up again',
  async cast => {
    const { page, expectComplaint } = await cast.newcomer('shipper6-finance')
    await page.locator('.header-user').click()
    await page.getByRole('menuitem', { name: '账号安全' }).click()
    await settled(page)
    expect(addressOf(page)).toBe(security)
    await front(page)
      .getByText(`您有资金权限（${permitWords(moneyPermits)}）`)
      .waitFor()

    await front(page).getByRole('button', { name: '启用动态验证码' }).click()
    const dialog = page.getByRole('dialog')
    // the dialog opens on its field
    await hasFocus(dialog.getByLabel('登录密码'))
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
    await hasFocus(code)
    // the password is still there, and the code used before is refused
    await expect.poll(() => page.getByLabel('密码', { exact: true }).inputValue()).toBe(password)
    await page.keyboard.type(codeOf(secret, -1))
    await page.keyboard.press('Enter')
    await page.getByText('动态验证码不正确或已使用').waitFor()
    await hasFocus(code)
    await page.keyboard.type(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await settled(page)
    await openSecurity(page)
    await front(page).getByText('动态验证码错误').waitFor()
    await signOut(page)

    // wrong passwords lock the account; password and code together open it
    expectComplaint(/status of 429 .*\/v1\/login/)
    for (let n = 0; n < 5; n++) {
      const answered = page.waitForResponse('**/v1/login')
      await fillLogin(page, 'shipper6-finance', 'wrong')
      await answered
    }
    await fillLogin(page, 'shipper6-finance')
    await page.getByText('登录失败次数过多，请 30 分钟后再试').waitFor()
    await page.getByText('与密码一并填写即可登录').waitFor()
    await page.getByRole('button', { name: '使用恢复码' }).click()
    await page.getByLabel('恢复码', { exact: true }).fill(codes[0]?.toLowerCase() ?? '')
    await page.keyboard.press('Enter')
    await settled(page)
    await openSecurity(page)
    await front(page).getByText('剩余恢复码 9 个').waitFor()

    // a colleague who keeps the people could take it away, were the phone and the codes lost
    const admin = await cast.visit('shipper6', '/shipper/staff/list')
    const rowActions = rowOf(admin.page, 'shipper6-finance')
    await (await pointedAt(rowActions)).getByRole('button', { name: /更多/ }).click()
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
