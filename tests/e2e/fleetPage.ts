// Parts of the pages of vehicles and payees that journeys press, and the way papers are uploaded there.
import type { Page } from 'playwright-core'
import { pngPhoto } from './photo.ts'
import { front } from './visitor.ts'

export const drawer = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })
export const photo = { name: '证件.png', mimeType: 'image/png', buffer: pngPhoto() }
export const tag = (page: Page) => front(page).locator('.ys-page-head .ys-tag').first()

/** Uploads a picture as a document of a kind. */
export async function upload(page: Page, kind: string): Promise<void> {
  const block = front(page).getByRole('region', { name: kind, exact: true })
  const shown = block.getByRole('button', { name: /^查看大图/ })
  const before = await shown.count()
  await block.getByRole('button', { name: '上传', exact: true }).click()
  await block.locator('input[type=file]').setInputFiles(photo)
  await shown.nth(before).waitFor()
}
