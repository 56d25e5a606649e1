// The strip of tabs as journeys read and press it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { goInside, type Cast } from './visitor.ts'

/** The strip itself. */
export const strip = (page: Page) => page.getByRole('tablist', { name: '打开的页面' })
/** Whole titles of the tabs from the left. */
export const titles = (page: Page): Promise<string[]> =>
  strip(page)
    .getByRole('tab')
    .evaluateAll(tabs => tabs.map(tab => tab.getAttribute('title') ?? ''))

/** The tab with a title. */
export const tab = (page: Page, name: string) => strip(page).getByRole('tab', { name, exact: true })

/** A person with no tab but the first. */
export async function tidy(cast: Cast, account: string): Promise<Page> {
  const { page } = await cast.visit(account)
  await page.evaluate(() => {
    sessionStorage.clear()
  })
  await page.getByRole('button', { name: /^全部标签页/ }).click()
  await page.getByRole('region', { name: '全部标签页' }).getByRole('button', { name: '关闭全部' }).click()
  await expect.poll(() => titles(page)).toEqual(['首页'])
  return page
}

/** Opens pages one after the other. */
export async function open(page: Page, ...addresses: readonly string[]): Promise<void> {
  for (const at of addresses) await goInside(page, at)
}

/** Presses an entry of a tab's own menu. */
export async function tabMenu(page: Page, name: string, entry: string): Promise<void> {
  await tab(page, name).click({ button: 'right' })
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: entry, exact: true }).click()
}
