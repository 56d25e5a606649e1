// The journey of somebody who looks up what was done: found by person and record, old and new, and taken along as a
// file.
import fs from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { fromMenu } from './listPage.ts'
import { actOn, front, home, journey, message, rows, settled, useProduct } from './visitor.ts'

useProduct()

journey('what was changed is found in the audit log with old and new values, and exported', async cast => {
  const { page } = await cast.visit('shipper5', '/shipper/staff/list')
  await front(page).getByText('shipper5-freight').waitFor()
  await actOn(rows(page).filter({ hasText: 'shipper5-freight' }), '修改')
  const drawer = page.getByRole('dialog', { name: /^修改员工/ })
  await drawer.getByLabel('姓名').fill('改名者')
  await drawer.getByRole('button', { name: '保存' }).click()
  await message(page, '操作成功').waitFor()
  await page.goto(`${home}/audit/log?entity=user`)
  await settled(page)
  const row = rows(page).filter({ hasText: '→ 改名者' })
  await row.getByRole('button', { name: /./ }).first().click()
  const detail = page.getByRole('dialog', { name: '修改员工' })
  await detail.getByRole('cell', { name: '改名者' }).waitFor()
  await detail.getByRole('button', { name: /^复制 .{16}$/ }).waitFor()
  // the row stands in the address: a load opens it again
  expect(new URL(page.url()).searchParams.get('id')).not.toBeNull()
  await page.reload()
  await detail.getByRole('cell', { name: '改名者' }).waitFor()
  await page.keyboard.press('Escape')
  await fromMenu(page, '导出')
  await page.getByRole('dialog', { name: '导出 Excel' }).getByRole('button', { name: '开始导出' }).click()
  await page.getByRole('dialog', { name: '已开始导出' }).getByRole('link', { name: '去下载中心' }).click()
  await settled(page)
  const made = rows(page).filter({ hasText: '审计日志' }).first()
  await made.getByText('已完成', { exact: true }).waitFor()
  const waiting = page.waitForEvent('download')
  await actOn(made, '下载')
  const book = await readXlsx(new Uint8Array(fs.readFileSync(await (await waiting).path())))
  expect(book.sheets[0]?.rows.some(cells => cells.some(cell => String(cell).includes('→ 改名者')))).toBe(true)
})
