// The demo is complete at whatever moment it is seeded: early, late, at the turn of a month and of a year.
import { stateKeys } from '@yunshu/domain/states'
import { openWaybillStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { expect, test } from 'vitest'
import { demoCarriers, demoCompanyId, demoUserId } from './people.ts'
import { tellStory, type Story } from './story.ts'

const storyAt = (text: string): Story =>
  tellStory({
    now: Date.parse(`${text}+08:00`),
    whoIs: account => ({ id: demoUserId(account), name: account }),
    nameOf: id => id,
    relatedTo: () => demoCarriers.map(({ key }) => demoCompanyId(key)),
    accountOf: carrier => ({ name: carrier, account: '622202000000010060', bank: '中国工商银行' }),
    readers: [],
    first: {
      goods_number: 1,
      task_number: 1,
      waybill_number: 1,
      settlement_number: 1,
      payment_number: 1,
      entry_number: 1,
      fund_number: 1,
      remittance_number: 1,
      invoice_app_number: 1,
      fuel_issue_number: 1,
      debt_number: 1,
      refund_number: 1,
      fuel_shift_number: 1,
      deposit_number: 1,
      deposit_back_number: 1,
    },
  })

test.each(['2026-12-01T00:02:00', '2026-11-22T09:00:00', '2027-01-01T06:30:00', '2027-03-01T23:55:00'])(
  'seeded at %s there is work for everybody and nothing from the future',
  text => {
    const now = Date.parse(`${text}+08:00`)
    const { rows } = storyAt(text)
    expect(new Set(rows.waybills.map(row => row.state))).toEqual(new Set(stateKeys(waybillStates)))
    expect(rows.waybills.length).toBeGreaterThan(5_300)
    expect(rows.events.filter(row => row.at > now)).toEqual([])
    expect(rows.goods.filter(row => row.updated_at > now || row.remain_qty < 0)).toEqual([])
    const busy = new Set(
      rows.waybills.filter(row => openWaybillStates.some(state => state === row.state)).map(row => row.vehicle_id),
    )
    const free = rows.vehicles.filter(
      row => row.carrier_id === demoCompanyId('carrier') && !busy.has(row.id) && row.paper === 'approved',
    )
    expect(free.length).toBeGreaterThanOrEqual(4)
    expect(busy.size).toBeGreaterThan(25)
    for (const state of ['submitted', 'approved', 'partial', 'paying', 'draft', 'rejected'])
      expect(
        rows.settlements.filter(row => row.state === state && row.shipper_id === demoCompanyId('shipper')).length,
        state,
      ).toBeGreaterThan(0)
    expect(
      rows.waybills.filter(
        row =>
          row.shipper_id === demoCompanyId('shipper') &&
          row.settle_state === 'unsettled' &&
          row.receipt_state === 'confirmed',
      ).length,
    ).toBeGreaterThan(3)
  },
)

test('it looks the same at every hour: the same things happened as long ago', () => {
  const seenAt = (text: string) => {
    const now = Date.parse(`${text}+08:00`)
    const { rows } = storyAt(text)
    return {
      waybills: rows.waybills.map(row => [
        row.plate,
        row.state,
        row.settle_state,
        row.receipt_state,
        now - row.created_at,
      ]),
      sheets: rows.settlements.map(row => [row.state, row.due_fen, now - row.created_at]),
      events: rows.events.length,
    }
  }
  const noon = seenAt('2026-11-22T12:00:00')
  for (const text of ['2026-11-22T00:02:00', '2026-11-22T07:30:00', '2026-11-22T23:55:00'])
    expect(seenAt(text), text).toEqual(noon)
})
