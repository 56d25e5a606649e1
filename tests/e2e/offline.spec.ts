// A journey without a network: a step of the road and a photo are pressed, outlive a reload, and are made once.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { act, front, goInside, journey, message, rowOf, settled, useProduct } from './visitor.ts'
import { dialogOf, photo, section } from './waybillPage.ts'

useProduct()

const record = (id: string): string => screenUrl('WaybillDetails', { id })

journey(
  'a truck is loaded and a receipt photographed without a network; after a reload both are sent once, at the time of the press',
  async cast => {
    const carrier = await senderOf('carrier')
    const [loading] = (await carrier(listWaybills, { state: 'loading', limit: 1 })).rows
    const [signed] = (await carrier(listWaybills, { state: 'signed', receiptState: 'waiting', limit: 1 })).rows
    if (!loading || !signed) throw new Error('no waybill to load, or none to photograph')
    const { page, context, expectComplaint } = await cast.visit('carrier', record(signed.id))
    expectComplaint(/Failed to load resource|net::ERR|WebSocket/)
    await section(page, '回单').getByText('拖到此处').waitFor()
    await goInside(page, record(loading.id))
    await expect
      .poll(() =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .join(' '),
        ),
      )
      .toMatch(/(?=.*MoveDialog)(?=.*QueuedDialog)(?=.*pickers)/)

    await context.setOffline(true)
    await act(page, '装货发车')
    const asked = dialogOf(page, /^装货发车/)
    await asked.getByRole('button', { name: '装货发车' }).click()
    await asked.waitFor({ state: 'hidden' })
    await message(page, '没有网络，已存入待发送：装货发车').waitFor()
    await front(page)
      .getByText(/^待发送：装货发车/)
      .waitFor()
    await goInside(page, record(signed.id))
    await section(page, '回单').locator('input[type=file]').setInputFiles(photo('离线回单.png'))
    await message(page, '没有网络，已存入待发送：回单照片 1 张').waitFor()
    await section(page, '回单').locator('input[type=file]').setInputFiles(photo('多余.png'))
    await expect
      .poll(() =>
        section(page, '回单')
          .getByText(/^待发送：回单照片/)
          .or(front(page).getByText(/^待发送：回单照片/))
          .count(),
      )
      .toBe(2)

    // the page ends before anything could be sent
    await page.route(/waybill\/(move|receipt\/upload)$/, route => route.abort())
    await context.setOffline(false)
    await page.reload()
    await settled(page)
    const queued = page.getByRole('button', { name: /^待发送 \d 项/ })
    // the row of the list says it too
    await goInside(page, `/waybill/list?numbers=${encodeURIComponent(JSON.stringify([loading.waybillNo]))}`)
    await rowOf(page, loading.waybillNo).getByText('待发送').waitFor()
    await page.getByRole('button', { name: '待发送 3 项' }).click()
    const list = dialogOf(page, '待发送')
    // one that still waits is given up
    await list
      .getByRole('listitem')
      .last()
      .getByRole('button', { name: /^放\s?弃$/ })
      .click()
    await page
      .getByRole('tooltip')
      .getByRole('button', { name: /^放\s?弃$/ })
      .click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
    await list.getByText(loading.waybillNo).waitFor()
    await page.unroute(/waybill\/(move|receipt\/upload)$/)
    await list.getByRole('button', { name: '立即发送' }).click()
    await list.getByText('已全部发送').waitFor()
    await queued.waitFor({ state: 'hidden' })

    const loaded = await carrier(getWaybill, { id: loading.id })
    expect(loaded.state).toBe('inTransit')
    expect(loaded.log.filter(({ action }) => action.includes('装货发车'))).toHaveLength(1)
    const photographed = await carrier(getWaybill, { id: signed.id })
    expect(photographed.files.filter(({ category }) => category === 'receipt')).toHaveLength(1)
  },
)
