// Journeys of one’s own account: a new password, and devices that are signed in.
import { permitWords, restingPermits } from '@yunshu/domain/permits/permits'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { groups } from './portal.ts'
import { openSecurity, signOut } from './securityPage.ts'
import { fits, passerBy } from './sharing.ts'
import { makePasswordLink } from './staffPage.ts'
import { fillLogin, front, home, journey, message, password, settled, useProduct } from './visitor.ts'

useProduct()

const newPassword = 'Kranich-7-Boot'

async function changePassword(page: Page, from: string, to: string, again = to): Promise<void> {
  const form = front(page).getByRole('region', { name: '登录密码' })
  await form.getByLabel('当前密码').fill(from)
  await form.getByLabel('新密码', { exact: true }).fill(to)
  await form.getByLabel('确认新密码').fill(again)
  await form.getByRole('button', { name: '修改密码' }).click()
}

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
  await expect.poll(met).toEqual(['true', 'true', 'true', 'false'])
  await form.getByLabel('新密码', { exact: true }).fill('carrier8-finance-X1')
  await expect.poll(met).toEqual(['true', 'true', 'false', 'true'])
  await changePassword(page, password, 'carrier8-finance-X1')
  await form.getByText('不能含有账号').waitFor()
  await changePassword(page, password, newPassword, 'Kranich-8-Boot')
  await form.getByText('两次输入的新密码不一致').waitFor()
  await changePassword(page, 'wrong', newPassword)
  await form.getByText('密码不正确').waitFor()
  expect(await met()).toEqual(['true', 'true', 'true', 'true'])
  await changePassword(page, password, newPassword)
  await message(page, '密码已修改').waitFor()
  await expect.poll(() => form.getByLabel('新密码', { exact: true }).inputValue()).toBe('')
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
  groups(other.page)
    .getByRole('link', { name: '运单', exact: true })
    .click()
    .catch(() => undefined)
  const told = other.page.getByRole('dialog').filter({ hasText: '您的账号已在别处退出或权限已变更' })
  await told.getByRole('button', { name: '重新登录' }).click()
  await other.page.getByRole('button', { name: '登录', exact: true }).waitFor()
})

journey(
  'a reset hands over a link; on a phone the person chooses a password by it, signs in, and reads until when money rests',
  async cast => {
    const { page } = await cast.visit('shipper5', '/shipper/staff/list')
    const address = await makePasswordLink(page, 'shipper5-finance')

    const person = await passerBy(cast)
    // without network the page offers to ask again
    const asked = (url: URL): boolean => url.pathname === '/v1/passwordLink'
    person.expectComplaint(/ERR_FAILED \(.*\/v1\/passwordLink\)$/)
    await person.page.route(asked, route => route.abort())
    await person.page.goto(address)
    await person.page.getByRole('alert').filter({ hasText: '暂时连不上服务器' }).waitFor()
    await person.page.unroute(asked)
    await person.page.getByRole('button', { name: '重试' }).click()
    await person.page.getByText('shipper5-finance').waitFor()
    expect(await fits(person.page)).toBe(0)
    const choose = person.page.getByRole('button', { name: '设置新密码' })
    await person.page.getByLabel('新密码', { exact: true }).fill('abc')
    await choose.click()
    await expect.poll(() => person.page.getByLabel('新密码', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    const fresh = 'Chuzhang#2026'
    await person.page.getByLabel('新密码', { exact: true }).fill(fresh)
    await person.page.getByLabel('确认新密码').fill('another')
    await choose.click()
    await person.page.getByText('两次输入的新密码不一致').waitFor()
    await person.page.getByLabel('确认新密码').fill(fresh)
    await choose.click()
    await person.page.getByText('新密码已设置').waitFor()
    await person.page.reload()
    await person.page.getByText('链接已失效或已使用').waitFor()
    await person.page.getByRole('link', { name: '去登录' }).click()
    await fillLogin(person.page, 'shipper5-finance', fresh)
    await settled(person.page)
    await person.page.goto(`${home}/account/security`)
    await settled(person.page)
    await front(person.page)
      .getByText(`${permitWords(restingPermits)}的权限暂停至`)
      .waitFor()
  },
)
