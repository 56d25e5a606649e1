// The publishing form as a person fills it: places by typing, cargo, price, plan of payment.
import type { Locator, Page } from 'playwright-core'
import { front } from './visitor.ts'

/** The search text, path and details by which a place of loading or unloading is entered. */
export interface Stop {
  readonly search: string
  readonly path: string
  readonly name: string
  readonly address: string
  readonly contact: string
  readonly mobile: string
}

/** The fields of the first place of a side. */
const sideOf = (page: Page, side: '装货地' | '卸货地'): Locator =>
  front(page).getByRole('group', { name: side, exact: true })

/** Types into the region field and takes the first finding with Enter; answers what the box shows then. */
export async function pickRegion(
  page: Page,
  box: Locator,
  { search, path }: Pick<Stop, 'search' | 'path'>,
): Promise<void> {
  await box.click()
  await box.fill(search)
  await page.getByRole('list', { name: '搜索结果' }).getByRole('button', { name: path }).first().waitFor()
  await box.press('Enter')
  await front(page)
    .locator('.ant-select')
    .getByTitle(path, { exact: true })
    .or(front(page).locator('.ant-select-content').getByText(path, { exact: true }))
    .first()
    .waitFor()
}

/** Opens the fields of a place. */
export async function openStop(page: Page, side: '装货地' | '卸货地'): Promise<void> {
  const open = sideOf(page, side).getByRole('button', { name: /^(?:手工填写|修改与时间)$/ })
  if ((await open.count()) > 0) await open.first().click()
}

/** Fills a place. */
export async function fillStop(page: Page, side: '装货地' | '卸货地', stop: Stop): Promise<void> {
  const fields = sideOf(page, side)
  await openStop(page, side)
  await pickRegion(page, fields.getByLabel('省市区'), stop)
  await fields.getByLabel('地点名称').fill(stop.name)
  await fields.getByLabel('详细地址').fill(stop.address)
  await fields.getByLabel('联系人').fill(stop.contact)
  await fields.getByLabel('手机号').fill(stop.mobile)
}

/** Chooses an entry of a select by typing its text; the menu moves about while it opens, so no pointer is used. */
export async function choose(page: Page, box: Locator, text: string): Promise<void> {
  await box.click()
  await box.fill(text)
  await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).waitFor()
  await box.press('Enter')
  await box
    .locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " ant-select ")]')
    .getByText(text, { exact: true })
    .first()
    .waitFor()
}

/** Types a moment into a picker. */
export async function fillMoment(box: Locator, text: string): Promise<void> {
  await box.click()
  await box.fill(text)
  await box.press('Enter')
}

/** Throws a kept draft away, if there is one. */
export async function clearDraft(page: Page): Promise<void> {
  const clear = front(page).getByRole('button', { name: '清空草稿' })
  if ((await clear.count()) === 0) return
  await clear.click()
  await page.getByRole('button', { name: '清空', exact: true }).click()
  await clear.waitFor({ state: 'detached' })
}
