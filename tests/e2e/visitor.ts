// People who visit the product in a journey: each in a browser of their own, whose console has to stay clean.
import fs from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { browser as launch } from './product.ts'

export const { url: home, password } = inject('product')

/** Folder of what a run leaves behind for people; git does not keep it. */
export const artefacts = path.resolve(import.meta.dirname, '../../artefacts')

const desktop = { width: 1440, height: 900 }
const patienceMs = 60_000
let chromium: Browser

/** One Chromium for the journeys of a file; call it at the top. */
export function useChromium(): void {
  beforeAll(async () => { chromium = await launch() })
  afterAll(async () => { await chromium.close() })
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Complaints of the console that this journey provokes on purpose. */
  readonly expectComplaint: (pattern: RegExp) => void
}

/** Signed-in browsers by account, so that not every journey waits for the login again. */
const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()

/** The people of one journey. */
export class Cast {
  readonly #people: { name: string; context: BrowserContext; complaints: string[]; expected: RegExp[] }[] = []

  /** Somebody with an empty browser at no page. What moves is not pressed: between the mouse going down and up a dialog may have slid away. */
  async stranger(options: BrowserContextOptions = {}, name = 'stranger'): Promise<Visitor> {
    const context = await chromium.newContext({ viewport: desktop, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(patienceMs)
    const person = { name, context, complaints: new Array<string>(), expected: new Array<RegExp>() }
    this.#people.push(person)
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') person.complaints.push(`${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (fault) => { person.complaints.push(`page error: ${fault.error().stack ?? fault.error().message}`) })
    return { context, page: await context.newPage(), expectComplaint: (pattern) => { person.expected.push(pattern) } }
  }

  /** Somebody who signed in earlier with this account, at no page yet. */
  async known(account: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    if (!signedIn.has(account)) {
      const first = await this.stranger({}, account)
      await signIn(first.page, account)
      signedIn.set(account, await first.context.storageState())
      await first.context.close()
    }
    const storageState = signedIn.get(account)
    return this.stranger({ ...options, ...(storageState ? { storageState } : {}) }, account)
  }

  /** Somebody who signed in earlier with this account, at an address of the portal. */
  async visit(account: string, at = '/index', options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await this.known(account, options)
    await visitor.page.goto(home + at)
    await settled(visitor.page)
    return visitor
  }

  /** What the consoles said against expectation. */
  complaints(): string[] {
    return this.#people.flatMap(({ name, complaints, expected }) => complaints.filter((text) => !expected.some((pattern) => pattern.test(text))).map((text) => `${name}: ${text}`))
  }

  async leave(picturesAs?: string): Promise<void> {
    for (const [at, { name, context }] of this.#people.entries()) {
      if (picturesAs !== undefined) for (const [n, page] of context.pages().entries()) await page.screenshot({ path: path.join(artefacts, 'failed', `${picturesAs} ${at}${n} ${name}.png`) }).catch(() => undefined)
      await context.close()
    }
  }
}

/** A journey: a test with people, whose consoles must have stayed clean at its end; a failed one leaves pictures. */
export function journey(title: string, steps: (cast: Cast) => Promise<void>): void {
  test(title, async () => {
    const cast = new Cast()
    let picturesAs: string | undefined
    try {
      await steps(cast)
      expect(cast.complaints(), 'complaints of the console').toEqual([])
    } catch (error) {
      picturesAs = title.replaceAll(/[^\w\u4e00-\u9fff-]+/g, ' ').slice(0, 80)
      fs.mkdirSync(path.join(artefacts, 'failed'), { recursive: true })
      for (const complaint of cast.complaints()) console.log(complaint)
      throw error
    } finally {
      await cast.leave(picturesAs)
    }
  })
}

/** Fills the login form that is shown and waits for the portal. */
export async function signIn(page: Page, account: string, at = '/login'): Promise<void> {
  await page.goto(home + at)
  await fillLogin(page, account)
  await settled(page)
}

/** Fills the login form and presses Enter. */
export async function fillLogin(page: Page, account: string, secret = password): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(secret)
  await page.keyboard.press('Enter')
}

/** Waits until the shell stands with a page in front, nothing of it is a grey line any more, and what comes behind the first page is there too. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.shell-pages > [role=tabpanel]:visible, .shell-pages > .plain-page').first().waitFor()
  await page.waitForFunction(() => {
    const isGrey = [...document.querySelectorAll('[aria-label="加载中"], [aria-label="正在加载"]')].some((grey) => grey.checkVisibility())
    // the controls of a list and the menus of the header are made once the first page is drawn
    const isLate = [...document.querySelectorAll('.ys-query-wait, .header-links')].some((place) => place.checkVisibility())
    return !isGrey && !isLate
  })
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)) }))
}

/** The panel of the tab in front: fields of hidden tabs are not found in it. */
export const front = (page: Page) => page.locator('.shell-pages > [role=tabpanel]:visible')

/** The rows of the list in front, the last drawn ones only: a list draws what is in view. */
export const rows = (page: Page) => front(page).locator('.ys-grid').getByRole('row').and(page.locator('[data-row-key]'))

/** A row of the list in front that holds a text. */
export const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

/** Opens an address as a link of the portal would, without loading the page anew. */
export async function goInside(page: Page, at: string): Promise<void> {
  await page.evaluate((url) => {
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, at)
  await settled(page)
}

/** Address of the page after the host. */
export const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** The message that lately appeared at the top. */
export const message = (page: Page, text: string | RegExp) => page.locator('.ant-message-notice').filter({ hasText: text }).last()
