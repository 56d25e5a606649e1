// One act for many waybills: signed in one go but for those that need a look, and the side whose turn it is urged once a day.
import { chooseWaybills } from '@yunshu/contract/batch'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { withClient } from '@yunshu/postgres/withClient'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { startCopy } from './seed.ts'
import { act, front, goInside, journey, message, rowOf, rows, useProduct } from './visitor.ts'

let database = ''
useProduct(async seed => {
  const product = await startCopy(seed)
  database = product.database ?? ''
  return product
})

const dialog = (page: Page) => page.getByRole('dialog', { name: /^批量/ })

journey(
  'waybills to sign are signed in one act; those with a loss beyond the rule or without a photo are left out, each with its reason',
  async cast => {
    const shipper = await senderOf('shipper')
    const { rows: waiting } = await shipper(listWaybills, { state: 'toSign', limit: 100 })
    // those of the demo all want a look: the first still does, the others wait for nothing
    await withClient(database, async client => {
      await client.query(
        `update waybills set body = jsonb_set(body, '{receiptRule,needPhoto}', 'false') where id = any($1)`,
        [waiting.slice(1).map(({ id }) => id)],
      )
      await client.query(
        `update waybill_claims set state = 'withdrawn' where state = 'proposed' and waybill_id = any($1)`,
        [waiting.slice(1).map(({ id }) => id)],
      )
    })
    const { page } = await cast.visit('shipper', '/waybill/list?state=toSign')
    await front(page).getByRole('checkbox', { name: '选择全部已加载的行' }).check()
    const asked = page.waitForRequest(each => each.url().endsWith(chooseWaybills.path))
    await front(page).getByRole('button', { name: '批量签收' }).click()
    await asked
    const start = dialog(page).getByRole('button', { name: /^签收 \d+ 单/ })
    await start.waitFor()
    const count = Number(/^签收 (\d+) 单/.exec((await start.textContent()) ?? '')?.[1])
    expect(count).toBeGreaterThan(0)
    await dialog(page)
      .getByText(/共 [\d.,]+ 吨/)
      .waitFor()
    const left = dialog(page).getByRole('region', { name: '不办理' }).getByRole('listitem')
    const leftOut = await left.count()
    expect(count + leftOut).toBe(waiting.length)
    expect(await left.first().innerText()).toMatch(/亏吨超出约定|还没有回单照片|费用扣款待[我对]方确认/)
    const numbers = await left.getByRole('link').allInnerTexts()
    await start.click()
    await dialog(page).getByText(`${count}/${waiting.length} 单已签收`).waitFor()
    await dialog(page)
      .getByRole('button', { name: /^关\s?闭$/ })
      .last()
      .click()
    await expect.poll(() => rows(page).count()).toBe(leftOut)
    for (const { id, waybillNo } of waiting)
      if (!numbers.includes(waybillNo)) expect((await shipper(getWaybill, { id })).state).toBe('signed')
  },
)

journey(
  'the carrier is urged once a day: on the record, then by a colleague in the list, who is told by whom',
  async cast => {
    const { page } = await cast.visit('shipper', '/waybill/list?state=inTransit')
    const number = await rows(page).first().getByRole('link', { name: /^YD/ }).innerText()
    await rows(page).first().getByRole('link', { name: /^YD/ }).click()
    await act(page, '催办')
    await message(page, /^已催办.+送达$/).waitFor()
    const colleague = await cast.visit('shipper-freight', '/waybill/list?state=inTransit')
    await front(colleague.page)
      .getByRole('checkbox', { name: `选择 ${number}` })
      .check()
    await front(colleague.page).getByRole('button', { name: '批量催办' }).click()
    // nothing of the choice can be done: no dialog opens, and the reason is said
    await message(
      colleague.page,
      new RegExp(`^${number} 不能催办：今天 \\d\\d:\\d\\d 已由 .+ 催办，明天可以再催$`),
    ).waitFor()
    expect(await dialog(colleague.page).count()).toBe(0)
    // once it is urged nothing is left to press but what stands in the menu
    expect(await front(page).locator('.ys-page-head .ys-first-act').count()).toBe(0)
    const carrier = await cast.visit('carrier', '/notice')
    await front(carrier.page)
      .getByText(new RegExp(`${number}.*催办，请尽快送达`))
      .first()
      .waitFor()
    await goInside(page, '/waybill/list?state=inTransit')
    await rowOf(page, number).waitFor()
  },
)
