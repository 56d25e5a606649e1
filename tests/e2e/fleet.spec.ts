// Journeys of vehicles: a carrier registers and hands in, the platform verifies in another browser; vehicles and
// terminals by file.
import { vehicleColumns } from '@yunshu/domain/fleet/columns'
import { writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { drawer, tag, upload } from './fleetPage.ts'
import { act, front, home, journey, message, rowOf, rows, settled, useProduct } from './visitor.ts'

useProduct()

/** The text of one certificate on the page. */
const certificate = (page: Page, label: string): Promise<string | null> =>
  front(page)
    .getByRole('region', { name: '证件认证' })
    .getByRole('listitem', { name: label, exact: true })
    .textContent()

/** Chooses an option of a select by its text. */
async function choose(page: Page, box: ReturnType<typeof drawer>, label: string, text: string): Promise<void> {
  await box.getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(text, { exact: true }).click()
}

/** Types a day into a date field. */
async function day(page: Page, box: ReturnType<typeof drawer>, label: string, text: string): Promise<void> {
  await box.getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

journey(
  'a carrier registers a vehicle, is told at each field what is wrong, uploads its papers and hands it in; the platform sends it back and then verifies it',
  async cast => {
    const carrier = await cast.visit('carrier', '/vehicle/list')
    const { page } = carrier
    await front(page).getByRole('button', { name: '登记车辆' }).click()
    const box = drawer(page, '登记车辆')
    const plate = box.getByLabel('车牌号', { exact: true })
    await plate.fill('川AI2345')
    await plate.blur()
    await box.getByText('车牌号格式不正确，新能源车牌为8位').waitFor()
    await plate.fill('冀T12345D')
    await plate.blur()
    // a large new-energy plate has one colour
    await box.getByText('黄绿色', { exact: true }).waitFor()
    await plate.fill('冀·T88Z01')
    await plate.blur()
    await choose(page, box, '车牌颜色', '黄色')
    await box.getByLabel('车辆类型', { exact: true }).fill('H11')
    await page.locator('.ant-select-dropdown:visible').getByText('重型普通货车（H11）').click()
    await box.getByLabel('核定载质量', { exact: true }).fill('18')
    const gross = box.getByLabel('总质量', { exact: true })
    await gross.fill('9')
    await gross.blur()
    await box.getByText('总质量不能小于核定载质量').waitFor()
    await gross.fill('31')
    await day(page, box, '行驶证有效期', '2029-06-30')
    const vin = box.getByLabel('车辆识别代号', { exact: true })
    await vin.fill('1M8GDM9AXKP042789')
    await box.getByText('车辆识别代号校验位不符，请核对').waitFor()
    await box.getByLabel('道路运输证号', { exact: true }).fill('130102555555')
    await day(page, box, '道路运输证有效期', '2020-01-01')
    await box.getByText(/已过期 \d+ 天，不能通过审核/).waitFor()
    await day(page, box, '道路运输证有效期', '2029-06-30')
    await box.getByRole('button', { name: /保\s*存/ }).click()
    await message(page, '已登记，请上传证件并提交审核').waitFor()
    await front(page).getByRole('heading', { name: '车辆 冀T88Z01' }).waitFor()
    expect(await tag(page).textContent()).toBe('未提交')
    await front(page).getByText('请上传道路运输证').waitFor()
    expect(await front(page).getByRole('button', { name: '提交审核' }).isDisabled()).toBe(true)
    for (const kind of ['行驶证正页', '行驶证副页', '道路运输证']) await upload(page, kind)
    await front(page).getByText('资料已齐全，可以提交审核。').waitFor()
    await front(page).getByRole('button', { name: '提交审核' }).click()
    await message(page, '已提交，等待平台审核').waitFor()
    await expect.poll(() => tag(page).textContent()).toBe('待审核')

    const house = await cast.visit('platform-ops', '/vehicle/list?paper=pending')
    await rowOf(house.page, '冀T88Z01').getByRole('link', { name: '冀T88Z01' }).click()
    await front(house.page).getByText('资料齐全，请逐项与证件照片核对。').waitFor()
    await front(house.page).getByRole('button', { name: '下一个' }).click()
    await front(house.page)
      .getByRole('heading', { name: /^车辆 (?!冀T88Z01)/ })
      .waitFor()
    await front(house.page).getByRole('button', { name: '上一个' }).click()
    await front(house.page).getByRole('heading', { name: '车辆 冀T88Z01' }).waitFor()
    // certificate by certificate: one is good, one is sent back
    await front(house.page).getByRole('button', { name: '道路运输证通过' }).click()
    await message(house.page, '该证件已通过').waitFor()
    await front(house.page).getByRole('button', { name: '行驶证驳回' }).click()
    const verdict = drawer(house.page, '驳回行驶证')
    expect(await verdict.getByLabel('道路运输证号').count()).toBe(0)
    await verdict.getByLabel('行驶证副页').check()
    await verdict.getByLabel('原因').fill('副页反光，看不清')
    await verdict.getByRole('button', { name: /驳\s*回/ }).click()
    await message(house.page, '已驳回，已通知承运商').waitFor()

    // the carrier sees it without reloading, mends it, hands it in again
    await front(page).getByText('行驶证未通过审核：副页反光，看不清').waitFor()
    await expect.poll(() => certificate(page, '道路运输证')).toContain('已认证')
    await expect.poll(() => certificate(page, '行驶证')).toContain('未通过')
    await front(page).getByText('请修改：行驶证副页').waitFor()
    await upload(page, '行驶证副页')
    await front(page).getByRole('button', { name: '提交审核' }).click()
    await expect.poll(() => tag(page).textContent()).toBe('待审核')
    await expect.poll(() => tag(house.page).textContent()).toBe('待审核')
    await front(house.page)
      .getByRole('button', { name: /^通\s*过$/ })
      .click()
    await message(house.page, '已通过，已通知承运商').waitFor()
    await expect.poll(() => tag(page).textContent()).toBe('已认证')
    await front(page).getByText('操作记录').scrollIntoViewIfNeeded()
    await front(page)
      .getByRole('button', { name: /^显示全部 \d+ 条$/ })
      .click()
    await expect.poll(() => front(page).locator('.ys-log').textContent()).toMatch(/通过.*提交审核.*驳回.*登记/s)

    // blacklisted by the platform, it is not the carrier's to take off
    await act(house.page, '列入黑名单')
    const ban = drawer(house.page, /^列入黑名单/)
    await ban.getByLabel('原因').fill('套牌嫌疑')
    await ban.getByRole('button', { name: '列入黑名单' }).click()
    await front(page).getByText('平台已列入黑名单').waitFor()
    expect(await front(page).getByRole('button', { name: '移出黑名单' }).count()).toBe(0)
  },
)

journey('vehicles come in by file: the wrong rows are named, the right ones are registered', async cast => {
  const { page } = await cast.visit('carrier', '/vehicle/list')
  const keys = Object.keys(vehicleColumns)
  const row = (plate: string, over: Readonly<Record<string, string>> = {}) => {
    const cells: Readonly<Record<string, string>> = {
      plate,
      plateColor: '黄色',
      typeCode: '重型普通货车',
      energy: '柴油',
      tonnageG: '18',
      grossG: '31',
      licenceExpiry: '2029-06-30',
      transportCertNo: '130102123456',
      transportCertExpiry: '2029-06-30',
      ...over,
    }
    return keys.map(key => cells[key] ?? null)
  }
  const buffer = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: '车辆',
          rows: [
            Object.values(vehicleColumns).map(({ title }) => title),
            row('冀T77001'),
            row('冀T77002', { plateColor: '渐变绿色' }),
            row('冀T77003'),
          ],
        },
      ],
    }),
  )
  await front(page).getByRole('button', { name: '导入车辆' }).click()
  const dialog = drawer(page, '导入车辆')
  await dialog.locator('input[type=file]').setInputFiles({
    name: '车辆.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })
  await dialog.getByText('车牌颜色与车牌号不匹配').waitFor()
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('冀T77003').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${home}/vehicle/list?text=${encodeURIComponent('冀T7700')}`)
  await settled(page)
  await expect.poll(() => rows(page).count()).toBe(2)
})

journey('terminals come in by file: the wrong row is named with its column, the right ones are listed', async cast => {
  const { page } = await cast.visit('carrier', '/terminal/list')
  const lines = [
    ['终端手机号', '车牌号'],
    ['13900008801', null],
    ['13900008802', '冀A00000'],
    ['13900008803', null],
  ]
  await front(page).getByRole('button', { name: '导入终端' }).click()
  const dialog = drawer(page, '导入终端')
  await dialog.locator('input[type=file]').setInputFiles({
    name: '终端.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await writeXlsx({ sheets: [{ name: '终端', rows: lines }] })),
  })
  await dialog.getByText('没有登记这辆车，或已停用').waitFor()
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('13900008803').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${home}/terminal/list?text=1390000880`)
  await settled(page)
  await expect.poll(() => rows(page).count()).toBe(2)
})
