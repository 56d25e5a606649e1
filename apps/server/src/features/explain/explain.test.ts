// Explanations against the demo: every stored amount is worked out anew to the fen, and only for those who may see it.
import { explainAmount } from '@yunshu/contract/explain'
import { explainAmount as amountFact, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { fen } from '@yunshu/domain/figures/money'
import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { keyOf } from '../../db/keyOf.ts'
import type { WaybillFees, WaybillParts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { claimsOfMany, type StoredClaim } from '../waybill/claim.queries.ts'
import { workedOut } from '../waybill/waybillAmounts.queries.ts'
import { waybillStates, isOff } from '@yunshu/domain/waybill/waybill'
import { openOf } from '../waybill/openAmount.queries.ts'
import { workPart, workWaybillAmount } from './waybillAmounts.queries.ts'

let server: TestServer
let house: Client
beforeAll(async () => {
  server = await startDemoServer()
  house = await server.login('admin')
})
afterAll(() => server.stop())

const waybillRows = q.selectFrom('waybills as w').selectAll('w').select(workedOut).orderBy('w.id')
type Row = Awaited<ReturnType<typeof loadAll>>['rows'][number]

/** All waybills of the demo with what their amounts are made of. */
const loadAll = () =>
  server.db(async tx => {
    const rows = await tx.rows(waybillRows)
    const [claims, parts, fees] = [
      await claimsOfMany(
        { tx },
        rows.map(({ id }) => id),
      ),
      Map.groupBy(await tx.rows(q.selectFrom('waybill_parts').selectAll().orderBy('id')), part => part.waybill_id),
      Map.groupBy(await tx.rows(q.selectFrom('waybill_fees').selectAll()), fee => fee.waybill_id),
    ]
    return { rows, claims, parts, fees }
  })

interface Made {
  readonly claims: readonly StoredClaim[]
  readonly parts: readonly Selectable<WaybillParts>[]
  readonly fees: readonly Selectable<WaybillFees>[]
}

/** Amounts of a waybill that are worked out otherwise than they are kept. */
function wrongAmounts(row: Row, { claims, parts, fees }: Made): string[] {
  const told = fees.map((fee): ExplainedAmount => amountFact('差价', fen(fee.amount_fen)))
  const isOver = isOff(keyOf(waybillStates.states, row.state))
  const kept = {
    shipperFreight: row.shipper_now,
    carrierFreight: row.carrier_now,
    deducted: row.deducted_fen,
    margin: row.shipper_now - row.carrier_now - row.fees_fen,
    open: openOf({ ...row, payable_fen: row.carrier_now }),
  }
  const names = ['shipperFreight', 'carrierFreight', 'deducted', 'margin', 'open'] as const
  const wrong = names.flatMap(of => {
    const { value } = workWaybillAmount(row, { claims, fees: told }, of)
    const held = isOver ? 0 : kept[of]
    return value === held ? [] : [`${row.waybill_no} ${row.state} ${of} ${value} kept ${held}`]
  })
  const wrongParts = parts
    .filter(({ state }) => state !== 'dropped')
    .flatMap(part => {
      const { amount, kept: held } = workPart(row, claims, parts, part)
      return amount.value === held
        ? []
        : [`${row.waybill_no} ${row.state} ${part.part} ${part.state} ${amount.value} kept ${held}`]
    })
  return [...wrong, ...wrongParts]
}

describe('every amount of the demo', () => {
  test('of a waybill and its parts is worked out anew to the fen, and one fen elsewhere is seen', async () => {
    const { rows, claims, parts, fees } = await loadAll()
    const madeOf = ({ id }: Row): Made => ({
      claims: claims.get(id) ?? [],
      parts: parts.get(id) ?? [],
      fees: fees.get(id) ?? [],
    })
    expect(rows.length).toBeGreaterThan(5_300)
    expect(rows.flatMap(row => wrongAmounts(row, madeOf(row))).slice(0, 20)).toEqual([])
    const signed = rows.find(({ state, settle_state }) => state === 'signed' && settle_state === 'unsettled')
    if (signed === undefined) throw new Error('the demo has no signed waybill')
    expect(wrongAmounts({ ...signed, deducted_fen: signed.deducted_fen + 1 }, madeOf(signed))).toHaveLength(2)
  })

  test('stands in the books as its records have it', async () => {
    expect(await drift(server)).toEqual([])
  })

  test('of sheets, payments, debts and credit is what its record holds', async () => {
    const ids = async (table: 'settlements' | 'payments' | 'debts'): Promise<string[]> =>
      server.db(async tx =>
        (await tx.rows(q.selectFrom(table).select('id').orderBy('id', 'desc').limit(60))).map(({ id }) => id),
      )
    const shippers = await server.db(tx => tx.rows(q.selectFrom('credits').select('shipper_id as id')))
    const asked = [
      ...(await ids('settlements')).map(id => ({ amountOf: 'sheet', id }) as const),
      ...(await ids('payments')).map(id => ({ amountOf: 'payment', id }) as const),
      ...(await ids('debts')).map(id => ({ amountOf: 'debt', id }) as const),
      ...shippers.map(({ id }) => ({ amountOf: 'credit', id }) as const),
    ]
    expect(new Set(asked.map(({ amountOf }) => amountOf)).size).toBe(4)
    const wrong: string[] = []
    for (const input of asked) {
      const { isKept, text } = await house.send(explainAmount, input)
      if (!isKept) wrong.push(`${input.amountOf} ${input.id}: ${text}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('an explanation is given only', () => {
  const ask = async (client: Client, input: Parameters<typeof house.ask<typeof explainAmount>>[1]) => {
    const { http, envelope } = await client.ask(explainAmount, input)
    return [http, envelope.code, envelope.message]
  }
  const waybillOf = (carrier: string): Promise<string> =>
    server.db(
      async tx =>
        (
          await tx.one(
            q
              .selectFrom('waybills')
              .select('id')
              .where('carrier_id', '=', demoCompanyId(carrier))
              .where('state', '=', 'signed')
              .orderBy('id')
              .limit(1),
          )
        ).id,
    )

  test('of an amount its reader sees: a carrier asks for its own freight and not for the shipper’s', async () => {
    const [carrier, id] = [await server.login('carrier'), await waybillOf('carrier')]
    const { lines, text, isKept } = await carrier.send(explainAmount, { amountOf: 'carrierFreight', id })
    expect([isKept, lines[0]?.label, lines.map(({ depth }) => depth)]).toEqual([true, '承运运费', [0, 1, 2, 2]])
    expect(text).toMatch(/^承运运费 [\d,.]+ = 运费 [\d,.]+；运费 [\d,.]+：[\d,.]+ 吨 × [\d,.]+ 元\/吨，四舍五入到分$/)
    for (const amountOf of ['shipperFreight', 'margin'] as const)
      expect(await ask(carrier, { amountOf, id })).toEqual([400, 4001, expect.stringContaining('没有查看')])
  })

  test('to the company the record belongs to: another carrier’s waybill is not found', async () => {
    const id = await waybillOf('carrier2')
    const [, code] = await ask(await server.login('carrier'), { amountOf: 'carrierFreight', id })
    expect(code).toBe(4041)
  })

  test('with the permit of the record', async () => {
    const id = await waybillOf('carrier')
    const [, code] = await ask(await server.login('carrier'), { amountOf: 'credit', id })
    expect(code).toBe(4030)
  })

  test('for a part that is named and is there', async () => {
    const id = await waybillOf('carrier')
    const [, , unnamed] = await ask(house, { amountOf: 'part', id })
    expect(unnamed).toContain('请选择分期')
    const [, , absent] = await ask(house, { amountOf: 'part', id, part: 'adjust' })
    expect(absent).toContain('没有调差')
  })
})
