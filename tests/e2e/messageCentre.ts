// The message centre as journeys read it, and the platform’s way to write to a company.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { front, message } from './visitor.ts'

export const bell = (page: Page) => page.getByRole('button', { name: /^消息(?:，|$)/ })

/** The number at the bell. */
export const unread = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)

export const isUnread = (page: Page, count: number) =>
  expect.poll(() => unread(page), { message: `${count} unread` }).toBe(count)

export const popup = (page: Page, text: string) => page.locator('.ant-notification-notice').filter({ hasText: text })

/** A line of the message centre in front. */
export const line = (page: Page, text: string) => front(page).locator('.notice-list > li').filter({ hasText: text })

/** The platform writes to one company. */
export async function announce(page: Page, company: string, title: string, type?: string): Promise<void> {
  const form = front(page)
  await form.getByLabel('发送对象').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('指定企业').click()
  await form.getByLabel('企业', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(company).click()
  if (type !== undefined) {
    await form.getByLabel('通知类型').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(type).click()
  }
  await form.getByLabel('标题', { exact: true }).fill(title)
  await form.getByLabel('内容', { exact: true }).fill(`${title}，请知悉。`)
  // those of the company who are not disabled
  const count = form.getByText(/^将发给 [1-3] 人$/)
  await count.waitFor()
  const receivers = /\d 人/.exec(await count.innerText())?.[0] ?? ''
  // a mark of loading may still be fading in it
  await form.getByRole('button', { name: /发送$/ }).click()
  const asking = page.getByRole('dialog', { name: '发送 群发通知' })
  await asking.getByText(`将发给 ${receivers}，发出后不能撤回`).waitFor()
  await asking.getByRole('button', { name: '发送', exact: true }).click()
  await message(page, `已发送给 ${receivers}`).waitFor()
}
