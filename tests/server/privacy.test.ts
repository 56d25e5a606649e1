// Privacy over the demo: whatever anybody reads or exports, no number of a paper or an account stands in it whole.
import { call, type Call } from '@yunshu/contract/call'
import type { ExportList } from '@yunshu/contract/exporting/exportLists'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildApp } from '../../apps/server/src/app.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { on, type Route } from '../../apps/server/src/http/serve.ts'
import { routes } from '../../apps/server/src/routes.ts'
import { fileOf, holdLanes } from './exportWorld.ts'
import { startDemoServer } from './seededDemo.ts'
import { request } from './tenants/probe.ts'
import { onlyWith, sampleOf, withAt } from './tenants/samples.ts'
import type { Client, TestServer } from './testServer.ts'

const positions = [
  'admin',
  'platform-finance',
  'platform-ops',
  'branch',
  'shipper',
  'shipper-freight',
  'shipper-finance',
  'carrier',
  'carrier-finance',
  'carrier2',
] as const

let server: TestServer
let lanes: Awaited<ReturnType<typeof holdLanes>>
let numbers: ReadonlySet<string>
/** Some records of each table, by the table. */
const records = new Map<string, readonly string[]>()
const people = new Map<string, { client: Client; name: string }>()

const rowsOf = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))

beforeAll(async () => {
  server = await startDemoServer()
  lanes = await holdLanes(server)
  const held = await rowsOf<{ no: string }>(`
    select id_no as no from drivers union select licence_no from drivers union select qualification_no from drivers
    union select id_no from payees where kind = 'PERSON' union select account_no from payees union select account_no from company_accounts
    union select legal_id_no from company_profiles union select invoice_title ->> 'accountNo' from company_profiles union select account_no from payments`)
  numbers = new Set(held.flatMap(({ no }) => (((no as string | null) ?? '').length >= 8 ? [no] : [])))
  const tables = {
    drivers: `select id from drivers where paper = 'approved' order by carrier_id`,
    payees: 'select id from payees order by carrier_id',
    companies: 'select company_id as id from company_profiles',
    waybills: `select distinct on (state) id from waybills order by state`,
    goods: 'select distinct on (state) id from goods order by state',
    tasks: 'select distinct on (state) id from tasks order by state',
    vehicles: 'select id from vehicles',
    users: 'select id from users',
    settlements: 'select distinct on (state) settlement_num as id from settlements order by state',
    vouchers: 'select id from vouchers',
    payments: 'select distinct on (state) id from payments order by state',
  }
  for (const [table, text] of Object.entries(tables))
    records.set(
      table,
      (await rowsOf<{ id: string }>(`${text} limit 4`)).map(({ id }) => id),
    )
  for (const account of positions) {
    const { name } = await server.db(tx => tx.one(q.selectFrom('users').select('name').where('account', '=', account)))
    people.set(account, { client: await server.login(account), name })
  }
})
afterAll(async () => {
  await lanes()
  await server.stop()
})

/** Whole numbers of the demo in a text. */
const wholeIn = (text: string): string[] => [...new Set(text.match(/\d{7,}[\dX]/g))].filter(each => numbers.has(each))

/** Money of others by the name it is told under, and accounts of the house, by the sides that read neither. */
const othersMoney: readonly (readonly [side: string, told: RegExp])[] = [
  ['carrier', /"(?:shipperFreight|margin|profit)":(?!null)[^,}]*/g],
  ['shipper', /"(?:carrierFreight|margin|profit)":(?!null)[^,}]*/g],
  ['carrier', /"account":"(?:1002|1012|1122|1123\.0[12]|2205|2221|2241\.0[34]|6\d)[^"]*"/g],
  ['shipper', /"account":"(?:1002|1012|1123|1221|2202\.(?:01|03|99)|2221|2241\.03|6\d)[^"]*"/g],
]
const moneyIn = (account: string, text: string): string[] =>
  othersMoney.flatMap(([side, told]) => (account.startsWith(side) ? [...(text.match(told) ?? [])] : []))

