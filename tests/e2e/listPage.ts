// Parts of a list page that journeys read, and the list most of them go to.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { front } from './visitor.ts'

/** The line under the list in front. */
export const foot = (page: Page) => front(page).locator('.ys-list-foot')

/** Waits until the first rows of the list in front are there. */
export const isLoaded = (page: Page) =>
  foot(page)
    .getByText(/^(?:已加载 )?(?:\d+|1万\+) 条/)
    .waitFor()

/** The heading of a column of the list in front. */
export const heading = (page: Page, name: string) =>
  front(page).locator('.ys-grid').getByRole('columnheader', { name, exact: true })

/** Presses an entry of the menu of the list in front: 列设置, 导出, 刷新. */
export async function fromMenu(page: Page, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry, exact: true })
  const tryOnce = { timeout: 10_000 }
  // a menu closes when something scrolls, as a list does that comes back to its place
  const isChosen = async (): Promise<boolean> => {
    if (!(await item.isVisible())) await front(page).getByRole('button', { name: '列表更多操作' }).click(tryOnce)
    await item.click(tryOnce)
    return true
  }
  await expect.poll(isChosen, { message: `entry ${entry}` }).toBe(true)
}

/** Chooses a state of the list in front, which may stand under 更多 where there is little room. */
export async function chooseState(page: Page, name: RegExp): Promise<void> {
  const tab = front(page).getByRole('tab', { name })
  const more = front(page).getByRole('button', { name: '更多状态' })
  const item = page.getByRole('menuitem', { name })
  // a menu closes when something scrolls, as a list does that comes back to its place
  const isChosen = async (): Promise<boolean> => {
    for (const entry of [tab, item])
      if (await entry.isVisible()) {
        await entry.click()
        return true
      }
    if ((await more.isVisible()) && (await more.getAttribute('aria-expanded')) === 'false') await more.click()
    return false
  }
  await expect.poll(isChosen, { message: `state ${name.source}`, timeout: 60_000 }).toBe(true)
}

/** Opens the conditions of the list in front. */
export async function openConditions(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: /^筛选/ }).click()
  await front(page).getByRole('button', { name: '查询' }).waitFor()
}

/** The address of the list of waybills. */
export const list = '/waybill/list'
