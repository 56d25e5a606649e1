// People who visit the product in a journey: each in a browser of their own, whose console has to stay clean.
import fs from 'node:fs'
import path from 'node:path'
import { getPushTicket } from '@yunshu/contract/session/session'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { lendBrowser, openChromium, type LentBrowser } from './browsers.ts'
import type { Product } from './product.ts'
import { startCopy, type Seed } from './seed.ts'
import { newSession } from './signedIn.ts'

const given = inject('product')
/** Password of all demo accounts. */
export const { password } = given
/** The address of the product of this file, without a slash at the end. */
export let home = 'url' in given ? given.url : ''

/** Folder of what a run leaves behind for people; git does not keep it. */
export const artefacts = path.resolve(import.meta.dirname, '../../artefacts')

/**
 * A product of its own for the journeys of a file, so that they meet nothing but the demo, or what else it is started
 * with; call it at the top. Answers what it has printed so far.
 */
export function useProduct(start: (seed: Seed) => Promise<Product> = startCopy): { readonly output: () => string } {
  let product: Product | undefined
  beforeAll(async () => {
    signedIn.clear()
    await openChromium()
    if ('url' in given) return
    product = await start(given)
    home = product.url
  })
  afterAll(async () => {
    await product?.stop()
  })
  return { output: () => product?.output() ?? '' }
}

/** The properties of somebody's browser. */
export interface Habits extends BrowserContextOptions {
  /**
   * The pages run on a clock the journey can put on: from the start, for a page that is given one later reads 1970 for
   * a moment, and may send it. No push reaches them, and their tickets are no server's: put on, the clock would break
   * off a connection that is being made, and the next try would send a time the server refuses.
   */
  readonly hasOwnClock?: boolean
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Complaints of the console that this journey provokes on purpose. */
  readonly expectComplaint: (pattern: RegExp) => void
}

/** Sessions of the file's product by account, so that not every journey waits for the login again. */
const signedIn = new Map<string, ReturnType<typeof newSession>>()

/** The people of one journey. */
export class Cast {
  readonly #people: { name: string; browser: LentBrowser; complaints: string[]; expected: RegExp[] }[] = []

  /**
   * Somebody with an empty browser at no page. Moving things are not pressed: between the mouse going down and up a
   * dialog may have slid away.
   */
  async stranger({ hasOwnClock = false, ...options }: Habits = {}, name = 'stranger'): Promise<Visitor> {
    const complaints = new Array<string>()
    const browser = await lendBrowser({
      own: options,
      isLentOnce: hasOwnClock,
      onComplaint: complaint => {
        complaints.push(complaint)
      },
    })
    const { context, page } = browser
    const person = { name, browser, complaints, expected: new Array<RegExp>() }
    this.#people.push(person)
    if (hasOwnClock) {
      await context.clock.install()
      await context.routeWebSocket(/\/push/, () => {})
      const ticket = { ticket: 'none', seq: 0 }
      await context.route(`**${getPushTicket.path}`, route =>
        route.fulfill({ json: { code: 0, message: '', data: ticket } }),
      )
    }
    return {
      context,
      page,
      expectComplaint: pattern => {
        person.expected.push(pattern)
      },
    }
  }

  /** Somebody who signed in earlier with this account, at no page yet. */
  async known(account: string, habits: Habits = {}): Promise<Visitor> {
    const session = signedIn.get(account) ?? newSession(home, account, password)
    signedIn.set(account, session)
    const visitor = await this.stranger(habits, account)
    await visitor.context.addCookies(await session)
    return visitor
  }

  /** Somebody who signed in earlier with this account, at an address of the portal. */
  async visit(account: string, at = '/index', habits: Habits = {}): Promise<Visitor> {
    const visitor = await this.known(account, habits)
    await visitor.page.goto(home + at)
    await settled(visitor.page)
    return visitor
  }

