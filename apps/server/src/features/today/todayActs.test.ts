// Acts of 今日 against the demo: an address of a dialog stands only where the record offers the act to the same person.
import { getDriver } from '@yunshu/contract/fleet/driver'
import { getVehicle } from '@yunshu/contract/fleet/vehicle'
import { listDebts } from '@yunshu/contract/debt/debt'
import { listDeposits } from '@yunshu/contract/deposit/deposit'
import { listDepositBacks } from '@yunshu/contract/deposit/depositBack'
import { listFuelShifts } from '@yunshu/contract/fuel/shift'
import { listFunds } from '@yunshu/contract/fund/fund'
import { listRefunds } from '@yunshu/contract/refund/refund'
import { listRemittances } from '@yunshu/contract/remittance/remittance'
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { getInvoiceApp } from '@yunshu/contract/invoice/application'
import { listReds } from '@yunshu/contract/invoice/red'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { listTasks } from '@yunshu/contract/task/task'
import { listToday } from '@yunshu/contract/today'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { listWriteOffs } from '@yunshu/contract/writeOff/writeOff'
import { todayKinds, type TodayKind } from '@yunshu/domain/today/today'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDemoServer()
  // the demo has no invitation that waits
  for (const [shipper, carrier, invited_by] of [
    ['shipper', 'carrier3', 'carrier'],
    ['shipper3', 'carrier', 'shipper'],
  ] as const)
    await server.db(tx =>
      tx.run(
        q
          .updateTable('relations')
          .set({ state: 'invited', invited_by, expires_at: 4_000_000_000_000 })
          .where('shipper_id', '=', demoCompanyId(shipper))
          .where('carrier_id', '=', demoCompanyId(carrier)),
      ),
    )
})
afterAll(() => server.stop())

/** The moves a list offers on the row of a number, by the kind of work that leads to it. */
const rowsOf: Partial<Record<TodayKind, (client: Client, text: string) => Promise<readonly string[] | undefined>>> = {
  fund: async (client, text) => (await client.send(listFunds, { text, limit: 1 })).rows[0]?.moves,
  ...Object.fromEntries(
    (['remittance', 'claimRemittance', 'returnRemittance', 'paymentBack'] as const).map(kind => [
      kind,
      async (client: Client, text: string) => (await client.send(listRemittances, { text, limit: 1 })).rows[0]?.moves,
    ]),
  ),
  ...Object.fromEntries(
    (['approveRefund', 'payRefund'] as const).map(kind => [
      kind,
      async (client: Client, text: string) => (await client.send(listRefunds, { text, limit: 1 })).rows[0]?.moves,
    ]),
  ),
  ...Object.fromEntries(
    (['fuelShift', 'undoFuelShift'] as const).map(kind => [
      kind,
      async (client: Client, text: string) => (await client.send(listFuelShifts, { text, limit: 1 })).rows[0]?.moves,
    ]),
  ),
  ...Object.fromEntries(
    (['giveUpReceivable', 'undoGivenUp'] as const).map(kind => [
      kind,
      async (client: Client, text: string) => (await client.send(listWriteOffs, { text, limit: 1 })).rows[0]?.moves,
    ]),
  ),
  ...Object.fromEntries(
    (['deposit', 'undoDeposit'] as const).map(kind => [
      kind,
      async (client: Client, text: string) => (await client.send(listDeposits, { text, limit: 1 })).rows[0]?.moves,
    ]),
  ),
  ...Object.fromEntries(
    (['returnDeposit', 'setOffDeposit', 'payDepositBack', 'bouncedDeposit', 'undoSetOff'] as const).map(kind => [
      kind,
      async (client: Client, text: string) => (await client.send(listDepositBacks, { text, limit: 1 })).rows[0]?.moves,
    ]),
  ),
  answerRed: async (client, text) => (await client.send(listReds, { text, limit: 1 })).rows[0]?.moves,
  chaseDebt: async (client, text) =>
    (await client.send(listDebts, { text, limit: 1 })).rows[0]?.chaseDue === undefined ? [] : ['chase'],
  writeOff: async (client, text) => (await client.send(listDebts, { text, limit: 1 })).rows[0]?.moves,
}

