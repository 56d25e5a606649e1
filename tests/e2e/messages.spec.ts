// Journeys of the message centre: two browsers of one person, and lines read and removed.
import { expect } from 'vitest'
import { announce, isUnread, line, popup, unread } from './messageCentre.ts'
import { addressOf, front, heard, journey, message, settled, useProduct } from './visitor.ts'

useProduct()

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

    const popups = [desk, phone].map(({ page }) =>
      heard(popup(page, '夜间维护通知').getByText('夜间维护通知，请知悉。')),
    )
    await announce(office.page, '遵义黔力水泥有限公司', '夜间维护通知')
    for (const hasPopped of popups) await hasPopped()
    for (const { page } of [desk, phone]) await isUnread(page, before + 1)
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
  const readOne = front(page).locator('.notice-list > li[data-read=true]').last()
  await readOne.getByRole('checkbox').check()
  const bar = front(page).getByRole('region', { name: '批量操作' })
  await bar.getByText('已选 2 条').waitFor()
  expect(await rows.nth(1).getByRole('checkbox').isChecked()).toBe(true)
  expect(await rows.nth(1).getAttribute('data-read')).toBe('false')
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
  await front(page).getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '删除已读' }).click()
  const emptying = page.getByRole('dialog', { name: '删除 全部已读消息' })
  await emptying.getByRole('button', { name: '删除', exact: true }).click()
  await front(page).getByText('没有消息', { exact: true }).waitFor()
})
