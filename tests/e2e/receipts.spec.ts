// A journey of original receipts: photographed, posted, and confirmed.
import { expect } from 'vitest'
import { addressOf, goInside, journey, message, rows, useProduct } from './visitor.ts'
import { dialogOf, photo, section } from './waybillPage.ts'

useProduct()

journey(
  'original papers: photographed, judged only on what was seen, posted by express, and confirmed when they arrive',
  async cast => {
    const carrier = await cast.visit('carrier2', '/waybill/list')
    await goInside(carrier.page, '/waybill/list?state=signed&receiptState=waiting')
    await rows(carrier.page).filter({ hasText: '冀东' }).first().getByRole('link', { name: /^YD/ }).click()
    await section(carrier.page, '回单')
      .getByText(/原件 2 份/)
      .waitFor()
    const shipper = await cast.visit('shipper2', addressOf(carrier.page))
    const send = async (name: string): Promise<void> => {
      await section(carrier.page, '回单').locator('input[type=file]').setInputFiles(photo(name))
      await message(carrier.page, '已上传 1 个文件').waitFor()
      await section(shipper.page, '回单')
        .getByRole('button', { name: new RegExp(`^查看大图 ${name}`) })
        .waitFor()
    }
    expect(await section(carrier.page, '回单').getByRole('button', { name: '寄出原件' }).count()).toBe(0)
    await send('回单正面.png')
    // photos alone do not confirm what has to come on paper
    await section(shipper.page, '回单').getByRole('button', { name: '驳回回单' }).waitFor()
    expect(
      await section(shipper.page, '回单')
        .getByRole('button', { name: /审核通过|确认收到/ })
        .count(),
    ).toBe(0)
    await section(shipper.page, '回单').getByRole('button', { name: '驳回回单' }).click()
    const judging = dialogOf(shipper.page, /^驳回回单/)
    await judging.getByLabel('驳回原因').fill('缺背面')
    // meanwhile the missing one comes
    await section(carrier.page, '回单').locator('input[type=file]').setInputFiles(photo('回单背面.png'))
    const notice = judging.getByRole('alert').filter({ hasText: '填写期间，单据已被修改' })
    await notice.getByText('上传回单').waitFor()
    expect(await judging.getByRole('button', { name: '驳回', exact: true }).isDisabled()).toBe(true)
    expect(await judging.getByLabel('驳回原因').inputValue()).toBe('缺背面')
    await judging.getByRole('button', { name: '返回' }).click()

    await section(carrier.page, '回单')
      .getByRole('button', { name: /^查看大图 回单背面/ })
      .waitFor()
    await section(carrier.page, '回单').getByRole('button', { name: '寄出原件' }).click()
    const form = dialogOf(carrier.page, /^寄出回单原件/)
    await form.getByRole('button', { name: '确认寄出' }).click()
    await form.getByText('请填写快递公司').waitFor()
    await form.getByLabel('快递公司').fill('顺丰速运')
    await form.getByLabel('快递单号').fill('SF1452036987')
    await form.getByRole('button', { name: '确认寄出' }).click()
    await message(carrier.page, '已登记寄出').waitFor()
    await section(shipper.page, '回单').getByText('SF1452036987').waitFor()
    await section(shipper.page, '回单').getByRole('button', { name: '确认收到原件' }).click()
    const arrived = dialogOf(shipper.page, /^审核通过回单/)
    await arrived.getByText('确认已收到回单原件，份数、签章齐全').waitFor()
    await arrived.getByRole('button', { name: '审核通过', exact: true }).click()
    await section(carrier.page, '回单').getByText('已确认', { exact: true }).waitFor()
  },
)
