// The compiled writer of outputs gives what zod gives, for every kind of schema the contract uses.
import * as goods from '@yunshu/contract/goods/goods'
import { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { zFen, zGrams, zPage, zSignedFen, zUnitPrice } from '@yunshu/contract/fields'
import { fen } from '@yunshu/domain/figures/money'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { encodeAnswer } from './encode.ts'

test('money, weights and unit prices are written as zod writes them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), n => {
      for (const [schema, value] of [
        [zFen, fen(n)],
        [zSignedFen, fen(-n)],
        [zUnitPrice, unitPrice(n)],
        [zGrams, grams(n)],
      ] as const)
        expect(encodeAnswer(schema, value)).toEqual(z.encode(schema as z.ZodMiniType, value))
    }),
  )
})

test('unknown fields are left out at every depth, absent ones stay absent, loose ones pass', () => {
  const schema = z.object({
    a: z.optional(zFen),
    list: z.array(z.object({ b: zFen, c: z.string() })),
    free: z.looseObject({ d: z.number() }),
    by: z.record(z.string(), z.number()),
  })
  const value = {
    a: undefined,
    extra: 1,
    list: [{ b: fen(5), c: 'x', secret: 'y' }],
    free: { d: 1, e: 2 },
    by: { x: 1 },
  }
  expect(encodeAnswer(schema, value)).toEqual({ list: [{ b: '0.05', c: 'x' }], free: { d: 1, e: 2 }, by: { x: 1 } })
  expect(JSON.stringify(encodeAnswer(schema, value))).not.toContain('secret')
})

test('shapes without money are passed through without a copy of their numbers and texts', () => {
  expect(encodeAnswer(z.array(z.string()), ['a'])).toEqual(['a'])
  expect(encodeAnswer(z.object({ data: z.any() }), { data: { x: [1] } })).toEqual({ data: { x: [1] } })
})

test('the large outputs of the contract compile', () => {
  for (const schema of [zPage(WaybillRow), SettlementDetail, goods.GoodsDetail])
    expect(() =>
      encodeAnswer(schema, {
        rows: [],
        lines: [],
        payments: [],
        log: [],
        moves: [],
        vouchers: [],
        items: [],
        loadPoints: [],
        unloadPoints: [],
        carriers: [],
        waybills: [],
        tasks: [],
      }),
    ).not.toThrow(TypeError)
})
