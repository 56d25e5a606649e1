// The layers over a list, looked at in both appearances: a peek, a drawer and a dialog have no serious fault of accessibility.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { userMenu } from '../portal.ts'
import { front, journey, rows, settled, useProduct } from '../visitor.ts'
import { seriousFaults } from './look.ts'

useProduct()

/** Opens one layer after the other and tells what axe finds on each. */
async function faultsOfLayers(page: Page): Promise<Record<string, string[]>> {
  const desk = page.viewportSize() ?? { width: 1440, height: 900 }
  const look = async (): Promise<string[]> => {
    const found = await seriousFaults(page)
    await page.setViewportSize(desk)
    return found
  }
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  await front(page).getByRole('region', { name: /^预览/ }).waitFor()
  const peek = await look()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^资金登记/ })
  await drawer.getByText('操作记录').waitFor()
  const besideList = await look()
  await drawer.getByRole('button', { name: '确认入账', exact: true }).click()
  await page.getByRole('dialog', { name: /^确认入账/ }).waitFor()
  return { peek, drawer: besideList, dialog: await look() }
}

journey('a peek, a drawer and a dialog have no serious fault of accessibility, light and dark', async cast => {
  const { page } = await cast.visit('platform-finance', '/fund/list?state=recorded')
  await rows(page).first().waitFor()
  const none = { peek: [], drawer: [], dialog: [] }
  expect(await faultsOfLayers(page), 'light').toEqual(none)
  await page.goto(page.url().replace(/\?.*$/, '?state=recorded'))
  await settled(page)
  await userMenu(page, '外观', '深色')
  await page.locator('html[data-look=dark]').waitFor()
  expect(await faultsOfLayers(page), 'dark').toEqual(none)
})
