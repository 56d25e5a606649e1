// The journey of a sheet's papers: all in one file, and one by itself.
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { unzip } from '../server/unzip.ts'
import { front, journey, rows, useProduct } from './visitor.ts'

useProduct()

journey('[CL-15] finance takes all papers of a paid sheet in one file, and one of them by itself', async cast => {
  // a sheet of which the bank's slip is kept
  const { page } = await cast.visit('shipper-finance', '/manage/TradeWater?kind=FREIGHT&mark=done&slip=kept')
  const link = rows(page).first().getByRole('link', { name: /^JS/ })
  const sheet = (await link.textContent()) ?? ''
  await link.click()
  const take = front(page).getByRole('button', { name: '打包下载' })
  await take.waitFor()
  const [zip] = await Promise.all([page.waitForEvent('download'), take.click()])
  expect(zip.suggestedFilename()).toBe(`结算单${sheet}附件.zip`)
  const files = unzip(await readFile(await zip.path()))
  expect([...files.keys()]).toEqual(expect.arrayContaining([`结算单_${sheet}.xlsx`, '交易流水.xlsx', '清单.csv']))
  const papers = [...files.keys()].filter(path => path.startsWith('银行回单/'))
  expect(papers.length).toBeGreaterThan(0)
  const first = front(page)
    .getByRole('button', { name: /^下载 / })
    .first()
  const [one] = await Promise.all([page.waitForEvent('download'), first.click()])
  expect(one.suggestedFilename()).toMatch(/_银行回单_01\.png$/)
  expect([...files.values()].some(bytes => bytes.length > 0)).toBe(true)
})
