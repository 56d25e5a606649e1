// Journeys of addresses that open the dialog of an act: from 今日, from the command panel, stale ones, and without the right.
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { act, addressOf, front, goInside, heard, journey, message, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

const work = (page: Page) => page.locator('.today-row')
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const record = (id: string): string => screenUrl('WaybillDetails', { id })

/** The newest waybill in a state, as an account sees it. */
async function waybillIn(account: string, state: 'toSign' | 'signed' | 'inTransit') {
  const [row] = (await (await senderOf(account))(listWaybills, { state, limit: 1 })).rows
  if (!row) throw new Error(`no waybill ${state}`)
  return row
}

journey(
  'a opens the act of a piece of work as its dialog and r its refusal; closed, the address holds the record alone',
  async cast => {
    const { page } = await cast.visit('shipper', '/index?part=sign')
    await work(page).first().waitFor()
    // of each group one act is filled
    for (const group of await page.locator('.today-list section').all()) {
      const colours = await group
        .locator('.today-act')
        .evaluateAll(acts => acts.map(act => getComputedStyle(act).backgroundColor))
      expect(colours.filter(colour => colour === colours[0])).toHaveLength(1)
    }
    const no = await work(page).first().locator('.today-no').innerText()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await dialog(page, `签收 ${no}`).waitFor()
    expect(addressOf(page)).toMatch(/^\/waybill\/details\/[0-9a-f-]{36}\?act=sign$/)
    await page.keyboard.press('Escape')
    await dialog(page, `签收 ${no}`).waitFor({ state: 'hidden' })
    await expect.poll(() => addressOf(page)).toMatch(/^\/waybill\/details\/[0-9a-f-]{36}$/)
    const at = addressOf(page)
    await goInside(page, '/index?part=sign')
    // the focus came back to the row, or stands nowhere yet: up is the first in both cases
    await page.keyboard.press('k')
    await page.keyboard.press('r')
    await expect.poll(() => addressOf(page)).toBe(`${at}?act=dispute`)
    await page.getByText(`签收异议 ${no}`).waitFor()
  },
)

journey('a task is taken from its address: it is asked first, and the list says what became of it', async cast => {
  const { page } = await cast.visit('carrier', '/index?part=task')
  const task = work(page).filter({ hasText: '接任务' }).first()
  const no = await task.locator('.today-no').innerText()
  await task.getByRole('link', { name: `接单：接任务 ${no}` }).click()
  const asked = dialog(page, `接单 ${no}`)
  await asked.getByText('接单后由本公司派车').waitFor()
  await rowOf(page, no).getByText('待接单').waitFor()
  const tabs = await page.getByRole('navigation', { name: '标签页' }).boundingBox()
  const isSaid = heard(message(page, '已接单'))
  await asked.getByRole('button', { name: '接单' }).click()
  // a message covers no tab
  const said = await message(page, '已接单').boundingBox()
  expect(said?.y).toBeGreaterThanOrEqual((tabs?.y ?? Infinity) + (tabs?.height ?? 0))
  await isSaid()
  await rowOf(page, no).getByText('已接单').waitFor()
  expect(addressOf(page)).toBe(`/TaskList?pane=tasks&text=${no}`)
})

journey(
  'an address of an act that is over, or of somebody else’s act, opens the record alone and says why',
  async cast => {
    const signed = await waybillIn('shipper', 'signed')
    const toSign = await waybillIn('carrier', 'toSign')
    const shipper = await cast.visit('shipper', `${record(signed.id)}?act=sign`)
    await message(shipper.page, /现在不能签收：.*已签收/).waitFor()
    await expect.poll(() => addressOf(shipper.page)).toBe(record(signed.id))
    expect(await shipper.page.getByRole('dialog').count()).toBe(0)
    await goInside(shipper.page, `${record(signed.id)}?act=nothing`)
    await message(shipper.page, '链接里的操作不存在').waitFor()

    const carrier = await cast.visit('carrier', `${record(toSign.id)}?act=sign`)
    await message(carrier.page, /现在不能签收：/).waitFor()
    await expect.poll(() => addressOf(carrier.page)).toBe(record(toSign.id))
    expect(await carrier.page.getByRole('dialog').count()).toBe(0)
    // the carrier's own act on the same waybill opens from its address, and only asks
    await goInside(carrier.page, `${record(toSign.id)}?act=uploadReceipt`)
    await dialog(carrier.page, `上传回单 ${toSign.waybillNo}`).getByRole('button', { name: '选择文件' }).waitFor()
  },
)

journey('the command panel offers the acts of a record that was found, and opens their dialog', async cast => {
  const { waybillNo } = await waybillIn('shipper', 'toSign')
  const { page } = await cast.visit('shipper', '/GoodsMy')
  await page.keyboard.press('s')
  const panel = page.getByRole('dialog', { name: '搜索' })
  await panel.getByRole('combobox').fill(`签收 ${waybillNo}`)
  await panel
    .getByRole('option')
    .filter({ hasText: `签收 ${waybillNo}` })
    .first()
    .click()
  await settled(page)
  await dialog(page, `签收 ${waybillNo}`).waitFor()
  expect(await front(page).getByText('待签收').count(), 'an act never does it by itself').toBeGreaterThan(0)
})

journey(
  'on a phone 拍回单 leads to waybills whose card takes the photo, by the camera or from the album',
  async cast => {
    const { page } = await cast.visit('carrier', '/index', { viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.getByRole('navigation', { name: '常用页面' }).getByRole('link', { name: '拍回单' }).click()
    await settled(page)
    const card = front(page)
      .locator('.ys-card')
      .filter({ hasText: /待签收|已签收/ })
      .first()
    const no = (await card.getByRole('link', { name: /^YD/ }).innerText()).trim()
    await card.getByRole('link', { name: /上传回单$/ }).click()
    const asked = dialog(page, `上传回单 ${no}`)
    await asked.getByText('回单照片：拍照或从相册选择').waitFor()
    await asked.getByRole('button', { name: '从相册选择', exact: true }).waitFor()
    const camera = asked.locator('input[capture]')
    expect([await camera.getAttribute('capture'), await camera.getAttribute('accept')]).toEqual([
      'environment',
      'image/*',
    ])
    const chosen = page.waitForEvent('filechooser')
    await asked.getByRole('button', { name: '拍照', exact: true }).click()
    await chosen

    // all lists of tasks can be reached without a swipe
    await page.keyboard.press('Escape')
    await goInside(page, '/TaskList')
    const panes = front(page).getByRole('button', { name: /^任务视图/ })
    await panes.click()
    const last = await page.getByRole('menuitem').last().boundingBox()
    expect((last?.x ?? 999) + (last?.width ?? 0)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    // and the tools of the list are seen beside them
    await front(page).getByRole('button', { name: '搜索本列表' }).click()
    await front(page)
      .getByRole('textbox', { name: /任务号/ })
      .or(front(page).getByRole('searchbox'))
      .first()
      .waitFor()
  },
)

journey(
  'what is typed into a dialog outlives Esc, 返回 and a reload, says what changed meanwhile, and is gone once it is sent',
  async cast => {
    const waybill = await waybillIn('carrier', 'inTransit')
    const title = `运输中断 ${waybill.waybillNo}`
    const { page } = await cast.visit('carrier', `${record(waybill.id)}?act=interrupt`)
    const asked = dialog(page, title)
    const reason = asked.getByLabel('原因')
    await reason.fill('国道封路')
    await reason.press('Escape')
    await asked.waitFor({ state: 'hidden' })
    await message(page, '已存草稿').waitFor()
    await page.getByRole('button', { name: '继续填写' }).click()
    await asked.getByText(/^已恢复 .* 的草稿$/).waitFor()
    await expect.poll(() => reason.inputValue()).toBe('国道封路')
    await reason.fill('国道封路，绕行')
    await asked.getByRole('button', { name: '返回' }).click()
    await asked.waitFor({ state: 'hidden' })

    // pressed on the page itself, and left open by a reload: a quiet line leads back to it
    await act(page, '运输中断')
    await expect.poll(() => reason.inputValue()).toBe('国道封路，绕行')
    const carrier = await senderOf('carrier')
    const { id, version } = waybill
    const moved = await carrier(moveWaybill, { id, version, move: 'interrupt', reason: '爆胎' })
    await carrier(moveWaybill, { ...moved, move: 'resume' })
    await page.reload()
    const line = page.locator('.left-open')
    await line.getByText(`“${title}”填写的内容已存草稿`).waitFor()
    await line.getByRole('button', { name: '继续填写' }).click()
    await line.waitFor({ state: 'hidden' })
    await asked.getByRole('alert').filter({ hasText: '存草稿后，单据已被修改' }).waitFor()
    await expect.poll(() => reason.inputValue()).toBe('国道封路，绕行')
    await asked.getByRole('button', { name: '运输中断' }).click()
    await asked.waitFor({ state: 'hidden' })
    await message(page, '已登记运输中断').waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('国道封路')
  },
)
