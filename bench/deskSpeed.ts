// Typing, ticking and looking at a row at 4× CPU slow-down; each with a control that is slow on purpose.
import type { CDPSession, Page } from 'playwright-core'
import { median, type Figure } from './figure.ts'
import { pageAt, type Portal } from './portal.ts'
import { actToPaint, burden, mustMiss, slow, timed, type Act, type Took } from './slowed.ts'

const rounds = 7
const row = '.ys-grid [data-row-key]'

async function again(page: Page, devtools: CDPSession, act: Act): Promise<Took[]> {
  const took: Took[] = []
  // the first one compiles what the others use
  for (let i = 0; i <= rounds; i++) took.push(await actToPaint(page, devtools, act))
  return took.slice(1)
}

/** The figure of an act, and its control with `burdenMs` of work in each. */
async function both(
  [page, devtools]: readonly [Page, CDPSession],
  { name, most, burdenMs }: { name: string; most: number; burdenMs: number },
  act: Act,
): Promise<Figure[]> {
  const plain = timed(name, await again(page, devtools, act), most, { by: 'cpu' })
  await burden(page, burdenMs)
  const control = timed(name, await again(page, devtools, act), most, { by: 'cpu' })
  await burden(page, 0)
  return [plain, mustMiss(control, plain)]
}

/** Marks the fields one types into, and answers how many there are. */
const markFields = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const fields = [
      ...document.querySelectorAll<HTMLElement>(
        '.panel input:not([type]), .panel input[type=text], .panel input[type=search], .panel textarea',
      ),
    ].filter(field => field.checkVisibility() && !field.matches('[readonly], :disabled, [role=combobox]'))
    for (const [at, field] of fields.entries()) field.dataset['bench'] = String(at)
    return fields.length
  })

async function open(portal: Portal, account: string, path: string): Promise<readonly [Page, CDPSession]> {
  const page = await pageAt(portal, account)
  await page.goto(portal.url + path)
  await page.waitForTimeout(3000)
  return [page, await slow(page)]
}

/** The middle of the work a character makes in an input nobody listens to, ms: the browser's own, and the bench's. */
async function bareTyping([page, devtools]: readonly [Page, CDPSession], place: string): Promise<number> {
  await page.evaluate(at => {
    const bare = document.createElement('input')
    bare.dataset['bench'] = 'bare'
    document.querySelector(at)?.append(bare)
  }, place)
  const took = await again(page, devtools, { kind: 'type', at: '[data-bench=bare]', until: 'body' })
  await page.evaluate(() => document.querySelector('[data-bench=bare]')?.remove())
  return median(took.map(({ cpu }) => cpu))
}

/** The same in a page with nothing else in it. */
async function emptyPageTyping(portal: Portal): Promise<number> {
  const page = await pageAt(portal)
  const cpu = await bareTyping([page, await slow(page)], 'body')
  await page.context().close()
  return cpu
}

/** The slowest field of a page to type into, beside inputs nobody listens to in this page and in an empty one. */
async function typing(portal: Portal, name: string, path: string): Promise<Figure[]> {
  const [page, devtools] = await open(portal, 'shipper', path)
  const count = await markFields(page)
  const [empty, here] = [await emptyPageTyping(portal), await bareTyping([page, devtools], '.panel')]
  const baseline = `裸输入框：空白页 ${empty.toFixed(1)}，本页 ${here.toFixed(1)} ms`
  const figures: Figure[] = []
  const goal = { name: `${name}输入一个字符（4×，最慢的一栏，共 ${count} 栏）`, most: 16, burdenMs: 20 }
  for (let at = 0; at < count; at += 1) {
    const act = { kind: 'type', at: `[data-bench="${at}"]`, until: 'body' } as const
    figures.push(timed(goal.name, await again(page, devtools, act), goal.most, { by: 'cpu', baseline }))
  }
  const [slowest] = figures.sort((a, b) => b.value - a.value)
  const [, control] = await both([page, devtools], goal, { kind: 'type', at: '[data-bench="0"]', until: 'body' })
  await page.context().close()
  return [slowest, control].filter(figure => figure !== undefined)
}

/** Rows that were not shown yet, looked at while nothing about their records is answered. */
async function looking(portal: Portal): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const isSlow of [false, true]) {
    // a page of its own: what the first one was answered would be drawn at once
    const [page, devtools] = await open(portal, 'admin', '/waybill/list')
    await burden(page, isSlow ? 120 : 0)
    const took: Took[] = []
    for (let i = 0; i <= rounds; i++) {
      took.push(
        await actToPaint(page, devtools, {
          kind: 'press',
          at: `${row}:nth-child(${i + 2}) td:nth-child(3)`,
          until: '.ys-peek-said h2',
        }),
      )
      await page.keyboard.press('Escape')
      await page.waitForTimeout(300)
    }
    const figure = timed('按一行到其预览画出（4×）', took.slice(1), 100)
    const [plain] = figures
    figures.push(plain ? mustMiss(figure, plain) : figure)
    await page.context().close()
  }
  return figures
}

/** All figures of speed of the desk. */
export async function speedFigures(portal: Portal): Promise<Figure[]> {
  const list = await open(portal, 'admin', '/waybill/list')
  const ticks = await both(
    list,
    { name: '勾选一行（4×）', most: 50, burdenMs: 60 },
    { kind: 'press', at: `${row} input[type=checkbox]`, until: row },
  )
  await list[0].context().close()
  return [
    ...(await typing(portal, '发布货源', '/goods/publish')),
    ...(await typing(portal, '运单列表', '/waybill/list')),
    ...ticks,
    ...(await looking(portal)),
  ]
}
