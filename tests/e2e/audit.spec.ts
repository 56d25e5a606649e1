// The journey of somebody who looks up what was done: found by person and record, old and new, and taken along as a file.
import fs from 'node:fs'
import { expect } from 'vitest'
import { front, home, journey, message, rows, settled, useChromium } from './visitor.ts'

useChromium()

journey('what was changed is found in the audit log with old and new values, and exported', async (cast) => {
  const { page } = await cast.visit('shipper5', '/shipper/staff/list')
  await front(page).getByText('shipper5-freight').waitFor()
  await rows(page).filter({ hasText: 'shipper5-freight' }).getByText('修改', { exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /^修改员工/ })
  await drawer.getByLabel('姓名').fill('改名者')
  await drawer.getByRole('button', { name: '保存' }).click()
  await message(page, '操作成功').waitFor()
  await page.goto(`${home}/audit/log?entity=user`)
  await settled(page)
  const row = rows(page).filter({ hasText: '→ 改名者' })
  await row.getByText('详情').click()
  const detail = page.getByRole('dialog', { name: '修改员工' })
  await detail.getByRole('cell', { name: '改名者' }).waitFor()
  await detail.getByRole('button', { name: /^复制 .{16}$/ }).waitFor()
  await page.keyboard.press('Escape')
  const waiting = page.waitForEvent('download')
  await front(page).getByRole('button', { name: '导出' }).click()
  const file = await (await waiting).path()
  expect(fs.readFileSync(file).subarray(0, 2).toString()).toBe('PK')
})