/** Deposits, their ways out, and receivables given up. */
const heldKinds: ReadonlySet<TodayKind> = new Set([
  'giveUpReceivable',
  'undoGivenUp',
  'deposit',
  'undoDeposit',
  'returnDeposit',
  'setOffDeposit',
  'payDepositBack',
  'bouncedDeposit',
  'undoSetOff',
])

test('an act is offered as the address of its dialog only where the record offers it to the same person', async () => {
  const offered = {
    sheet: 0,
    task: 0,
    waybill: 0,
    papers: 0,
    fund: 0,
    relation: 0,
    refusals: 0,
    house: 0,
    held: 0,
    invoice: 0,
  }
  for (const account of ['carrier', 'shipper', 'shipper-finance', 'branch', 'admin']) {
    const client = await server.login(account)
    for (const { kind, id, no, path, refusePath } of (await client.send(listToday, {})).items) {
      expect([kind, refusePath === undefined]).toEqual([kind, !('refuse' in todayKinds[kind])])
      for (const at of [path, refusePath ?? '']) {
        const act = new URL(at, 'http://portal').searchParams.get('act')
        if (act === null) continue
        if (at === refusePath) offered.refusals += 1
        if (at.startsWith('/waybill/')) {
          const { moves, receiptMoves, claims } = await client.send(getWaybill, { id })
          const names = [
            ...moves,
            ...receiptMoves.map(move => `${move}Receipt`),
            ...claims.flatMap(claim => claim.moves.map(move => `${move}Claim`)),
          ]
          expect([account, no, names]).toEqual([account, no, expect.arrayContaining([act])])
          offered.waybill += 1
        } else if (at.startsWith('/vehicle/') || at.startsWith('/driver/')) {
          const { acts } = await (at.startsWith('/vehicle/')
            ? client.send(getVehicle, { id })
            : client.send(getDriver, { id }))
          expect([act, account, no, acts]).toEqual(['reject', account, no, expect.arrayContaining(['verify'])])
          offered.papers += 1
        } else if (at.startsWith('/invoice/application/')) {
          const { moves } = await client.send(getInvoiceApp, { id })
          expect([account, no, moves]).toEqual([account, no, expect.arrayContaining([act])])
          offered.invoice += 1
        } else if (at.startsWith('/manage/') && !(kind in rowsOf)) {
          const { moves } = await client.send(getSettlement, { settlementNum: no })
          expect([account, no, moves]).toEqual([account, no, expect.arrayContaining([act])])
          offered.sheet += 1
        } else if (kind in rowsOf) {
          const moves = await rowsOf[kind]?.(client, no)
          expect([account, no, moves]).toEqual([account, no, expect.arrayContaining([act])])
          offered[kind === 'fund' ? 'fund' : heldKinds.has(kind) ? 'held' : 'house'] += 1
        } else if (kind === 'invitedCarrier' || kind === 'invitedShipper') {
          const call = kind === 'invitedCarrier' ? listCarriers : listShippers
          const { rows } = await client.send(call, { text: no, all: true, limit: 20 })
          expect([account, no, rows.find(({ name }) => name === no)?.relation?.moves]).toEqual([
            account,
            no,
            expect.arrayContaining([act]),
          ])
          offered.relation += 1
        } else {
          const [task] = (await client.send(listTasks, { numbers: [no], limit: 1 })).rows
          expect([account, no, task?.acts]).toEqual([account, no, expect.arrayContaining([act])])
          offered.task += 1
        }
      }
    }
  }
  expect(Object.entries(offered).filter(([, count]) => count === 0)).toEqual([])
})
