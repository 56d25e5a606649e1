// Working for an employee as journeys begin it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './visitor.ts'

export const banner = (page: Page) => page.getByRole('status').filter({ hasText: '正在代' })
export const people = (page: Page) => page.getByRole('dialog', { name: '选择员工' })

/** Chooses the only person a text finds, and waits until the portal stands anew. */
export async function workFor(page: Page, text: string): Promise<void> {
  await people(page).getByRole('textbox').or(people(page).getByRole('searchbox')).first().fill(text)
  await expect.poll(() => people(page).getByRole('listitem').count()).toBe(1)
  const loaded = page.waitForEvent('load')
  await people(page).getByRole('listitem').getByRole('button').click()
  await loaded
  await settled(page)
}
