// The page of one’s own account, and the way out, as journeys press them.
import type { Page } from 'playwright-core'
import { home, settled } from './visitor.ts'

export const security = '/account/security'

export async function openSecurity(page: Page): Promise<void> {
  await page.goto(home + security)
  await settled(page)
}

/** Signs out by the menu of the person. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('.header-user').click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
}
