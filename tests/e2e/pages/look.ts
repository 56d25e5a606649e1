// A look at a screen on a desk and on a phone: it loads, fits, complains about nothing, and can be used by everybody.
import fs from 'node:fs'
import path from 'node:path'
import { publicScreens } from '@yunshu/contract/publicScreens'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop } from '../browsers.ts'
import { userMenu } from '../portal.ts'
import { drawn, front, home, rows, settled, useProduct, walk, Cast, type Visitor } from '../visitor.ts'
import { cutOff } from './cutOff.ts'
import { findTwins } from './twins.ts'
import { ways, type Group } from './ways.ts'

const sizes = [desktop, { width: 390, height: 844 }] as const
/** A width at which pages have to fit on the way. */
const tablet = { width: 768, height: 1024 } as const
/** A laptop at twice its size, and the narrowest phone: nothing is wider than they are. */
const narrow = [
  { width: 683, height: 384 },
  { width: 360, height: 640 },
] as const

/** The script that judges a page. */
const axe = fs.readFileSync(path.resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Waits until the page stands, whichever of the three looks pages have it is. */
async function stands(page: Page): Promise<void> {
  const at = new URL(page.url()).pathname
  if (at === publicScreens.passwordLink) await page.locator('.password-link form').waitFor()
  else if (at === publicScreens.setup) await page.locator('.setup > *').waitFor()
  else if (at.includes('ogin')) await page.getByLabel('密码', { exact: true }).waitFor()
  else if (at.startsWith('/public/') || at === publicScreens.shareDownload || at === publicScreens.about)
    await page.locator('.pg-sheet, .pg-state').waitFor()
  else await settled(page)
}

/** Presses an act of a row, which stands in the row that is pointed at or in its menu; false where none is called so. */
async function pressAct(page: Page, name: RegExp): Promise<boolean> {
  const item = page.getByRole('menuitem', { name })
  for (const row of await rows(page).all()) {
    if ((await front(page).getByRole('link', { name }).count()) > 0) return false
    await row.hover()
    await drawn(page)
    const more = row.getByRole('button', { name: '更多', exact: true })
    if ((await row.getByRole('link', { name }).count()) > 0 || (await more.count()) === 0) continue
    await more.click()
    if ((await item.count()) > 0) {
      await item.first().click()
      return true
    }
    await page.keyboard.press('Escape')
  }
  return false
}

/** Opens an address and, where a link is given, the first page it leads to. */
export async function open(page: Page, at: string, link?: RegExp): Promise<void> {
  await page.goto(home + at)
  await stands(page)
  if (!link) return
  if (!(await pressAct(page, link))) await front(page).getByRole('link', { name: link }).first().click()
  await front(page).locator('.ys-page-head').waitFor()
  await stands(page)
}

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly {
    readonly html: string
    readonly target: readonly string[]
    readonly failureSummary: string
  }[]
}

/**
 * Makes the window so high that nothing of the page is left to scroll down to: axe judges no colours of what is out of
 * sight.
 */
async function unroll(page: Page): Promise<void> {
  const size = page.viewportSize() ?? sizes[0]
  const below = await page.evaluate(() =>
    Math.max(
      0,
      ...[document.documentElement, ...document.querySelectorAll('.panel, .panel *, .ant-drawer-body')]
        .filter(box => box.checkVisibility() && box.clientHeight > 200)
        .map(box => box.scrollHeight - box.clientHeight),
    ),
  )
  if (below === 0) return
  await page.setViewportSize({ width: size.width, height: size.height + below })
  await drawn(page)
}

/** The tool that axe's script puts into a page. */
interface Axe {
  readonly run: (
    parts: { readonly include: Node[]; readonly exclude: Node[] },
    options: object,
  ) => Promise<{ violations: Violation[] }>
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string }[] }
}

/** The serious and critical findings of axe, one line per element; of parts that are built alike, the first is judged. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await unroll(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const twins = await page.evaluateHandle(findTwins)
  const { violations } = await page.evaluate(async exclude => {
    const tool = Reflect.get(globalThis, 'axe') as Axe
    // the impact of a rule is that of all it finds; a third of the time goes to rules whose findings are never serious
    const slight = tool._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    return tool.run(
      { include: [document], exclude },
      {
        resultTypes: ['violations'],
        rules: Object.fromEntries(slight.map(({ id }) => [id, { enabled: false }])),
      },
    )
  }, twins)
  await twins.dispose()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(
          ({ target, html, failureSummary }) =>
            `${id}: ${target.join(' ')} ${html.slice(0, 160)} — ${failureSummary.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
        ),
    )
}

/**
 * A folder for pictures of every screen as people see it, in both appearances and four widths, where
 * YUNSHU_PICTURES names one:
 *   YUNSHU_PICTURES=/tmp/pictures npm test -- e2e/pages
 */
const pictures = process.env.YUNSHU_PICTURES

