// The journey of a payment made at the bank by hand: the shipper chooses 线下支付, one person of the house records it with its
// slip, and another confirms it.
import { formatDate } from '@yunshu/domain/figures/time'
import { expect } from 'vitest'
import { pngPhoto } from './photo.ts'
import { addressOf, front, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  'a payment by hand is recorded with its slip by one person of the house and confirmed by another',
  async cast => {
    const { page: payer } = await cast.visit('shipper-finance', '/settlement/list?state=approved')
    await rows(payer).first().getByRole('link', { name: /^JS/ }).click()
    await front(payer).getByRole('button', { name: '支付', exact: true }).click()
    const paying = payer.getByRole('dialog')
    await paying.getByRole('radio', { name: '线下支付' }).check()
    await paying.getByRole('checkbox').check()
    await paying.getByRole('button', { name: '确认支付' }).click()
    await front(payer)
      .getByText(/笔线下支付待登记/)
      .waitFor()
    const at = addressOf(payer)
    // the shipper waits: the money leaves the house's account
    expect(await front(payer).getByRole('button', { name: '登记线下付款' }).count()).toBe(0)

    const { page: recorder } = await cast.visit('platform-finance', at)
    await front(recorder).getByRole('button', { name: '登记线下付款' }).first().click()
    const recording = recorder.getByRole('dialog')
    await recording.getByLabel('银行流水号').fill('OFF-20261128-1')
    await recording.getByLabel('银行记账日期').fill(formatDate(Date.now()))
    await recording.getByLabel('银行记账日期').press('Enter')
    await recording
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: '银行回单.png', mimeType: 'image/png', buffer: pngPhoto() })
    await recording.getByRole('button', { name: '登记', exact: true }).click()
    const slip = (of: typeof recorder) => front(of).getByRole('article', { name: /^线下付款 ZF/ })
    await slip(recorder).getByText('待确认').waitFor()
    expect(await front(recorder).getByRole('button', { name: '确认已付出' }).count()).toBe(0)

    const { page: checker } = await cast.visit('admin', at)
    await slip(checker).getByText('OFF-20261128-1').waitFor()
    await settled(checker)
    await front(checker).getByRole('button', { name: '确认已付出' }).click()
    const confirming = checker.getByRole('dialog')
    await confirming.getByText('OFF-20261128-1').waitFor()
    await confirming.getByRole('button', { name: '确认已付出' }).click()
    await slip(checker).getByText('已确认').waitFor()
    await front(checker).getByText('支付成功', { exact: true }).first().waitFor()
  },
)
