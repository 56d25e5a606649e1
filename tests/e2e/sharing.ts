// The share drawer of goods as journeys press it, and people who pass by.
import type { Page } from 'playwright-core'
import { act, front, rows, type Cast } from './visitor.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const drawerOf = (page: Page) => page.getByRole('dialog', { name: /^分享货源 HY/ })
export const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Opens the first goods of a list and its share drawer. */
export async function openShare(page: Page): Promise<void> {
  await rows(page).first().getByRole('link', { name: /^HY/ }).click()
  await front(page)
    .getByRole('heading', { name: /^货源 HY/ })
    .waitFor()
  await act(page, '分享')
  await drawerOf(page).getByRole('button', { name: '生成链接和海报' }).waitFor()
}

/** Somebody with a phone who has never been here. */
export async function passerBy(cast: Cast): Promise<Awaited<ReturnType<Cast['stranger']>>> {
  const visitor = await cast.stranger(phone)
  visitor.expectComplaint(/status of 404/)
  return visitor
}
