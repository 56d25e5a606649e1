// Figures of pages as people meet them: rows that can be seen, lists that scroll sideways, presses of Tab, a focus
// nobody sees, and the share of a phone that is the list.
import type { Page } from 'playwright-core'
import { deskGoals, shareOfCards, tabsUntil } from '../tests/e2e/deskFigures.ts'
import type { Figure } from './figure.ts'
import { pageAt, type Portal } from './portal.ts'

const row = '.ys-grid [data-row-key]'
const lists = [
  '/waybill/list',
  '/GoodsMy',
  '/TaskList',
  '/settlement/list',
  '/voucher/list',
  '/vehicle/list',
  '/driver/list',
]

const figure = (name: string, value: number, most: number, detail?: string): Figure => ({
  name,
  value,
  unit: '',
  goal: `≤ ${most}`,
  reached: value <= most,
  ...(detail ? { detail } : {}),
})

async function at(
  portal: Portal,
  account: string,
  path: string,
  size: { width: number; height: number },
): Promise<Page> {
  const page = await pageAt(portal, account)
  await page.setViewportSize(size)
  await page.goto(portal.url + path)
  // work behind the first rows
  await page.waitForTimeout(3000)
  return page
}

/** Rows of the list in front that stand whole between its head and its lower edge. */
const rowsInView = (page: Page): Promise<number> =>
  page.evaluate(rows => {
    const grid = document.querySelector('.ys-grid')?.getBoundingClientRect()
    const head = document.querySelector('.ys-grid thead')?.getBoundingClientRect()
    if (!grid || !head) return 0
    return [...document.querySelectorAll(rows)].filter(each => {
      const { top, bottom } = each.getBoundingClientRect()
      return top >= head.bottom - 1 && bottom <= Math.min(grid.bottom, innerHeight) + 1
    }).length
  }, row)

async function rowsFigures(portal: Portal): Promise<Figure[]> {
  const page = await at(portal, 'admin', '/waybill/list', { width: 1366, height: 768 })
  const two = await rowsInView(page)
  await page.getByRole('button', { name: '列表更多操作' }).click()
  await page.getByRole('menuitem', { name: /^每格一行/ }).click()
  await page.waitForTimeout(500)
  const one = await rowsInView(page)
  // a row made three times as high has to be seen by the count
  await page.addStyleTag({ content: '.ys-grid tbody td { height: 132px !important }' })
  await page.waitForTimeout(300)
  const control = await rowsInView(page)
  await page.context().close()
  const least = (name: string, value: number, goal: number): Figure => ({
    name,
    value,
    unit: '行',
    goal: `≥ ${goal}`,
    reached: value >= goal,
  })
  return [
    least('1366×768 可见运单行，每格两行', two, 11),
    least('1366×768 可见运单行，每格一行', one, 16),
    {
      name: '可见运单行（故意加高，应超标）',
      value: control,
      unit: '行',
      goal: '< 11',
      reached: control < Math.min(11, two),
    },
  ]
}

/** Lists that scroll sideways at a width, with how much. */
async function sideways(portal: Portal, width: number, planted = ''): Promise<string[]> {
  const found: string[] = []
  const page = await at(portal, 'admin', '/index', { width, height: 800 })
  for (const path of planted === '' ? lists : lists.slice(0, 1)) {
    await page.goto(portal.url + path)
    await page.waitForTimeout(2500)
    if (planted !== '') await page.addStyleTag({ content: planted })
    const over = await page.evaluate(() => {
      const grid = document.querySelector('.ys-grid')
      return grid ? grid.scrollWidth - grid.clientWidth : 0
    })
    if (over > 1) found.push(`${path} ${over} px`)
  }
  await page.context().close()
  return found
}

/** Whether what has the focus now shows it: something of its look, or of what stands around it, differs without it. */
const showsFocus = (page: Page): Promise<{ name: string; isSeen: boolean } | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return undefined
    const names = [
      'outlineStyle',
      'outlineWidth',
      'outlineColor',
      'boxShadow',
      'borderColor',
      'backgroundColor',
      'color',
      'textDecorationLine',
      'clipPath',
    ] as const
    const around = [
      element,
      element.nextElementSibling,
      element.parentElement,
      element.parentElement?.parentElement,
      element.closest('tr, li, label, [class*=select], [class*=picker]'),
    ]
    const look = (): string =>
      around
        .map(each => {
          if (!each) return ''
          const style = getComputedStyle(each)
          return names.map(name => style[name]).join()
        })
        .join('|')
    const off = document.createElement('style')
    // transitions would show the look of a moment ago
    off.textContent = '*, *::before, *::after { transition: none !important; animation: none !important }'
    document.head.append(off)
    const focused = look()
    element.blur()
    const plain = look()
    element.focus({ preventScroll: true })
    off.remove()
    return {
      name: `${element.tagName} ${element.ariaLabel ?? element.textContent ?? ''}`.slice(0, 40),
      isSeen: focused !== plain,
    }
  })

