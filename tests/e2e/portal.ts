// Parts of the shell that journeys press, and permission info other than the server's.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The bar at the top. */
export const header = (page: Page) => page.getByRole('banner')
/** The menu at the side. */
export const side = (page: Page) => page.getByRole('navigation', { name: '侧边菜单' })

/** The menu in the header: the groups. */
export const groups = (page: Page) => header(page).getByRole('navigation', { name: '顶部菜单' })

/** Goes to a page by the menus: its group in the header, then its entry at the side. */
export async function throughMenus(page: Page, group: string, name: string): Promise<void> {
  await groups(page).getByRole('link', { name: group, exact: true }).click()
  await side(page).getByRole('link', { name, exact: true }).click()
}

/** Opens the person's menu and presses an entry of it, through the entries that hold it. */
export async function userMenu(page: Page, ...entries: readonly (string | RegExp)[]): Promise<void> {
  const entry = (name: string | RegExp) => page.getByRole('menuitem', { name }).last()
  const [leaf, ...holders] = entries.toReversed()
  if (leaf === undefined) throw new Error('userMenu needs an entry to press')
  await header(page).locator('button[aria-haspopup=menu]').click()
  // a menu that still moves slides away from under the mouse and closes what it held: its holders are pointed at again
  // until the entry could be pressed
  await expect
    .poll(async () => {
      try {
        if (holders.length > 0) await page.mouse.move(0, 0)
        for (const holder of holders.toReversed()) await entry(holder).hover({ timeout: 1000 })
        await entry(leaf).click({ timeout: 3000 })
        return true
      } catch {
        return false
      }
    })
    .toBe(true)
}

/** Lets the server supply other permission info than it does. */
export async function jurisdictionWith(
  page: Page,
  change: (data: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.route('**/auth/v1/jurisdiction*', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...change(body.data) } } })
  })
}
