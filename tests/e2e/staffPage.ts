// The list of the people of a company, as journeys use it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pointedAt, rowOf } from './visitor.ts'

/** Makes a link for the person of an account on the list in front; answers its address. */
export async function makePasswordLink(page: Page, account: string): Promise<string> {
  await (await pointedAt(rowOf(page, account))).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '重置密码' }).click()
  const asked = page.getByRole('dialog', { name: /^重置密码/ })
  await asked.getByRole('button', { name: '重置密码' }).click()
  const shown = page.getByRole('dialog', { name: '重置密码的链接' })
  const address = (await shown.getByRole('button', { name: /^复制 / }).getAttribute('aria-label'))?.slice(3) ?? ''
  expect(address).toMatch(/\/public\/password#[\w-]{43}$/)
  await shown.getByRole('button', { name: '我已复制' }).click()
  return address
}
