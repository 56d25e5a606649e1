// Parts of a list page that journeys read, and the list most of them go to.
import type { Page } from 'playwright-core'
import { front } from './visitor.ts'

/** The line under the list in front. */
export const foot = (page: Page) => front(page).locator('.ys-list-foot')

/** Waits until the first rows of the list in front are there. */
export const isLoaded = (page: Page) =>
  foot(page)
    .getByText(/^已加载 \d+ 条/)
    .waitFor()

/** The heading of a column of the list in front. */
export const heading = (page: Page, name: string) =>
  front(page).locator('.ys-grid').getByRole('columnheader', { name, exact: true })

/** The address of the list of waybills. */
export const list = '/waybill/list'
