// Vouchers made by hand, audited and posted by another person in one act each, from the list that names them.
import { getVoucher } from '@yunshu/contract/voucher/voucher'
import { saveVoucher } from '@yunshu/contract/voucher/manual'
import { fen } from '@yunshu/domain/figures/money'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { senderOf } from './calls.ts'
import { actOn, front, journey, rows, useProduct } from './visitor.ts'

useProduct()

const dialog = (page: Page) => page.getByRole('dialog', { name: /^批量/ })

/** Presses an act for all rows of the list and carries it out to its end. */
async function carryOut(page: Page, act: '审核' | '记账', done: string): Promise<void> {
  await front(page).getByRole('checkbox', { name: '选择全部已加载的行' }).check()
  await front(page)
    .getByRole('button', { name: `批量${act}` })
    .click()
  await dialog(page)
    .getByRole('button', { name: `${act} 2 张 合计 700.00 元` })
    .click()
  await dialog(page).getByText(done).waitFor()
  await dialog(page)
    .getByRole('button', { name: /^关\s?闭$/ })
    .last()
    .click()
}

journey('[RT-20] two vouchers of a branch are audited together by finance, then posted together', async cast => {
  const branch = await senderOf('branch')
  const made: string[] = []
  for (const amount of [300_00, 400_00])
    made.push(
      (
        await branch(saveVoucher, {
          kind: 'ACCOUNTING',
          date: Date.now(),
          summary: '批量记账的办公用品',
          lines: [
            { summary: '办公用品', account: '6602', debit: fen(amount), credit: fen(0) },
            { summary: '办公用品', account: '1002.01', debit: fen(0), credit: fen(amount) },
          ],
        })
      ).id,
    )
  const list = `/voucher/list?${new URLSearchParams({ text: '批量记账' }).toString()}`
  const { page } = await cast.visit('platform-finance', list)
  await expect.poll(() => rows(page).count()).toBe(2)
  await carryOut(page, '审核', '2/2 张已审核')
  await expect.poll(() => rows(page).filter({ hasText: '已审核' }).count()).toBe(2)
  await carryOut(page, '记账', '2/2 张已记账')
  await expect.poll(() => rows(page).filter({ hasText: '已记账' }).count()).toBe(2)
  const branchId = demoCompanyId('branch1')
  for (const id of made) expect((await branch(getVoucher, { id, branchId })).state).toBe('posted')
  // one is taken back from its row, once the branch it belongs to is chosen
  const row = rows(page).filter({ hasText: '300.00' })
  await actOn(row, '冲销')
  await page
    .getByRole('dialog', { name: '选择分公司' })
    .getByRole('button', { name: /华北分公司/ })
    .click()
  await actOn(row, '冲销')
  const taking = page.getByRole('dialog', { name: /^冲销 记-/ })
  await taking.getByRole('textbox').fill('记错了部门')
  await taking.getByRole('button', { name: /^冲\s?销$/ }).click()
  await row.filter({ hasText: '已冲销' }).waitFor()
})
