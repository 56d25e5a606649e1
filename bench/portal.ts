// The running product and a signed-in browser page for figures taken in Chromium.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { browser as launch, startProduct, type Product } from '../tests/e2e/product.ts'

export interface Portal {
  readonly url: string
  readonly password: string
  readonly browser: Browser
  stop(): Promise<void>
}

/** Starts the product with demo data and a browser. */
export async function startPortal(env: NodeJS.ProcessEnv = {}): Promise<Portal> {
  const product: Product = await startProduct(env)
  const browser = await launch()
  return {
    url: product.url,
    password: product.password,
    browser,
    stop: async () => {
      await browser.close()
      await product.stop()
    },
  }
}

const states = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()

/** A page in a cold context, signed in as `account` when given; nothing of the portal is cached in it. */
export async function pageAt(portal: Portal, account?: string): Promise<Page> {
  const viewport = { width: 1440, height: 900 }
  if (account === undefined) return (await portal.browser.newContext({ viewport })).newPage()
  const known = states.get(portal.url + account)
  if (known) return (await portal.browser.newContext({ viewport, storageState: known })).newPage()
  const context = await portal.browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(`${portal.url}/login`)
  await page.locator('input:not([type=password]):not([type=checkbox])').first().fill(account)
  await page.locator('input[type=password]').fill(portal.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/index/)
  states.set(portal.url + account, await context.storageState())
  await context.close()
  return pageAt(portal, account)
}
