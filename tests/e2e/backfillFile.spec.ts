// A journey of returned papers by file: faults first, the file of faults mended, on a phone.
import fs from 'node:fs'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { head, trip, trucks } from './backfillTrips.ts'
import { front, home, journey, message, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  'a file with faults: nothing is written before the choice, the file of faults comes back mended, a phone can do it too',
  async cast => {
    const fleet = await trucks(cast, 3)
    const { page } = await cast.visit('shipper', '/GoodsMy', {
      acceptDownloads: true,
      viewport: { width: 390, height: 844 },
    })
    await page.goto(`${home}/GoodsMy?state=partial`)
    await settled(page)
    const to = await front(page)
      .locator('.ys-card')
      .filter({ hasText: /\d 吨/ })
      .first()
      .getByRole('link', { name: /^HY/ })
      .getAttribute('href')
    await page.goto(`${home}/web/EnterpriseCreateWaybill/${(to ?? '').split('/').at(-1) ?? ''}`)
    await settled(page)
    await front(page).getByText('录入表格适合在电脑上使用').waitFor()
    await front(page).getByRole('button', { name: '从文件导入' }).click()
    const dialog = page.getByRole('dialog', { name: /^导入回单补录/ })

    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载模板' }).click(),
    ])
    expect(template.suggestedFilename()).toBe('回单补录导入模板.xlsx')
    const upload = async (name: string, buffer: Buffer): Promise<void> =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await upload('照片.png', Buffer.from('png'))
    await dialog.getByText('请上传 .xlsx 或 .csv 文件').waitFor()

    const lines = fleet.map(truck => trip(truck, 230))
    const bytes = await writeXlsx({
      sheets: [{ name: '回单', rows: [head, ...lines, trip({ plate: '冀A00001', driver: '张三' }, 230)] }],
    })
    await upload('十月回单.xlsx', Buffer.from(bytes))
    await dialog.getByText('3 行正确').waitFor()
    await dialog.getByRole('cell', { name: '第 5 行' }).waitFor()
    await dialog.getByText('合作承运商没有登记这辆车').waitFor()
    const [faults] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载错误文件' }).click(),
    ])
    expect(faults.suggestedFilename()).toBe('十月回单-错误.xlsx')
    const [sheet] = (await readXlsx(fs.readFileSync(await faults.path()))).sheets
    expect(sheet?.rows.map(row => row.at(-1))).toEqual(['错误原因', '第5行：车牌号：合作承运商没有登记这辆车'])
    await dialog.getByRole('button', { name: '导入 3 行' }).click()
    await dialog.getByText(/已导入 3 行/).waitFor()

    // the row of the file of faults, mended, goes in by itself
    await dialog.getByRole('button', { name: '继续导入' }).click()
    await dialog.getByRole('button', { name: '十月回单.xlsx' }).waitFor()
    const [first] = fleet
    const mended = (sheet?.rows ?? []).map((row, n) =>
      n === 0 || !first
        ? row
        : row.map((text, at) => {
            const name = sheet?.rows[0]?.[at]
            const cells: Record<string, string> = {
              '车牌号*': first.plate,
              '司机*': first.driver,
              '装货时间*': trip(first, 240)[2] ?? '',
              '卸货时间*': trip(first, 240)[3] ?? '',
            }
            return cells[String(name)] ?? text
          }),
    )
    await upload('十月回单-改.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: '错误', rows: mended }] })))
    await dialog.getByText('1 行正确').waitFor()
    await dialog.getByRole('button', { name: '导入 1 行' }).click()
    await dialog.getByText(/已导入 1 行/).waitFor()
    await dialog.getByRole('button', { name: '完成' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${home}/waybill/list?source=BACKFILL&state=toSign`)
    await settled(page)
    await front(page)
      .locator('.ys-card')
      .filter({ hasText: first?.plate ?? '' })
      .first()
      .waitFor()
    expect(await message(page, /错误|失败/).count()).toBe(0)
  },
)