  /** Somebody who has just signed in with this account, in a session nobody shares. */
  async newcomer(account: string): Promise<Visitor> {
    const visitor = await this.stranger({}, account)
    await visitor.context.addCookies(await newSession(home, account, password))
    await visitor.page.goto(`${home}/index`)
    await settled(visitor.page)
    return visitor
  }

  /** Begins anew with what the consoles say. */
  forgetComplaints(): void {
    for (const person of this.#people) {
      person.complaints.length = 0
      person.expected.length = 0
    }
  }

  /** Unexpected lines of the consoles. */
  complaints(): string[] {
    return this.#people.flatMap(({ name, complaints, expected }) =>
      complaints.filter(text => !expected.some(pattern => pattern.test(text))).map(text => `${name}: ${text}`),
    )
  }

  /** A picture of each person's page, for people who look for the reason of a failure. */
  async picture(title: string): Promise<void> {
    const folder = path.join(artefacts, 'failed')
    fs.mkdirSync(folder, { recursive: true })
    const name = title.replaceAll(/[^\w\u4e00-\u9fff-]+/g, ' ').slice(0, 80)
    for (const [at, person] of this.#people.entries())
      for (const [n, page] of person.browser.context.pages().entries())
        await page
          .screenshot({ path: path.join(folder, `${name} ${at}${n} ${person.name}.png`) })
          .catch(() => undefined)
  }

  /** The address and the words of each person's page: a run on another machine leaves no picture behind. */
  async words(): Promise<string> {
    const said = this.#people.flatMap(({ name, browser }) =>
      browser.context.pages().map(async page => {
        const text = await page.locator('body').innerText(brief)
        return `${name} sees ${page.url()}\n${text.replaceAll(/\s+/g, ' ').slice(0, 2000)}`
      }),
    )
    return (await Promise.allSettled(said))
      .map(each => (each.status === 'fulfilled' ? each.value : String(each.reason)))
      .join('\n')
  }

  async leave(): Promise<void> {
    for (const { browser } of this.#people) await browser.giveBack(home)
  }
}

/** The time a page has to be read once its journey has failed: it may hang. */
const brief = { timeout: 5_000 } as const

/** Steps after which the consoles must have stayed clean; those that fail leave pictures, and say what people see. */
export async function walk(title: string, cast: Cast, steps: (cast: Cast) => Promise<void>): Promise<void> {
  try {
    cast.forgetComplaints()
    await steps(cast)
    expect(cast.complaints(), 'complaints of the console').toEqual([])
  } catch (error) {
    const complaints = cast.complaints()
    if (error instanceof Error) error.message += `\n${[...complaints, await cast.words()].join('\n')}`
    await cast.picture(title)
    throw error
  }
}

