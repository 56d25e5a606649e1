// Parts of a waybill's page that journeys press, and the way to one.
import type { Page } from 'playwright-core'
import { pngPhoto } from './photo.ts'
import { addressOf, front, goInside, rows, type Visitor } from './visitor.ts'

/** A part of the page in front by its heading. */
export const section = (page: Page, name: string) => front(page).getByRole('region', { name, exact: true })
export const dialogOf = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
/** A file that is a real picture. */
export const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pngPhoto() })

/**
 * Opens the newest coal waybill of a state from the list, one of `shipper` and `carrier`; answers its number and
 * address.
 */
export async function openNewest({ page }: Visitor, state: string): Promise<{ waybillNo: string; at: string }> {
  await goInside(page, `/waybill/list?state=${state}`)
  const link = rows(page).filter({ hasText: '恒泰' }).first().getByRole('link', { name: /^YD/ })
  const waybillNo = (await link.textContent()) ?? ''
  await link.click()
  await front(page)
    .getByRole('heading', { name: `运单 ${waybillNo}` })
    .waitFor()
  return { waybillNo, at: addressOf(page) }
}