/** Names of the stops of Tab on a page that show no focus, and the number of all stops. */
async function unseenFocus(page: Page): Promise<{ unseen: string[]; count: number }> {
  const unseen: string[] = []
  let count = 0
  for (; count < 90; count += 1) {
    await page.keyboard.press('Tab')
    const found = await showsFocus(page)
    if (!found) break
    if (!found.isSeen) unseen.push(found.name)
  }
  return { unseen, count }
}

async function keyFigures(portal: Portal): Promise<Figure[]> {
  const size = { width: 1440, height: 900 }
  const list = await at(portal, 'shipper', '/waybill/list', size)
  await list.keyboard.press('Tab')
  await list.keyboard.press('Enter')
  const isThere = await list.evaluate(rows => Boolean(document.activeElement?.closest(rows)), row)
  await list.reload()
  await list.waitForTimeout(3000)
  const without = await tabsUntil(list, row)
  await list.reload()
  await list.waitForTimeout(3000)
  const focus = await unseenFocus(list)
  await list.reload()
  await list.waitForTimeout(3000)
  await list.addStyleTag({
    content:
      '*, *::before, *::after { outline: none !important; box-shadow: none !important; border-color: red !important; background: white !important; color: black !important; clip-path: none !important; text-decoration: none !important }',
  })
  const control = await unseenFocus(list)
  await list.context().close()
  const form = await at(portal, 'shipper', '/goods/publish', size)
  await form.getByRole('radio', { name: '普通' }).focus()
  const publish = await form.evaluateHandle(() =>
    [...document.querySelectorAll('button')].find(each => each.textContent === '发布'),
  )
  await publish.evaluate(button => button?.setAttribute('data-bench', 'publish'))
  const toPublish = await tabsUntil(form, '[data-bench=publish]')
  await form.context().close()
  return [
    figure('到首行的 Tab 次数，经“到内容”', isThere ? 2 : 100, 3),
    figure('到首行的 Tab 次数，不经跳转', without, deskGoals.tabs),
    figure('从货源种类到“发布”的 Tab 次数', toPublish, 20),
    figure('看不见焦点的控件（运单列表）', focus.unseen.length, 0, `共 ${focus.count} 个 ${focus.unseen.join('；')}`),
    {
      name: '看不见焦点的控件（故意去掉，应超标）',
      value: control.unseen.length,
      unit: '',
      goal: '> 0',
      reached: control.unseen.length > focus.unseen.length,
    },
  ]
}

async function phoneFigures(portal: Portal): Promise<Figure[]> {
  const page = await at(portal, 'carrier', '/waybill/list', { width: 390, height: 844 })
  const share = await shareOfCards(page)
  await page.addStyleTag({ content: '.ys-cards { margin-top: 300px !important }' })
  const control = await shareOfCards(page)
  await page.context().close()
  return [
    {
      name: '手机上列表占屏幕',
      value: share,
      unit: '%',
      goal: `≥ ${deskGoals.cardsPercent}`,
      reached: share >= deskGoals.cardsPercent,
    },
    {
      name: '手机上列表占屏幕（故意下移，应超标）',
      value: control,
      unit: '%',
      goal: `< ${deskGoals.cardsPercent}`,
      reached: control < Math.min(deskGoals.cardsPercent, share),
    },
  ]
}

/** All figures of how pages look and are walked. */
export async function pageFigures(portal: Portal): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const width of [1366, 1440]) {
    const found = await sideways(portal, width)
    figures.push(figure(`${width} 宽时要横向滚动的大列表`, found.length, 0, found.join('；')))
  }
  const control = await sideways(portal, 1366, '.ys-grid table { min-width: 2000px !important }')
  figures.push({
    name: '要横向滚动的大列表（故意加宽，应超标）',
    value: control.length,
    unit: '',
    goal: '> 0',
    reached: control.length > 0,
  })
  return [...figures, ...(await rowsFigures(portal)), ...(await keyFigures(portal)), ...(await phoneFigures(portal))]
}
