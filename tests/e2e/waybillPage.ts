// Parts of a waybill's page that journeys press, and the way to one.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pngPhoto } from './photo.ts'
import { act, addressOf, front, goInside, message, rows, type Visitor } from './visitor.ts'

/** A part of the page in front by its heading. */
export const section = (page: Page, name: string) => front(page).getByRole('region', { name, exact: true })
export const dialogOf = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })

/** A file that is a real picture. */
export const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pngPhoto() })

/** A photo of this many bytes. */
export const largePhoto = (name: string, bytes: number) => {
  const whole = Buffer.alloc(bytes)
  pngPhoto().copy(whole)
  return { ...photo(name), buffer: whole }
}

/** Slows what a page sends to this many bytes a second; answers the end of it. */
export async function slowLine(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const pace = { offline: false, latency: 0, downloadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', { ...pace, uploadThroughput })
  return async () => {
    await line.send('Network.emulateNetworkConditions', { ...pace, uploadThroughput: -1 })
    await line.detach()
  }
}

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

export const isIn = (page: Page, state: string) =>
  expect
    .poll(() => front(page).locator('.ys-page-head .ys-tag').first().textContent(), { message: `state ${state}` })
    .toBe(state)

/** Presses a button of the page in front and answers its dialog. */
export async function press(
  page: Page,
  name: string,
  fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
  ok = name,
): Promise<void> {
  await act(page, name)
  if (!fill) return
  const dialog = dialogOf(page, new RegExp(`^${name}`))
  await fill(dialog)
  await dialog.getByRole('button', { name: ok, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export async function weigh(page: Page, ticketNo: string, gross: string, withPhoto: boolean): Promise<void> {
  await section(page, '重量与磅单').getByRole('button', { name: '登记磅单' }).click()
  const form = dialogOf(page, /^登记磅单/)
  await form.getByLabel('磅单号').fill(ticketNo)
  await form.getByLabel('毛重').fill(gross)
  await form.getByLabel('皮重').fill('60')
  await form.getByRole('button', { name: '保存磅单' }).click()
  await form.getByText('须小于毛重').waitFor()
  await form.getByLabel('皮重').fill('16')
  await form.getByText(`净重 ${(Number(gross) - 16).toFixed(3)} 吨`).waitFor()
  if (withPhoto) await form.locator('input[type=file]').setInputFiles(photo('磅单.png'))
  await form.getByRole('button', { name: '保存磅单' }).click()
  await message(page, '磅单已登记').waitFor()
  await section(page, '重量与磅单').getByText(ticketNo, { exact: true }).waitFor()
}
