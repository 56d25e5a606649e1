// The side a waybill waits for.
import { expect, it } from 'vitest'
import { nextOf, waitText } from './next.ts'

const waybill: Parameters<typeof nextOf>[0] = {
  state: 'toSign',
  receiptState: 'none',
  settleState: 'unsettled',
  claims: [],
  receiptRule: { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
  shipperName: '恒泰煤业',
  carrierName: '顺达运输',
  signBy: 5,
}

it('a waybill on its journey waits for the side whose act is next, until the end it has', () => {
  expect(nextOf(waybill)).toMatchObject({ side: 'shipper', act: '签收', until: 5 })
  expect(nextOf({ ...waybill, state: 'arrived' })).toMatchObject({ side: 'carrier', act: '卸货' })
  expect(nextOf({ ...waybill, state: 'cancelled' })).toBeUndefined()
})

it('a signed waybill waits for its receipt, then for its money', () => {
  const signed = { ...waybill, state: 'signed' } as const
  const acts = (['waiting', 'rejected', 'uploaded', 'confirmed'] as const).map(receiptState =>
    nextOf({ ...signed, receiptState }),
  )
  expect(acts.map(next => next && waitText(signed, next))).toEqual([
    '等顺达运输上传回单',
    '等顺达运输重新上传回单',
    '等恒泰煤业审核回单',
    '等恒泰煤业结算',
  ])
  expect(nextOf({ ...signed, receiptState: 'confirmed', settleState: 'settling' })).toBeUndefined()
  const original = { ...signed, receiptRule: { ...waybill.receiptRule, needOriginal: true } }
  expect(nextOf({ ...original, receiptState: 'uploaded' })?.act).toBe('寄出回单原件')
})

it('waits for the answer to a claim before its signature, whosever it is', () => {
  const claim = (side: 'CARRIER' | 'SHIPPER', asked: 'house' | 'shipper' | 'carrier') =>
    ({ side, asked, state: 'proposed' }) as Parameters<typeof nextOf>[0]['claims'][number]
  const words = (...claims: ReturnType<typeof claim>[]) => {
    const next = nextOf({ ...waybill, claims })
    return next && [waitText(waybill, next), next.until]
  }
  expect(words(claim('CARRIER', 'carrier'))).toEqual(['等恒泰煤业确认费用', undefined])
  expect(words(claim('CARRIER', 'shipper'))).toEqual(['等顺达运输确认费用', undefined])
  expect(words(claim('SHIPPER', 'house'))).toEqual(['等恒泰煤业确认费用', undefined])
  expect(words(claim('SHIPPER', 'shipper'))).toBeUndefined()
  expect(words({ ...claim('CARRIER', 'carrier'), state: 'agreed' })).toEqual(['等恒泰煤业签收', 5])
  expect(nextOf({ ...waybill, state: 'arrived', claims: [claim('CARRIER', 'shipper')] })?.act).toBe('卸货')
})
