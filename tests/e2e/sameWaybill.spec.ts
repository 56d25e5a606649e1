// A journey of two people at one waybill.
import { expect } from 'vitest'
import { front, journey, useProduct } from './visitor.ts'
import { dialogOf, isIn, openNewest, press, section, weigh } from './waybillPage.ts'

useProduct()

journey(
  'a waybill changed by another shows who and what before anything is overwritten, and keeps what was typed',
  async cast => {
    const carrier = await cast.visit('carrier', '/waybill/list')
    const { at } = await openNewest(carrier, 'toLoad')
    await press(carrier.page, '到达装货地')
    await isIn(carrier.page, '装货中')
    const ops = await cast.visit('platform-ops', at)
    await front(carrier.page).getByRole('button', { name: '装货发车', exact: true }).click()
    const leaving = dialogOf(carrier.page, /^装货发车/)
    await leaving.getByLabel(/^装货重量/).fill('31.5')
    // meanwhile the platform enters what the gate weighed
    await weigh(ops.page, 'GATE-7', '47.4', false)
    const notice = leaving.getByRole('alert').filter({ hasText: '填写期间，单据已被修改' })
    await notice.getByText('装货磅单 GATE-7（司机）').waitFor()
    await notice.getByText('净重 31.400 吨').waitFor()
    expect(await leaving.getByRole('button', { name: '装货发车', exact: true }).isDisabled()).toBe(true)
    expect(await leaving.getByLabel(/^装货重量/).inputValue()).toBe('31.5')
    await notice.getByRole('button', { name: '已知悉，按最新数据继续' }).click()
    await leaving.getByText('最近一张装货磅单净重 31.400 吨').waitFor()
    await leaving.getByLabel(/^装货重量/).fill('31.4')
    await leaving.getByRole('button', { name: '装货发车', exact: true }).click()
    await isIn(carrier.page, '运输中')
    // the platform takes a step back that was taken by mistake, and puts a time right
    const admin = await cast.visit('admin', at)
    await press(
      admin.page,
      '退回上一步',
      async dialog => {
        await dialog.getByText('退回到“装货中”').waitFor()
        await dialog.getByLabel('原因').fill('误点发车')
      },
      '退回',
    )
    await isIn(carrier.page, '装货中')
    await section(carrier.page, '操作记录').getByText('误点发车').waitFor()
  },
)
