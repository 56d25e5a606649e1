// The browsers that journeys lend to their visitors. One that a journey has left as it was is wiped and lent again: a page
// opened where pages were open before takes half the processor.
import type { BrowserContext, BrowserContextOptions, Browser, CDPSession, Page } from 'playwright-core'
import { browser as launch } from './product.ts'

/** A browser of one visitor: cookies, storage and history are nobody else's. */
export interface LentBrowser {
  readonly context: BrowserContext
  /** Its only page, at no address. */
  readonly page: Page
  /** Ends the visit: the browser is closed, or wiped for the next visitor. `home` is the address of the product. */
  readonly giveBack: (home: string) => Promise<void>
}

/** The needs of a visitor. */
interface Loan {
  /** Properties other than those of all. */
  readonly own: BrowserContextOptions
  /** A new one that nobody gets afterwards. */
  readonly isLentOnce: boolean
  /** Told each error and warning of the console. */
  readonly onComplaint: (complaint: string) => void
}

interface KeptBrowser {
  readonly context: BrowserContext
  readonly page: Page
  /** Empties it; answers whether it is as good as new. */
  readonly wipe: (home: string) => Promise<boolean>
  /** The present visitor. */
  readonly visitor: { onComplaint: Loan['onComplaint'] }
}

/** Acts that change a browser for good, or listen to it: after any of them it is lent to nobody else. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'emulateMedia',
  'setOffline',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'grantPermissions',
  'newCDPSession',
  'on',
  'once',
] as const

/** The window of visitors who do not say otherwise. */
export const desktop = { width: 1440, height: 900 }
const patienceMs = 60_000
/** One for all files of a test process; it ends with the process. */
let chromium: Browser | undefined
/** Wiped browsers that nobody has. */
const free: KeptBrowser[] = []

/**
 * Code of a page that is looked at for seconds is not worth compiling a second and third time. Benches, which measure
 * what people feel, launch without it.
 */
const briefVisits = ['--js-flags=--no-opt --no-maglev'] as const

/** Starts Chromium where none runs in this process. */
export async function openChromium(): Promise<void> {
  if (chromium?.isConnected()) return
  free.length = 0
  chromium = await launch(briefVisits)
}

/** Lends an empty browser. One with properties of its own is made new and lent once. */
export async function lendBrowser({ own, isLentOnce, onComplaint }: Loan): Promise<LentBrowser> {
  const isKept = !isLentOnce && Object.keys(own).length === 0
  const browser = (isKept ? free.pop() : undefined) ?? (await newBrowser(own))
  browser.visitor.onComplaint = onComplaint
  return {
    context: browser.context,
    page: browser.page,
    giveBack: async home => {
      browser.visitor.onComplaint = () => {}
      if (isKept && (await browser.wipe(home))) free.push(browser)
      else await browser.context.close()
    },
  }
}

async function newBrowser(own: BrowserContextOptions): Promise<KeptBrowser> {
  if (!chromium) throw new Error('useProduct() is called at the top of the file')
  const context = await chromium.newContext({
    viewport: desktop,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...own,
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  holdRoutes(page)
  const visitor: KeptBrowser['visitor'] = { onComplaint: () => {} }
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      visitor.onComplaint(`${message.type()}: ${message.text()} (${message.location().url.split('?')[0]})`)
  })
  context.on('weberror', fault => {
    visitor.onComplaint(`page error: ${fault.error().stack ?? fault.error().message}`)
  })
  return { context, page, wipe: wiperOf(context, page, await context.newCDPSession(page)), visitor }
}

/** An address every product answers, asked to learn whether the page's requests are held already. */
const barrier = '/favicon.svg?held'

/**
 * Lets a journey go on behind `page.route` only when requests of the standing page are held: Chromium answers the
 * order before the page has heard of it, and a request sent meanwhile goes past.
 */
function holdRoutes(page: Page): void {
  const { route, unroute } = { route: page.route.bind(page), unroute: page.unroute.bind(page) }
  page.route = async (...given: Parameters<Page['route']>) => {
    const disposable = await route(...given)
    if (!page.url().startsWith('http')) return disposable
    await route(`**${barrier}`, asked => asked.fulfill({ body: 'held' }))
    const isHeld = (): Promise<boolean> =>
      page.evaluate(async at => (await (await fetch(at, { cache: 'no-store' })).text()) === 'held', barrier)
    while (!(await isHeld()));
    await unroute(`**${barrier}`)
    return disposable
  }
}

/** Makes the act that empties a browser. */
function wiperOf(context: BrowserContext, page: Page, cdp: CDPSession): KeptBrowser['wipe'] {
  let isChanged = false
  for (const target of [context, page]) {
    for (const name of lasting) {
      const act: unknown = Reflect.get(target, name)
      if (typeof act !== 'function') continue
      Reflect.set(target, name, (...given: unknown[]): unknown => {
        isChanged = true
        return Reflect.apply(act, target, given)
      })
    }
  }
  return async home => {
    if (isChanged || page.isClosed()) return false
    try {
      for (const other of context.pages()) if (other !== page) await other.close()
      await Promise.all([
        context.unrouteAll({ behavior: 'ignoreErrors' }),
        page.unrouteAll({ behavior: 'ignoreErrors' }),
      ])
      // a picture of the same origin: the page that leaves writes no more, and storage can be reached
      await page.goto(`${home}/favicon.svg`)
      // left from inside, its process stays for the next visitor: a new one takes half a second of the processor
      await Promise.all([
        page.waitForURL('about:blank'),
        page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
          location.replace('about:blank')
        }),
      ])
      await Promise.all([
        context.clearCookies(),
        cdp.send('Page.resetNavigationHistory'),
        page.setViewportSize(desktop),
      ])
      return true
    } catch {
      // a page that cannot be left, or whose product is gone, is closed
      return false
    }
  }
}
