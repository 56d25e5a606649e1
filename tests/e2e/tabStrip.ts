// The strip of tabs as journeys read and press it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { goInside, type Cast } from './visitor.ts'

/** The strip itself. */
export const strip = (page: Page) => page.getByRole('tablist', { name: '打开的页面' })
/** Titles of the tabs from the left. */
export const titles = (page: Page): Promise<string[]> =>
  strip(page)
    .getByRole('tab')
    .allInnerTexts()
    .then(texts => texts.map(text => text.trim()))

/** The tab with a title. */
export const tab = (page: Page, name: string) => strip(page).getByRole('tab', { name, exact: true })

/** A person with no tab but the first. */
export async function tidy(cast: Cast, account: string): Promise<Page> {
  const { page } = await cast.visit(account)
  await page.evaluate(() => {
    sessionStorage.clear()
  })
  await page.getByRole('button', { name: '标签页操作' }).click()
  const closeAll = page.getByRole('menuitem', { name: '关闭全部' })
  if ((await closeAll.getAttribute('aria-disabled')) === 'true') await page.keyboard.press('Escape')
  else await closeAll.click()
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