/** Takes the pictures of the screen that is open, and tells what axe finds where it is dark. */
async function takePictures(page: Page, name: string, folder: string): Promise<void> {
  const faults: string[] = []
  for (const [label, look] of [
    ['深色', 'dark'],
    ['浅色', 'light'],
  ] as const) {
    await page.setViewportSize(desktop)
    if ((await page.locator('.shell').count()) > 0) {
      await userMenu(page, '外观', label)
      await page.locator(`html[data-look=${look}]`).waitFor()
    } else if (look === 'dark') continue
    for (const width of [1440, 1366, 768, 390]) {
      await page.setViewportSize({ width, height: width > 400 ? 900 : 844 })
      await stands(page)
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${look}.png`) })
      if (look === 'dark' && (width === 1440 || width === 390))
        faults.push(...(await seriousFaults(page)).map(fault => `${width}: ${fault}`))
    }
  }
  expect(faults, `axe on ${name} in dark`).toEqual([])
}

/** Nothing of the page that is open is wider than its window, and no parts of a list's bar lie over each other. */
async function fits(page: Page, name: string, width: number): Promise<void> {
  // neither the window nor the panel of the page scrolls sideways; boxes of wide tables may
  const faults = () =>
    page.evaluate(isPhone => {
      const isSeen = (box: Element): boolean => box.checkVisibility()
      const tooWide = [document.documentElement, document.body, ...document.querySelectorAll('.panel, .ys-page-body')]
        .filter(box => isSeen(box) && box.scrollWidth > box.clientWidth)
        .map(box => `${box.tagName} ${box.className} by ${box.scrollWidth - box.clientWidth} px`)
      // the states of a phone scroll behind the tools
      const parts = [...document.querySelectorAll('.ys-bar :is(.ys-status-tabs, .ys-search), .ys-bar-tools')]
        .filter(part => isSeen(part) && !isPhone)
        .map(part => ({ name: part.className, at: part.getBoundingClientRect() }))
      const overlaps = parts.flatMap((one, n) =>
        parts
          .slice(n + 1)
          .filter(({ at }) => one.at.right > at.left + 1 && at.right > one.at.left + 1 && one.at.bottom > at.top + 1)
          .filter(({ at }) => at.bottom > one.at.top + 1)
          .map(other => `${one.name} over ${other.name}`),
      )
      // facts of a card stand apart: two of them are never read as one number
      const together = [...document.querySelectorAll('.ys-card-line:not(.ys-card-named) > span')]
        .filter(
          fact => isSeen(fact) && fact.textContent !== '' && getComputedStyle(fact, '::before').content === 'none',
        )
        .map(fact => `${fact.textContent} runs together with what stands before it`)
      return [...tooWide, ...overlaps, ...together.slice(0, 3)]
    }, width < tablet.width)
  // a notice that is sliding in is outside for a moment
  await expect.poll(faults, { message: `${name} does not fit ${width}`, timeout: 10_000 }).toEqual([])
  await expect
    .poll(() => page.evaluate(cutOff), { message: `${name} cuts off at ${width}`, timeout: 10_000 })
    .toEqual([])
}

/** Nothing of the page that is open is wider than these windows. */
async function fitsNarrow(page: Page, name: string): Promise<void> {
  for (const size of narrow) {
    await page.setViewportSize(size)
    const tooWide = () =>
      page.evaluate(() =>
        [document.documentElement, document.body, ...document.querySelectorAll('.panel, .ys-page-body')]
          .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth)
          .map(box => `${box.tagName} ${box.className} by ${box.scrollWidth - box.clientWidth} px`),
      )
    await expect.poll(tooWide, { message: `${name} does not fit ${size.width}`, timeout: 10_000 }).toEqual([])
  }
}

/** Looks at the page that is open in a window of that width. */
async function look(page: Page, name: string, width: number): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  expect(await page.getByText('加载失败').count()).toBe(0)
  await fits(page, name, width)
  expect(await seriousFaults(page), `axe on ${name} at ${width}`).toEqual([])
}

/**
 * Screens that are looked at when dark too: one of each kind. The colours are one table, whose pairs are computed
 * (apps/web/src/styles/tokens.test.ts), so not every screen needs it.
 */
const darkToo: ReadonlySet<string> = new Set([
  'index',
  'WaybillList',
  'WaybillDetails',
  'ReceiptDesk',
  'GoodsPublish',
  'AppointWaybill',
  'SettlementNormal',
  'StaffRole',
  'CompanyPolicies',
  'VoucherList',
  'InvoiceApp',
  'TrackMap',
  'PaymentTasks',
  'Ledger',
])

/** Looks at every screen of a group: each is loaded once and looked at in both widths, as no page asks for its width at its load. */
export function lookAt(group: Group): void {
  useProduct()
  const screens = Object.entries(ways[group])
  for (const account of new Set(screens.map(([, way]) => way.account)))
    describe(account || 'a stranger', () => {
      const cast = new Cast()
      let visitor: Visitor
      let shown = ''
      beforeAll(async () => {
        visitor = account === '' ? await cast.stranger() : await cast.known(account)
      })
      afterAll(() => cast.leave())
      for (const [name, { at, link }] of screens.filter(([, way]) => way.account === account))
        for (const size of sizes) {
          const title = `${name} at ${size.width} px loads, fits and has no serious fault of accessibility`
          test(title, () =>
            walk(title, cast, async () => {
              if (name === 'goneGoods') visitor.expectComplaint(/status of 404/)
              const { page } = visitor
              // a window that is drawn narrower passes the width of a tablet
              if (shown === name && size.width < tablet.width) {
                await page.setViewportSize(tablet)
                await fits(page, name, tablet.width)
                await fitsNarrow(page, name)
              }
              await page.setViewportSize(size)
              if (shown !== name) await open(page, typeof at === 'string' ? at : await at(cast), link)
              shown = name
              await stands(page)
              if (pictures !== undefined && size.width === desktop.width) await takePictures(page, name, pictures)
              await page.setViewportSize(size)
              await look(page, name, size.width)
              if (size.width !== desktop.width || !darkToo.has(name)) return
              await page.setViewportSize(size)
              await userMenu(page, '外观', '深色')
              await page.locator('html[data-look=dark]').waitFor()
              expect(await seriousFaults(page), `axe on ${name} in dark`).toEqual([])
              await page.setViewportSize(size)
              await userMenu(page, '外观', '浅色')
              await page.locator('html[data-look=light]').waitFor()
            }),
          )
        }
    })
}
