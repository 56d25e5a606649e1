// Journeys of papers of waybills: the desk hands on a code and a link, strangers check and print.
import { expect } from 'vitest'
import { fits, passerBy } from './sharing.ts'
import { act, front, goInside, journey, rows, useProduct } from './visitor.ts'
import { dialogOf } from './waybillPage.ts'

useProduct()

journey(
  '[PB-11] [PB-12] a stranger prints a waybill in three copies by a link, checks it by the code on it and leaves a doubt, which the desk and the finance people see',
  async cast => {
    const { page, context } = await cast.visit('shipper', '/waybill/list', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await goInside(page, '/waybill/list?state=signed')
    await rows(page).first().getByRole('link', { name: /^YD/ }).click()
    await front(page).locator('.ys-page-head').waitFor()
    await act(page, '纸质运单与核验')
    const desk = dialogOf(page, /^纸质运单与核验 YD/)
    const code = (await desk.locator('.wb-paper-code').textContent()) ?? ''
    expect(code).toMatch(/^\d{6}$/)
    await desk.getByLabel('显示运费').click()
    await desk.getByRole('button', { name: '生成打印链接' }).click()
    await desk.getByText('已打印 0 次').waitFor()
    // a copy is there a moment after the press
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await desk.getByRole('button', { name: '复制打印链接' }).click()
    await expect.poll(copied).toMatch(/^http[^#]+\/public\/ShitiWaybill[?#]/)
    const paperLink = await copied()
    await desk.getByRole('button', { name: '复制带运费的核验链接' }).click()
    await expect.poll(copied).not.toBe(paperLink)
    const checkLink = await copied()

    const stranger = await passerBy(cast)
    await stranger.page.addInitScript(() => {
      window.print = () => undefined
    })
    await stranger.page.goto(paperLink)
    const waybillNo = ((await stranger.page.getByRole('heading', { name: /^运单 YD/ }).textContent()) ?? '').slice(3)
    expect(await stranger.page.locator('.pp-paper .wb-print').count()).toBe(3)
    expect(await fits(stranger.page)).toBe(0)
    await stranger.page.getByRole('button', { name: '打印三联' }).click()
    await stranger.page.getByText('已打印 1 次').waitFor()
    const printed = stranger.page.locator('.ys-sheet')
    expect(await printed.textContent()).toMatch(/第一联.*第 1 次打印.*第二联.*第三联/s)
    expect(await printed.textContent()).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)|(?<!\d)\d{17}[\dX]/)

    // by hand, wrong and right; then by the link that shows the freight
    await stranger.page.goto(`${new URL(paperLink).origin}/public/ZhongzanCheckWaybill`)
    await stranger.page.getByLabel('运单号').fill(waybillNo)
    await stranger.page.getByLabel('校验码').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await stranger.page.getByRole('button', { name: '核验', exact: true }).click()
    await stranger.page.getByText('运单号与校验码不符').waitFor()
    await stranger.page.goto(checkLink)
    await stranger.page.getByRole('button', { name: '核验', exact: true }).click()
    await stranger.page.getByRole('heading', { name: `运单 ${waybillNo}` }).waitFor()
    await stranger.page.getByText(/^[\d,]+\.\d{2} 元$/).waitFor()
    // no verdict is chosen beforehand
    await stranger.page.getByRole('button', { name: '提交意见' }).click()
    await stranger.page.getByText('请选择核验意见').waitFor()
    await stranger.page.getByLabel('有疑问').check()
    await stranger.page.getByLabel('姓名').fill('高建设')
    await stranger.page.getByLabel('手机号').fill('19900007654')
    await stranger.page.getByLabel('说明').fill('卸货吨数与磅单不符')
    await stranger.page.getByRole('button', { name: '提交意见' }).click()
    await stranger.page.getByText('已提交“有疑问”').waitFor()
    expect(await fits(stranger.page)).toBe(0)

    await desk.getByText('卸货吨数与磅单不符').waitFor()
    await desk.getByText('已打印 1 次').waitFor()
    const finance = await cast.visit('shipper-finance', '/notice')
    await front(finance.page).getByText(`高建设 核验了运单 ${waybillNo}：有疑问`).waitFor()

    // a link that was taken back opens nothing
    await desk.getByRole('button', { name: '作废', exact: true }).click()
    await page.getByRole('tooltip').getByRole('button', { name: '作废' }).click()
    await desk.getByText('已作废', { exact: true }).waitFor()
    await stranger.page.goto('about:blank')
    await stranger.page.goto(paperLink)
    await stranger.page.getByRole('heading', { name: '链接已失效或不存在' }).waitFor()
    await context.clearPermissions()
  },
)
