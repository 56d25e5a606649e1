// Trips of trucks as people write them down for the sheet of returned papers.
import { DAY_MS, formatDateTime, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { expect } from 'vitest'
import { rows, type Cast } from './visitor.ts'

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
    const plate = /[\u4e00-\u9fa5][A-Z][A-Z0-9]{5,6}/.exec(text)?.[0]
    const driver = /([\u4e00-\u9fa5]{2,4}) 1[\d*]{10}/.exec(text)?.[1]
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

export const head = ['车牌号', '司机', '装货时间', '卸货时间', '装货重量', '卸货重量']
