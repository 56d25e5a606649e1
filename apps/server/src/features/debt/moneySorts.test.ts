// Orders of lists of money: by amount and by the day of the next instalment, whole, page by page, and refused by a cursor of another order.
import { listDebts } from '@yunshu/contract/debt/debt'
import { listInvoiceApps } from '@yunshu/contract/invoice/application'
import { listInputInvoices } from '@yunshu/contract/invoice/input'
import { listRemittances } from '@yunshu/contract/remittance/remittance'
import { listOpenAges, sumOpenAges } from '@yunshu/contract/report/openAge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startDemoServer()
  admin = await server.login('admin')
})
afterAll(() => server.stop())

/** The days on which an account moved. */
const daysOf = async (account: string): Promise<number[]> =>
  (
    await server.db(tx =>
      tx.rows(q.selectFrom('journal_lines').select('day').distinct().where('account', '=', account).orderBy('day')),
    )
  ).map(({ day }) => day)

/** All rows of an order, three at a time. */
async function walk<Row extends { id: string }>(
  read: (page: { limit: number; cursor?: string }) => Promise<{ rows: Row[]; next?: string | undefined }>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let cursor: string | undefined; ;) {
    const page = await read({ limit: 3, ...(cursor === undefined ? {} : { cursor }) })
    found.push(...page.rows)
    if (page.next === undefined) return found
    cursor = page.next
  }
}

test('remittances, applications and input invoices stand by their amount, debts by what is open, the largest first, each once', async () => {
  const lists = {
    remittances: (await walk(page => admin.send(listRemittances, { ...page, sort: 'amount' }))).map(row => row.amount),
    apps: (await walk(page => admin.send(listInvoiceApps, { ...page, sort: 'amount' }))).map(row => row.gross),
    inputs: (await walk(page => admin.send(listInputInvoices, { ...page, sort: 'amount' }))).map(row => row.gross),
    debts: (await walk(page => admin.send(listDebts, { ...page, sort: 'open' }))).map(row => row.open),
  }
  const whole = {
    remittances: (await walk(page => admin.send(listRemittances, page))).map(row => row.amount),
    apps: (await walk(page => admin.send(listInvoiceApps, page))).map(row => row.gross),
    inputs: (await walk(page => admin.send(listInputInvoices, page))).map(row => row.gross),
    debts: (await walk(page => admin.send(listDebts, page))).map(row => row.open),
  }
  for (const key of ['remittances', 'apps', 'inputs', 'debts'] as const) {
    expect([key, lists[key].length > 3]).toEqual([key, true])
    expect([key, lists[key]]).toEqual([key, whole[key].toSorted((a, b) => b - a)])
  }
})

test('estimates and money nobody claimed come to their accounts at the end of every day, and stand by what is open', async () => {
  const moved = await daysOf('2241.03')
  expect(moved.length).toBeGreaterThan(3)
  for (const at of moved) {
    const { sums, check } = await admin.send(sumOpenAges, { kind: 'unclaimed', at })
    expect([at, check]).toEqual([at, { control: sums.total, isEqual: true }])
  }
  for (const kind of ['estimate', 'unclaimed'] as const) {
    const { sums, check } = await admin.send(sumOpenAges, { kind })
    expect([kind, check]).toEqual([kind, { control: sums.total, isEqual: true }])
    const totals: number[] = []
    for (let cursor: string | undefined; ;) {
      const page = await admin.send(listOpenAges, { kind, limit: 3, ...(cursor === undefined ? {} : { cursor }) })
      totals.push(...page.rows.map(({ total }) => total))
      if (page.next === undefined) break
      cursor = page.next
    }
    expect([kind, totals.length > 0, totals]).toEqual([kind, true, totals.toSorted((a, b) => b - a)])
    expect([kind, totals.reduce((sum, total) => sum + total, 0)]).toEqual([kind, sums.total])
  }
})

test('debts stand by the day their next instalment falls due, those without one last; a cursor of another order is refused', async () => {
  const rows = await walk(page => admin.send(listDebts, { ...page, sort: 'dueAt' }))
  const due = rows.map(({ nextDueAt = Infinity }) => nextDueAt)
  expect(due).toEqual(due.toSorted((a, b) => a - b))
  expect(due.some(at => at < Infinity)).toBe(true)
  const { next } = await admin.send(listDebts, { limit: 1, sort: 'dueAt' })
  expect(next).toBeDefined()
  expect((await admin.ask(listDebts, { limit: 1, sort: 'open', cursor: next ?? '' })).http).toBe(400)
})
