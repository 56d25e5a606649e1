// Patterns of vouchers made by hand (常用凭证): kept by a branch under a name, put into a voucher again, and dropped.
import type { Input } from '@yunshu/contract/call'
import { saveVoucher } from '@yunshu/contract/voucher/manual'
import {
  dropVoucherPattern,
  listVoucherPatterns,
  patternMost,
  saveVoucherPattern,
} from '@yunshu/contract/voucher/pattern'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let branch: Client
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
})
afterAll(() => server.stop())

const rent = {
  name: '每月房租',
  kind: 'OTHER',
  category: 'ADJUST',
  summary: '办公室房租',
  counterparty: '物业公司',
  lines: [
    { summary: '办公室房租', account: '6602', debit: fen(1_200_000), credit: fen(0) },
    { summary: '办公室房租', account: '1002.01', debit: fen(0), credit: fen(0) },
  ],
} satisfies Input<typeof saveVoucherPattern>
const kept = async (client = branch) => (await client.send(listVoucherPatterns, {})).rows

test('[RT-20] a pattern comes back as it was kept, an amount that changes left empty, and makes a voucher', async () => {
  const { id } = await branch.send(saveVoucherPattern, rent)
  const [pattern] = await kept()
  expect(pattern).toMatchObject({
    ...rent,
    id,
    version: 1,
    lines: [
      { ...rent.lines[0], accountName: expect.any(String) },
      { ...rent.lines[1], accountName: expect.any(String) },
    ],
  })
  const lines = (pattern?.lines ?? []).map(({ accountName: _name, ...line }) => ({
    ...line,
    ...(line.account === '1002.01' ? { credit: fen(1_200_000) } : {}),
  }))
  const { category, summary, kind } = rent
  const saved = await branch.send(saveVoucher, { kind, category, summary, date: Date.now(), lines })
  expect(saved.voucherNo).toMatch(/^CG/)
  // words of the head may be left empty too
  const { summary: _summary, counterparty: _counterparty, ...bare } = rent
  const empty = await branch.send(saveVoucherPattern, { ...bare, name: '无摘要', summary: '' })
  expect((await kept()).find(({ id: other }) => other === empty.id)).toMatchObject({ summary: '', counterparty: '' })
  await branch.send(dropVoucherPattern, empty)
  // the voucher stands by itself: nothing was booked, and the pattern is as it was
  expect(await kept()).toEqual([pattern])
})

test('[RT-20] control accounts, both sides, a name that is taken and one pattern too many are refused at their field', async () => {
  const at = async (over: Partial<Input<typeof saveVoucherPattern>>, raw: Readonly<Record<string, string>> = {}) => {
    const { http, envelope } = await branch.ask(saveVoucherPattern, { ...rent, name: '另一个', ...over }, { raw })
    return [http, Object.keys((envelope.data as { fields?: object } | null)?.fields ?? {})]
  }
  const line = { summary: '', account: '6602', debit: fen(1), credit: fen(0) }
  expect(await at({ lines: [line, { ...line, account: '2202.01' }] })).toEqual([400, ['lines.1.account']])
  // the row says which field it is: 账号 would be somebody's account
  const wrong = await branch.ask(saveVoucherPattern, {
    ...rent,
    name: '另一个',
    lines: [{ ...line, account: '2202.01' }],
  })
  expect(wrong.envelope.message).toBe('第1行：不是可手工记账的科目')
  expect(await at({ lines: [{ ...line, account: '' }] })).toEqual([400, ['lines.0.account']])
  expect(await at({ lines: [{ ...line, credit: fen(1) }] })).toEqual([400, ['lines.0.debit']])
  expect(await at({ lines: [{ ...line, debit: fen(100_000_000_001) }] })).toEqual([400, ['lines.0.debit']])
  expect(await at({}, { lines: '[]' })).toEqual([400, ['lines']])
  expect(await at({}, { name: '' })).toEqual([400, ['name']])
  expect(await at({ name: rent.name })).toEqual([400, ['name']])
  expect(await at({ category: undefined })).toEqual([400, ['category']])
  // of two kept at once under one name there is one
  const both = await Promise.all([0, 1].map(() => branch.ask(saveVoucherPattern, { ...rent, name: '同时' })))
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 400])
  await server.db(tx =>
    tx.run(
      sql`insert into voucher_patterns select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
        'name', n::text))).* from voucher_patterns p, generate_series(1, ${patternMost.count - 2}) n
        where p.name = ${rent.name}`.compile(q),
    ),
  )
  expect(await kept()).toHaveLength(patternMost.count)
  expect(await at({ name: '第一百零一个' })).toEqual([400, ['name']])
  await server.db(tx => tx.run(sql`update voucher_patterns set dropped_at = 1 where name <> ${rent.name}`.compile(q)))
})

test('[RT-20] a pattern is of its branch: others neither see nor drop it, companies make none, and it is dropped once', async () => {
  const [pattern] = await kept()
  const { id, version } = pattern ?? { id: '', version: 0 }
  const other = await server.login('branch2')
  expect(await kept(other)).toEqual([])
  expect((await other.ask(dropVoucherPattern, { id, version })).http).toBe(404)
  expect((await (await server.login('shipper-finance')).ask(saveVoucherPattern, rent)).http).toBe(403)
  expect((await (await server.login('platform-finance')).ask(saveVoucherPattern, rent)).envelope.message).toBe(
    '请使用分公司管理账号进行操作',
  )
  expect((await branch.ask(dropVoucherPattern, { id, version: version + 1 })).http).toBe(409)
  expect((await branch.ask(dropVoucherPattern, { id, version })).http).toBe(200)
  expect((await branch.ask(dropVoucherPattern, { id, version })).http).toBe(404)
  expect(await kept()).toEqual([])
  // the name is free again
  expect((await branch.ask(saveVoucherPattern, rent)).http).toBe(200)
})