/** A journey: a test with people of its own. */
export function journey(title: string, steps: (cast: Cast) => Promise<void>): void {
  test(title, async () => {
    const cast = new Cast()
    try {
      await walk(title, cast, steps)
    } finally {
      await cast.leave()
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

/**
 * Waits until the shell stands with a page in front, nothing of it is a grey line any more, and what comes behind the
 * first page is there too.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator('.panel:visible, .shell-pages > .plain-page').first().waitFor()
  await page.waitForFunction(() => {
    const isGrey = [...document.querySelectorAll('[aria-label="加载中"], [aria-label="正在加载"]')].some(grey =>
      grey.checkVisibility(),
    )
    // the controls of a list are made once the first page is drawn
    const isLate = [...document.querySelectorAll('.ys-query-wait')].some(place => place.checkVisibility())
    // the bar under the pages and the list of open pages of a phone come with scripts of their own
    const shell = document.querySelector('.shell[data-mobile=true]')
    const isBare = shell !== null && (!shell.querySelector('.bottom-bar') || shell.querySelector('.switcher-wait'))
    return !isGrey && !isLate && !isBare
  })
  await drawn(page)
}

/** Waits until what is there has been drawn. */
export const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )

/** The panel of the tab in front: fields of hidden tabs are not found in it. */
export const front = (page: Page) => page.locator('.panel:visible')

/** The rows of the list in front, the last drawn ones only: a list draws what is in view. */
export const rows = (page: Page) =>
  front(page).locator('.ys-grid table:not([aria-busy=true])').getByRole('row').and(page.locator('[data-row-key]'))

/** A row of the list in front that holds a text. */
export const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

/** A row that is pointed at: what can be done with it stands in it. */
export async function pointedAt(row: Locator): Promise<Locator> {
  await row.hover()
  return row
}

/** The time one try of a press has; the whole has the usual limit. */
const tryOnce = { timeout: 10_000 } as const

/**
 * Does something with a row: its next step stands in the row that is pointed at, the rest in its menu, which closes when
 * the list is drawn anew.
 */
export async function actOn(row: Locator, name: string): Promise<void> {
  const next = row.locator('.ys-strip').getByText(name, { exact: true })
  const more = row.getByRole('button', { name: '更多', exact: true })
  const item = row.page().getByRole('menuitem', { name, exact: true })
  const isDone = async (): Promise<boolean> => {
    if (!(await item.isVisible())) {
      await row.hover(tryOnce)
      await next.or(more).first().waitFor(tryOnce)
      if (await next.isVisible()) {
        await next.click(tryOnce)
        return true
      }
      await more.click(tryOnce)
    }
    await item.click(tryOnce)
    return true
  }
  await expect.poll(isDone, { message: `act ${name} of a row` }).toBe(true)
}

/** Opens an address as a link of the portal would, without loading the page anew. */
export async function goInside(page: Page, at: string): Promise<void> {
  await page.evaluate(url => {
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, at)
  await settled(page)
}

/**
 * Stops a page's own clock: from then on its time goes on only where the journey puts it on, however long the machine
 * takes. Answers the moment at which it stands.
 */
export async function standStill(page: Page): Promise<number> {
  // ahead of the page's clock, which runs on until it has heard of it
  const at = Date.now() + 30_000
  await page.clock.pauseAt(at)
  return at
}

/** Address of the page after the host. */
export const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** The message that lately appeared at the top. */
export const message = (page: Page, text: string | RegExp) =>
  page.locator('.ant-message-notice').filter({ hasText: text }).last()

/**
 * Waits from now on for what passes by itself, such as a message of three seconds: called before what brings it; the
 * answer waits till it was there.
 */
export const heard = (passing: Locator): (() => Promise<void>) => begun(passing.first().waitFor(patience))

/**
 * Points at a notification as soon as it comes, so that it stays: called before what brings it; the answer waits for it.
 * The page is not pressed meanwhile.
 */
export const held = (notice: Locator): (() => Promise<void>) => begun(notice.first().hover(patience))

/** The time such a wait has: what brings it is a part of it. */
const patience = { timeout: 120_000 } as const

function begun(wait: Promise<void>): () => Promise<void> {
  // told where it is asked for; a journey that ended before has its own fault
  wait.catch(() => undefined)
  return () => wait
}

/** Waits until the keyboard is there: what is typed before goes elsewhere. */
export const hasFocus = (box: Locator) => box.and(box.page().locator(':focus')).waitFor()

/** Does an act of the record in front: its primary button, or an entry of the menu behind it. */
export async function act(page: Page, name: string): Promise<void> {
  const button = front(page).getByRole('button', { name, exact: true })
  const menu = page.getByRole('menu', { name: '更多操作' })
  const item = menu.getByRole('menuitem', { name, exact: true })
  const more = front(page).locator('.ys-hero').getByRole('button', { name: '更多', exact: true })
  const isDone = async (): Promise<boolean> => {
    // a page that is told of a change moves its acts between button and menu
    if (await button.first().isVisible()) {
      await button.first().click(tryOnce)
      return true
    }
    if (!(await item.isVisible())) {
      if (await menu.isVisible()) await page.keyboard.press('Escape')
      else if (await more.isVisible()) await more.click(tryOnce)
      return false
    }
    await item.click(tryOnce)
    return true
  }
  await expect.poll(isDone, { message: `act ${name}` }).toBe(true)
}
