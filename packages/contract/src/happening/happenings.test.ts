// The table of happenings: what it says, and what of saying it does not compile.
import { expect, expectTypeOf, test } from 'vitest'
import { simulatedMark } from '@yunshu/domain/partner'
import { screens } from '../screens/screens.ts'
import { happenings, sayHappening, type SaidArgs, type SaidOf } from './happenings.ts'

test('each side reads its own words and opens its own list', () => {
  const said = { company: '冀东建材', message: '长期合作', shipperId: 's', carrierId: 'c' } as const
  expect(sayHappening('relation.invited', { reader: 'shipper', ...said })).toEqual({
    title: '合作邀请',
    text: '冀东建材申请成为贵公司的承运商：长期合作',
    path: '/relation/carriers',
    data: { shipperId: 's', carrierId: 'c' },
  })
  expect(sayHappening('relation.invited', { reader: 'carrier', ...said, message: '' })).toMatchObject({
    text: '冀东建材邀请贵公司成为其承运商',
    path: '/relation/shippers',
  })
})

test('a happening is told with all its blanks, and of several with those of each', () => {
  expectTypeOf<SaidArgs<'relation.changed'>>().toEqualTypeOf<[said?: Readonly<Record<string, never>>]>()
  expectTypeOf<{ reader: 'shipper'; company: string }>().toExtend<SaidOf<'relation.agreed'>>()
  expectTypeOf<{ company: string }>().not.toExtend<SaidOf<'relation.agreed'>>()
  expectTypeOf<{ reader: 'shipper'; company: string }>().not.toExtend<SaidOf<'relation.refused'>>()
  expectTypeOf<{ reader: 'shipper'; company: string }>().not.toExtend<SaidOf<'relation.agreed' | 'relation.refused'>>()
})

test('what a happening opens fills the parts of its screen', () => {
  const opened = Object.values(happenings).flatMap(({ opens }) =>
    opens === undefined ? [] : 'screen' in opens ? [opens] : [opens.shipper, opens.carrier],
  )
  expect(opened.length).toBeGreaterThan(0)
  for (const { screen, parts = {} } of opened)
    expect(Object.keys(parts), screen).toEqual([...screens[screen].path.matchAll(/:(\w+)/g)].map(([, part]) => part))
})

test('a notice said 结算单已支付 where a simulator had paid: titles from a channel carry its mark', () => {
  const said = { settlementNum: 'JS1', amount: '1.00', over: undefined }
  const titleBy = (...channels: string[]) =>
    sayHappening('settlement.paid', { ...said, simulated: simulatedMark(channels) }).title
  expect(titleBy('SIM')).toBe('结算单已支付（模拟）')
  expect(titleBy('BANK', 'SIM')).toBe('结算单已支付（模拟）')
  expect(titleBy('BANK')).toBe('结算单已支付')
  expect(titleBy()).toBe('结算单已支付')
  const fromChannels = Object.entries(happenings).filter(([name]) =>
    /^(?:payment|exception)\.|^settlement\.paid$/.test(name),
  )
  expect(fromChannels.length).toBeGreaterThan(8)
  expect(fromChannels.filter(([, { title }]) => !title.endsWith('[{simulated}]'))).toEqual([])
})
