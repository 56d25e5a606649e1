// Journeys of the kinds of messages: how each reaches people, and what finance is told of payment tasks.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { announce, bell, isUnread, line, popup, unread } from './messageCentre.ts'
import { act, addressOf, front, heard, held, journey, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

/** Sets the way a kind reaches the person, in the drawer of the message centre. */
async function prefer(page: Page, kind: string, mode: string): Promise<void> {
  await front(page).getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '消息设置' }).click()
  const drawer = page.getByRole('dialog', { name: '消息设置' })
  const saved = page.waitForResponse(response => response.url().endsWith('/auth/v1/message/preferences/set'))
  await drawer.getByRole('radio', { name: `${kind}：${mode}` }).check()
  expect((await saved).ok()).toBe(true)
  await drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.waitFor({ state: 'hidden' })
}

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
    await front(page).getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '消息设置' }).click()
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
    const hasPopped = heard(popup(page, '节日值班安排'))
    await announce(office.page, '商丘中原粮油有限公司', '节日值班安排')
    await hasPopped()
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
      .getByRole('heading', { name: `结算单 ${settlementNum}`, level: 1 })
      .waitFor()
    const stays = held(popup(page, settlementNum))
    await front(specialist.page).getByRole('button', { name: '提交审核', exact: true }).click()
    await rowOf(page, settlementNum).getByText('待审核', { exact: true }).waitFor()
    await expect.poll(() => tab.textContent()).toBe(`待审核${waiting + 1}`)
    await isUnread(page, before + 1)
    await stays()

    await popup(page, settlementNum).getByRole('button', { name: '查看' }).click()
    await front(page)
      .getByRole('heading', { name: `结算单 ${settlementNum}`, level: 1 })
      .waitFor()
    expect(addressOf(page)).toBe(`/manage/Normal/${settlementNum}`)
    await isUnread(page, before)

    // a person who switched a kind off gets no message, and still sees the list follow
    await bell(page).click()
    await settled(page)
    await prefer(page, '结算', '不接收')
    await page.goBack()
    await act(page, '驳回')
    const rejecting = page.getByRole('dialog', { name: new RegExp(`驳回.*${settlementNum}`) })
    await rejecting.getByLabel('原因').fill('运费与合同不符')
    const isTold = heard(popup(specialist.page, '运费与合同不符'))
    await rejecting.getByRole('button', { name: /驳回/ }).click()
    await rejecting.waitFor({ state: 'hidden' })
    await isTold()
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