/** The records a field of a call may name: those its address or its own name says, else some of every table. */
function candidatesOf(path: string, field: string): readonly string[] {
  const words = {
    driver: 'drivers',
    payee: 'payees',
    company: 'companies',
    waybill: 'waybills',
    goods: 'goods',
    task: 'tasks',
    vehicle: 'vehicles',
    user: 'users',
    settlement: 'settlements',
    voucher: 'vouchers',
    payment: 'payments',
  }
  const said = Object.entries(words).filter(([word]) => field.toLowerCase().startsWith(word))
  const found = said.length > 0 ? said : Object.entries(words).filter(([word]) => path.toLowerCase().includes(word))
  if (found.length === 0) return [...records.values()].flatMap(ids => ids.slice(0, 1))
  return found.flatMap(([, table]) => records.get(table) ?? [])
}

/** Asks every one of these calls as everybody; whole numbers that were told. */
async function scan(asked: readonly Route[]): Promise<{ told: string[]; answers: number }> {
  const { deps } = server.server
  const app = await buildApp({ deps, routes: asked })
  const told: string[] = []
  let answers = 0
  const look = async (account: string, one: Call, value: Record<string, unknown>): Promise<void> => {
    const { client, name } = people.get(account) ?? {}
    const { http, text } = await request(app, deps.config.signSecret, one, value, {
      token: client?.token ?? '',
      account,
      name: name ?? '',
    })
    if (http === 200) answers++
    for (const what of [...wholeIn(text), ...moneyIn(account, text)]) told.push(`${account} ${one.path} tells ${what}`)
  }
  for (const { call: one } of asked) {
    if (one.method !== 'GET' || one.permit === 'public') continue
    const sample = sampleOf(one)
    for (const account of positions) {
      if (sample.leaves.every(({ path }) => !sample.required.has(String(path[0]))))
        await look(account, one, onlyWith(sample, []))
      for (const leaf of sample.leaves.filter(({ path }) => sample.required.has(String(path[0]))))
        for (const id of candidatesOf(one.path, leaf.name))
          await look(account, one, withAt(onlyWith(sample, []), leaf.path, id) as Record<string, unknown>)
    }
  }
  await app.close()
  return { told, answers }
}

test('no answer to a reading call holds a whole number of a paper or an account, nor a price, a margin or an account of the house for who reads none, whatever one’s position', async () => {
  expect(numbers.size).toBeGreaterThan(50)
  const { told, answers } = await scan(routes)
  expect(told.slice(0, 20)).toEqual([])
  // the figure says that the scan reads what there is
  expect(answers).toBeGreaterThan(600)
})

test('a number planted in an answer is found', async () => {
  const planted = on(
    call({
      method: 'GET',
      path: '/auth/v1/planted/number',
      title: '',
      permit: 'session',
      input: z.strictObject({}),
      output: z.object({ text: z.string() }),
    }),
    async ({ tx }) => ({
      text: `司机 ${(await tx.elevated(() => tx.one(q.selectFrom('drivers').select('id_no').limit(1)))).id_no}，在途`,
    }),
  )
  expect((await scan([planted])).told).toHaveLength(positions.length)
})

test('a price and an account of the house planted in an answer are found', async () => {
  const planted = on(
    call({
      method: 'GET',
      path: '/auth/v1/planted/price',
      title: '',
      permit: 'session',
      input: z.strictObject({}),
      output: z.object({ shipperFreight: z.number(), carrierFreight: z.number(), account: z.string() }),
    }),
    async () => ({ shipperFreight: 1, carrierFreight: 1, account: '6401.01' }),
  )
  const sides = positions.filter(account => /^(?:shipper|carrier)/.test(account))
  expect((await scan([planted])).told).toHaveLength(sides.length * 2)
})

test('files hold whole numbers for holders of pii.export alone', async () => {
  const wholeOf = async (account: string, list: ExportList): Promise<number> => {
    const client = people.get(account)?.client
    if (!client) throw new Error(`nobody is ${account}`)
    return wholeIn(JSON.stringify(await fileOf(server, client, { list, filter: {}, columns: [], note: '' }))).length
  }
  for (const list of ['drivers', 'payees'] as const) {
    expect([list, await wholeOf('platform-ops', list)]).toEqual([list, 0])
    expect([list, await wholeOf('carrier-finance', list)]).toEqual([list, 0])
    expect(await wholeOf('carrier', list)).toBeGreaterThan(0)
  }
  expect(await wholeOf('platform-ops', 'companies')).toBe(0)
})
