// Trips of trucks as people write them down for the sheet of returned papers, and the parts of that sheet.
import { DAY_MS, formatDateTime, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { act, front, home, rows, settled, type Cast } from './visitor.ts'

interface Truck {
  readonly plate: string
  readonly driver: string
}

/** Trucks of the carrier with their drivers, as its waybills for this shipper name them. */
export async function trucks(cast: Cast, count: number): Promise<Truck[]> {
  const { page, context } = await cast.visit('carrier', '/waybill/list?state=signed')
  const texts = await rows(page).allInnerTexts()
  await context.close()
  const found = new Map<string, Truck>()
  for (const text of texts) {
    const [, plate, driver] = /([\u4e00-\u9fa5][A-Z][A-Z0-9]{5,6})\s+([\u4e00-\u9fa5]{2,4})/.exec(text) ?? []
    if (plate !== undefined && driver !== undefined && text.includes('恒泰')) found.set(plate, { plate, driver })
  }
  expect(found.size).toBeGreaterThanOrEqual(count)
  return [...found.values()].slice(0, count)
}

const minute = (ms: number): string => formatDateTime(ms).slice(0, 16)

/** A trip of twenty-six hours so many days ago, as people write it. */
export function trip({ plate, driver }: Truck, daysAgo: number): string[] {
  const at = startOfDay(Date.now()) - daysAgo * DAY_MS
  return [plate, driver, minute(at + 8 * HOUR_MS), minute(at + 34 * HOUR_MS), '20.000', '19.980']
}

/** The headings of the columns, as trips fill them. */
export const head = ['车牌号', '司机', '装货时间', '卸货时间', '装货重量', '卸货重量']
export const block = (lines: readonly (readonly string[])[]): string => lines.map(line => line.join('\t')).join('\n')

/** Opens the sheet of the first goods counted by the ton of which part is left, the way people come to it. */
export async function openSheet(page: Page): Promise<void> {
  await page.goto(`${home}/GoodsMy?state=partial`)
  await settled(page)
  await rows(page).filter({ hasText: /\d 吨/ }).first().getByRole('link', { name: /^HY/ }).click()
  await settled(page)
  await act(page, '回单补录')
  await front(page)
    .getByRole('heading', { name: /^回单补录 HY/ })
    .waitFor()
  await settled(page)
}

/** The field over the cell that is typed in. */
export const cell = (page: Page) => front(page).locator('.sg-input')
export const foot = (page: Page) => front(page).locator('.bf-foot')
