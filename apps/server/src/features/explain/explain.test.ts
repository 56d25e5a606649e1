// Explanations against the demo: every stored amount is worked out anew to the fen, and only for those who may see it.
import { explainAmount, explainBooks } from '@yunshu/contract/explain'
import { listAging } from '@yunshu/contract/report/aging'
import { listOpenAges } from '@yunshu/contract/report/openAge'
import { listPayables } from '@yunshu/contract/report/payable'
import { explainAging, explainOpenAge, explainPayable } from '@yunshu/domain/amount/ages'
import {
  agingFigures,
  letterFigures,
  letterLineFigures,
  openAgeFigures,
  payableFigures,
  statementFigures,
  statementLineFigures,
} from '@yunshu/domain/amount/explained'
import { explainAmount as amountFact, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { explainLetterLine } from '@yunshu/domain/amount/statement'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { sql, type Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { seededAt, startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { keyOf } from '../../db/keyOf.ts'
import type { WaybillFees, WaybillParts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { claimsOfMany, type StoredClaim } from '../waybill/claim.queries.ts'
import { workedOut } from '../waybill/waybillAmounts.queries.ts'
import { waybillStates, isOff } from '@yunshu/domain/waybill/waybill'
import { openOf } from '../waybill/openAmount.queries.ts'
import { findAgingTold, findPayableTold } from './ageAmounts.queries.ts'
import { findOpenAgesTold } from './openAgeAmounts.queries.ts'
import { findLetterAccount, keptOfLetter, keptOfLine, workLetter } from './letterAmounts.queries.ts'
import {
  explainedStatements,
  findParts,
  keptFigure,
  lineTerms,
  workStatement,
  workStatementLine,
} from './statementAmounts.queries.ts'
import { boundTaxes, redTaxes, workBound, workRed } from './taxLines.queries.ts'
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

describe('every amount of records beside the books is worked out anew to the fen', () => {
  const reader = { actor: actorOfSide('platform'), now: seededAt }
  const told = async (asked: Parameters<typeof house.ask<typeof explainBooks>>[1]): Promise<string[]> => {
    const { isKept, text } = await house.send(explainBooks, asked)
    return isKept ? [] : [`${JSON.stringify(asked)}: ${text}`]
  }
  const keysOf = <T extends object>(table: T) => Object.keys(table).map(key => keyOf(table, key))

  test('tax of waybills in input invoices and of red invoices, each after what was bound and taken before it', async () => {
    const bound = await server.db(tx => tx.rows(boundTaxes))
    const red = await server.db(tx => tx.rows(redTaxes))
    expect([bound.length > 10, red.length > 0]).toEqual([true, true])
    expect(bound.filter(row => workBound(row).value !== row.tax_fen)).toEqual([])
    expect(red.filter(row => workRed(row).value !== row.tax_fen)).toEqual([])
    // a fen of the tax of the whole invoice elsewhere is seen
    expect(bound.every(row => workBound({ ...row, used_fen: row.used_fen + 1 }).value !== row.tax_fen)).toBe(true)
    expect(red.every(row => workRed({ ...row, used_fen: row.used_fen + 1 }).value !== row.tax_fen)).toBe(true)
    const wrong: string[] = []
    for (const id of new Set(bound.map(row => row.input_id))) wrong.push(...(await told({ amountOf: 'usedTax', id })))
    for (const id of new Set(red.map(row => row.confirm_id))) wrong.push(...(await told({ amountOf: 'redTax', id })))
    expect(wrong).toEqual([])
  })

  test('statements of shippers: sums of their lines, lines of the books and invoices', async () => {
    const wrong: string[] = []
    const count = await server.db(async tx => {
      const statements = await tx.rows(explainedStatements)
      const parts = await findParts({ tx }, sql`select id from shipper_statements`)
      for (const row of statements) {
        const work = await workStatement({ tx }, row, parts.get(row.id) ?? {})
        for (const figure of keysOf(statementFigures))
          if (work(figure).value !== keptFigure(row, figure)) wrong.push(`${row.statement_no} ${figure}`)
      }
      const lines = await tx.rows(q.selectFrom('shipper_statement_lines').selectAll())
      const terms = Map.groupBy(await tx.rows(lineTerms(sql`true`)), row => `${row.statement_id} ${row.n}`)
      for (const line of lines) {
        const kept = { owed: line.owed_fen, prepaid: line.prepaid_fen, invoiced: line.invoiced_fen }
        for (const figure of keysOf(statementLineFigures))
          if (workStatementLine(figure, line, terms.get(`${line.statement_id} ${line.n}`) ?? []).value !== kept[figure])
            wrong.push(`${line.statement_id} ${line.n} ${figure}`)
      }
      return [statements.length, lines.length]
    })
    expect(wrong).toEqual([])
    expect(count.map(n => n > 3)).toEqual([true, true])
  })

  test('letters of balances: net amounts of their accounts, accounts as they were booked when it was sent', async () => {
    const wrong: string[] = []
    const count = await server.db(async tx => {
      const letters = await tx.rows(q.selectFrom('balance_letters').selectAll())
      const lines = Map.groupBy(await tx.rows(q.selectFrom('balance_letter_lines').selectAll()), row => row.letter_id)
      for (const letter of letters) {
        const own = lines.get(letter.id) ?? []
        for (const figure of keysOf(letterFigures))
          if (workLetter(figure, own).value !== keptOfLetter(letter, figure))
            wrong.push(`${letter.letter_no} ${figure}`)
        for (const line of own) {
          const account = await findLetterAccount(
            { tx, actor: reader.actor },
            letter,
            keyOf(flowAccounts, line.account),
          )
          for (const figure of keysOf(letterLineFigures))
            if (explainLetterLine(figure, account).value !== keptOfLine(line, figure))
              wrong.push(`${letter.letter_no} ${line.account} ${figure}`)
        }
      }
      return letters.length
    })
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(3)
  })

  test('rows of ages, of two days: the waybills and parts of each age, and the accounts of the ledger', async () => {
    const wrong: string[] = []
    let rows = 0
    for (const at of [seededAt, seededAt - 20 * DAY_MS]) {
      const owed = await house.send(listAging, { at, limit: 100 })
      const owing = await house.send(listPayables, { at, limit: 100 })
      expect([owed.next, owing.next]).toEqual([undefined, undefined])
      rows += owed.rows.length
      expect(owing.rows.length).toBeGreaterThan(2)
      const ofShippers = await server.db(tx => findAgingTold({ tx, ...reader }, { at }))
      const parties = owing.rows.map(row => ({ party_id: row.carrierId }))
      const ofCarriers = await server.db(tx => findPayableTold({ tx, ...reader }, { at }, parties))
      for (const row of owed.rows)
        for (const figure of keysOf(agingFigures)) {
          const of = ofShippers.get(row.key) ?? { ages: {}, prepaid: fen(0) }
          if (explainAging(figure, of).value !== row[figure]) wrong.push(`${row.shipperName} ${figure}`)
        }
      for (const row of owing.rows)
        for (const figure of keysOf(payableFigures)) {
          const of = ofCarriers.get(row.key) ?? { ages: {}, accounts: [] }
          if (explainPayable(figure, of).value !== row[figure]) wrong.push(`${row.carrierName} ${figure}`)
        }
      const [shipper] = owed.rows
      const [carrier] = owing.rows
      const one = { at, figure: 'total' } as const
      wrong.push(
        ...(await told({
          amountOf: 'aging',
          ...one,
          shipperId: shipper?.shipperId,
          branchId: shipper?.branchCompanyId,
        })),
        ...(await told({
          amountOf: 'payable',
          ...one,
          carrierId: carrier?.carrierId,
          branchId: carrier?.branchCompanyId,
        })),
      )
    }
    expect([wrong, rows > 0]).toEqual([[], true])
  })

  test('rows of estimates and of money nobody claimed, of two days: the parts and receipts of each age', async () => {
    const wrong: string[] = []
    for (const kind of ['estimate', 'unclaimed'] as const) {
      let rows = 0
      for (const at of [seededAt, seededAt - 20 * DAY_MS]) {
        const open = await house.send(listOpenAges, { kind, at, limit: 100 })
        expect(open.next).toBeUndefined()
        rows += open.rows.length
        const of = await server.db(tx => findOpenAgesTold({ tx, ...reader }, { kind, at }))
        for (const row of open.rows)
          for (const figure of keysOf(openAgeFigures))
            if (explainOpenAge(figure, of.get(row.key) ?? {}).value !== row[figure])
              wrong.push(`${row.partyName} ${figure}`)
        const [first] = open.rows
        if (first === undefined) continue
        const party = first.partyId === undefined ? { payer: first.partyName } : { carrierId: first.partyId }
        wrong.push(
          ...(await told({ amountOf: 'openAge', at, figure: 'total', ...party, branchId: first.branchCompanyId })),
        )
      }
      expect([kind, rows > 2]).toEqual([kind, true])
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
    const [, , absent] = await ask(house, { amountOf: 'part', id, partId: await waybillOf('carrier2') })
    expect(absent).toContain('没有该分期')
  })

  const codeOf = async (client: Client, asked: Parameters<typeof house.ask<typeof explainBooks>>[1]): Promise<number> =>
    (await client.ask(explainBooks, asked)).envelope.code

  test('of input invoices, statements and letters to the company they are of, of ages to the house', async () => {
    const first = <R extends { id: string }>(text: string) =>
      server.db(tx => tx.one<R>(sql<R>`${sql.raw(text)}`.compile(q)))
    const [carrier, shipper] = [await server.login('carrier-finance'), await server.login('shipper-finance')]
    const [others, otherShipper] = [await server.login('carrier2'), await server.login('shipper2')]
    const binding = await first(
      `select id from input_bindings where carrier_id = '${demoCompanyId('carrier')}' order by id limit 1`,
    )
    expect((await carrier.send(explainBooks, { amountOf: 'boundTax', id: binding.id })).isKept).toBe(true)
    expect(await codeOf(others, { amountOf: 'boundTax', id: binding.id })).not.toBe(0)
    const statement = await first(
      `select id from shipper_statements where shipper_id = '${demoCompanyId('shipper')}' and sent_at is not null limit 1`,
    )
    const sum = { amountOf: 'statement', id: statement.id, figure: 'closingOwed' } as const
    const line = { amountOf: 'statementLine', id: statement.id, n: 1, figure: 'owed' } as const
    for (const asked of [sum, line]) {
      expect((await shipper.send(explainBooks, asked)).isKept).toBe(true)
      expect(await codeOf(otherShipper, asked)).not.toBe(0)
    }
    const letter = await first<{ id: string; account: string }>(
      `select m.id, l.account from balance_letters m join balance_letter_lines l on l.letter_id = m.id
        where m.party_id = '${demoCompanyId('carrier')}' limit 1`,
    )
    const account = { amountOf: 'letterLine', ...letter, figure: 'closing' } as const
    expect((await carrier.send(explainBooks, account)).isKept).toBe(true)
    expect((await carrier.send(explainBooks, { amountOf: 'letter', id: letter.id, figure: 'closing' })).isKept).toBe(
      true,
    )
    expect(await codeOf(others, account)).not.toBe(0)
    const row = { branchId: demoCompanyId('branch1'), figure: 'total' } as const
    expect(await codeOf(shipper, { amountOf: 'aging', shipperId: demoCompanyId('shipper'), ...row })).not.toBe(0)
    expect(await codeOf(carrier, { amountOf: 'payable', carrierId: demoCompanyId('carrier'), ...row })).not.toBe(0)
  })
})
