// Journeys of the message centre and the payment task list: several people, several browsers of one person, and the
// server's real pushes between them.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, journey, message, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

const bell = (page: Page) => page.getByRole('button', { name: /^消息(?:，|$)/ })
/** The number at the bell. */
const unread = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
const isUnread = (page: Page, count: number) =>
  expect.poll(() => unread(page), { message: `${count} unread` }).toBe(count)
const popup = (page: Page, text: string) => page.locator('.ant-notification-notice').filter({ hasText: text })
/** A line of the message centre in front. */
const line = (page: Page, text: string) => front(page).locator('.notice-list > li').filter({ hasText: text })

/** The platform writes to one company. */
async function announce(page: Page, company: string, title: string, type?: string): Promise<void> {
  const form = front(page)
  await form.getByLabel('发送对象').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('指定企业').click()
  await form.getByLabel('企业', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(company).click()
  if (type !== undefined) {
    await form.getByLabel('通知类型').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(type).click()
  }
  await form.getByLabel('标题', { exact: true }).fill(title)
  await form.getByLabel('内容', { exact: true }).fill(`${title}，请知悉。`)
  // those of the company who are not disabled
  const count = form.getByText(/^将发送给 [1-3] 人$/)
  await count.waitFor()
  const receivers = /\d 人/.exec(await count.innerText())?.[0] ?? ''
  // a mark of loading may still be fading in it
  await form.getByRole('button', { name: /发送$/ }).click()
  const asking = page.getByRole('dialog', { name: '发送 群发通知' })
  await asking.getByText(`将发送给 ${receivers}，发出后不能撤回`).waitFor()
  await asking.getByRole('button', { name: '发送', exact: true }).click()
  await message(page, `已发送给 ${receivers}`).waitFor()
}

/** How a kind reaches the person, set in the drawer of the message centre. */
async function prefer(page: Page, kind: string, mode: string): Promise<void> {
  await front(page).getByRole('button', { name: '消息设置' }).click()
  const drawer = page.getByRole('dialog', { name: '消息设置' })
  const saved = page.waitForResponse(response => response.url().endsWith('/auth/v1/message/preferences/set'))
  await drawer.getByRole('radio', { name: `${kind}：${mode}` }).check()
  expect((await saved).ok()).toBe(true)
  await drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.waitFor({ state: 'hidden' })
}

journey(
  'a message of the platform reaches both browsers of a person, and what is read on one clears on the other',
  async cast => {
    const office = await cast.visit('admin', '/message/broadcast')
    const desk = await cast.visit('shipper3', '/index')
    const phone = await cast.visit('shipper3', '/notice', { viewport: { width: 390, height: 844 }, hasTouch: true })
    // the newest unread line is opened with the page, on both marks
    await expect
      .poll(async () => (await unread(desk.page)) - (await unread(phone.page)), { message: 'the same mark on both' })
      .toBe(0)
    const before = await unread(desk.page)

    await announce(office.page, '遵义黔力水泥有限公司', '夜间维护通知')
    for (const { page } of [desk, phone]) {
      await popup(page, '夜间维护通知').getByText('夜间维护通知，请知悉。').waitFor()
      await isUnread(page, before + 1)
    }
    const kinds = front(phone.page).getByRole('navigation', { name: '消息类型' })
    await kinds.getByRole('button', { name: '系统 1 条未读' }).waitFor()
    await line(phone.page, '夜间维护通知')
      .getByRole('button', { name: /夜间维护通知/ })
      .click()
    await line(phone.page, '夜间维护通知').getByText('夜间维护通知，请知悉。').waitFor()
    await isUnread(phone.page, before)
    await isUnread(desk.page, before)
    await kinds.getByRole('button', { name: '系统', exact: true }).waitFor()
  },
)

journey('lines are chosen by mouse and keys, read and removed at once; the filters live in the address', async cast => {
  const { page } = await cast.visit('carrier4', '/notice')
  const rows = front(page).locator('.notice-list > li')
  const total = await rows.count()
  expect(total).toBeGreaterThan(4)
  const opened = await unread(page)
  expect(opened).toBeGreaterThan(1)

  // the keys of every list: j walks, x chooses
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await rows.last().getByRole('checkbox').check()
  const bar = front(page).getByRole('region', { name: '批量操作' })
  await bar.getByText('已选 2 条').waitFor()
  expect(await rows.nth(1).getByRole('checkbox').isChecked()).toBe(true)
  expect([await rows.nth(1).getAttribute('data-read'), await rows.last().getAttribute('data-read')]).toEqual([
    'false',
    'true',
  ])
  await bar.getByRole('button', { name: '标为已读' }).click()
  await bar.waitFor({ state: 'hidden' })
  await isUnread(page, opened - 1)
  await expect.poll(() => rows.nth(1).getAttribute('data-read')).toBe('true')

  await rows.nth(0).getByRole('checkbox').check()
  await rows.nth(1).getByRole('checkbox').check()
  await bar.getByRole('button', { name: '删除' }).click()
  const asking = page.getByRole('dialog', { name: '删除 2 条消息' })
  await asking.getByRole('button', { name: '删除', exact: true }).click()
  await message(page, '已删除 2 条消息').waitFor()
  await expect.poll(() => rows.count()).toBe(total - 2)

  // a filter is an address, and reproduces itself after a reload
  await front(page).getByText('未读', { exact: true }).click()
  await expect.poll(() => addressOf(page)).toBe('/notice?unread=true')
  const left = await unread(page)
  expect(left).toBeGreaterThan(1)
  await page.reload()
  await settled(page)
  // the arrival opens one; it stays in view until the filter is left
  await isUnread(page, left - 1)
  await expect.poll(() => rows.count()).toBe(left)

  await front(page).getByRole('button', { name: '全部已读' }).click()
  await isUnread(page, 0)
  await front(page).getByText('没有未读的消息').waitFor()
  await front(page).getByRole('button', { name: '查看全部消息' }).click()
  await expect.poll(() => rows.count()).toBe(total - 2)

  await front(page).getByLabel('搜索消息').fill('没有这样的消息')
  await front(page).getByLabel('搜索消息').press('Enter')
  await front(page).getByText('没有符合条件的消息').waitFor()
  await front(page).getByLabel('搜索消息').fill('')
  await front(page).getByLabel('搜索消息').press('Enter')
  await front(page).getByRole('button', { name: '删除已读' }).click()
  const emptying = page.getByRole('dialog', { name: '删除 全部已读消息' })
  await emptying.getByRole('button', { name: '删除', exact: true }).click()
  await front(page).getByText('没有消息', { exact: true }).waitFor()
})

journey(
  'a kind that is wanted in the message centre only does not pop up, and one that pops up again does',
  async cast => {
    const office = await cast.visit('admin', '/message/broadcast')
    const { page } = await cast.visit('shipper4', '/notice')
    // the settings opened again show the new choice at once, however long the server takes
    let asked = 0
    await page.route('**/auth/v1/message/preferences?*', route => {
      if ((asked += 1) === 1) return route.continue()
    })
    await prefer(page, '系统', '只进入消息中心')
    await front(page).getByRole('button', { name: '消息设置' }).click()
    const again = page.getByRole('dialog', { name: '消息设置' })
    expect(await again.getByRole('radio', { name: '系统：只进入消息中心' }).isChecked()).toBe(true)
    await again.getByRole('button', { name: '关闭' }).click()
    await page.unroute('**/auth/v1/message/preferences?*')
    const before = await unread(page)
    await announce(office.page, '商丘中原粮油有限公司', '计费规则调整')
    await line(page, '计费规则调整').waitFor()
    await isUnread(page, before + 1)
    expect(await popup(page, '计费规则调整').count()).toBe(0)
    await prefer(page, '系统', '弹出提醒并进入消息中心')
    await announce(office.page, '商丘中原粮油有限公司', '节日值班安排')
    await popup(page, '节日值班安排').waitFor()
    await isUnread(page, before + 2)
  },
)

journey('an update told by the platform asks people and then loads the page anew, whatever they set', async cast => {
  const office = await cast.visit('admin', '/message/broadcast')
  const { page } = await cast.visit('shipper5', '/notice')
  await prefer(page, '系统', '只进入消息中心')
  await announce(office.page, '昆明滇鲜农产品有限公司', '版本更新', '发布更新提醒')
  await page.getByRole('dialog', { name: '版本更新' }).getByText('版本更新，请知悉。').waitFor()
})

journey(
  '[BZ-11] [CL-07] a submitted sheet appears at once among what finance has to do; the notice opens it and is read with it; unwanted notices stay away while the list follows',
  async cast => {
    const specialist = await cast.visit('shipper-freight', '/payment/tasks?state=submit')
    const finance = await cast.visit('shipper-finance', '/payment/tasks?state=approve')
    const { page } = finance
    const draft = front(specialist.page).getByRole('link', { name: /^JS/ }).first()
    const settlementNum = (await draft.textContent()) ?? ''
    expect(await rowOf(page, settlementNum).count()).toBe(0)
    const before = await unread(page)
    const tab = front(page).getByRole('tab', { name: /^待审核/ })
    await expect.poll(() => tab.textContent()).toMatch(/\d/)
    const waiting = Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0])

    await draft.click()
    await front(specialist.page)
      .getByRole('heading', { name: `结算单 ${settlementNum}` })
      .waitFor()
    await front(specialist.page).getByRole('button', { name: '提交审核', exact: true }).click()
    await rowOf(page, settlementNum).getByText('待审核', { exact: true }).waitFor()
    await expect.poll(() => tab.textContent()).toBe(`待审核${waiting + 1}`)
    await isUnread(page, before + 1)

    await popup(page, settlementNum).getByRole('button', { name: '查看' }).click()
    await front(page)
      .getByRole('heading', { name: `结算单 ${settlementNum}` })
      .waitFor()
    expect(addressOf(page)).toBe(`/manage/Normal/${settlementNum}`)
    await isUnread(page, before)

    // a person who switched a kind off gets no message, and still sees the list follow
    await bell(page).click()
    await settled(page)
    await prefer(page, '结算', '不接收')
    await page.goBack()
    await front(page).getByRole('button', { name: '驳回', exact: true }).click()
    const rejecting = page.getByRole('dialog', { name: new RegExp(`驳回.*${settlementNum}`) })
    await rejecting.getByLabel('原因').fill('运费与合同不符')
    await rejecting.getByRole('button', { name: /驳回/ }).click()
    await rejecting.waitFor({ state: 'hidden' })
    await popup(specialist.page, '运费与合同不符').waitFor()
    await page.getByRole('tab', { name: '付款待办' }).click()
    await rowOf(page, settlementNum).waitFor({ state: 'hidden' })
    const quiet = await unread(page)
    await front(specialist.page).getByRole('button', { name: '提交审核', exact: true }).click()
    await rowOf(page, settlementNum).getByText('待审核', { exact: true }).waitFor()
    expect([await popup(page, settlementNum).count(), await unread(page)]).toEqual([0, quiet])
    await bell(page).click()
    await prefer(page, '结算', '弹出提醒并进入消息中心')
  },
)
