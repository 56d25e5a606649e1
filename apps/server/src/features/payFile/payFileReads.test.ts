// Reads of payment files: lists, counters, sums and filters, who is told, and the rules of what stands in a file.
import { getPayAnswer, movePayAnswer, readPayAnswer } from '@yunshu/contract/payFile/payAnswer'
import {
  cancelPayment,
  countPayFiles,
  downloadPayFile,
  getPayFile,
  listPayFileCandidates,
  listPayFiles,
  listPayFileTemplates,
  makePayFile,
  movePayFile,
} from '@yunshu/contract/payFile/payFile'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { fen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../../../tests/server/adjustWorld.ts'
import {
  amountOf,
  answerFile,
  answerUpload,
  startPayFileWorld,
  type PayFileWorld,
} from '../../../../../tests/server/payFileWorld.ts'
import { sheetOf, sheetWhen, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'

let world: PayFileWorld
beforeAll(async () => {
  world = await startPayFileWorld()
})
afterAll(() => world.server.stop())

const rowsOf = <R extends object>(text: ReturnType<typeof sql<R>>): Promise<R[]> =>
  world.server.db(tx => tx.rows<R>(text.compile(q)))
/** The accounts a message with this title went to, of one file. */
const toldOf = async (title: string, fileNo: string): Promise<string[]> => {
  await world.server.relayed()
  const rows = await rowsOf(
    sql<{ account: string }>`select distinct u.account from messages m join users u on u.id = m.user_id
      where m.title = ${title} and m.content like ${`%${fileNo}%`} order by 1`,
  )
  return rows.map(({ account }) => account)
}

test('the list, its counters and its sums say the same under every filter, and each file its payments that ended', async () => {
  const { branch, house, waiting, make, released } = world
  const { file: out } = await released(2)
  const made = await make((await waiting(1)).payments, world.templates.xlsx)
  const back = await make((await waiting(1)).payments, world.templates.gb)
  await branch.send(movePayFile, { id: back.id, version: 1, move: 'withdraw', reason: '  金额有误 ' })
  const { rows } = await house.send(listPayFiles, {})
  expect(rows.map(({ id }) => id)).toEqual([back.id, made.id, out.id])
  const [withdrawn, xlsx, csv] = rows
  expect(withdrawn).toMatchObject({ state: 'withdrawn', reason: '金额有误', moves: [] })
  expect([xlsx?.name, csv?.name]).toEqual([`${made.fileNo}.xlsx`, `${out.fileNo}.csv`])
  expect([xlsx?.moves, (await branch.send(listPayFiles, {})).rows[1]?.moves]).toEqual([
    ['release', 'withdraw'],
    ['withdraw'],
  ])
  expect(csv).toMatchObject({ lines: 2, ended: 0, failed: 0, releaser: expect.any(String), downloads: 0 })
  const counts = async (filter = {}) => (await house.send(countPayFiles, filter)).state
  expect(await counts()).toEqual({ made: 1, released: 1, withdrawn: 1 })
  expect(await counts({ state: 'made' })).toEqual(await counts())
  const sums = async (filter = {}) => {
    const { summed, sums: found } = await house.send(countPayFiles, { ...filter, part: 'sums' })
    return [summed, found?.amount, found?.lines]
  }
  for (const filter of [
    {},
    { state: 'released' as const },
    { branchId: demoCompanyId('branch1') },
    { branchId: demoCompanyId('branch2') },
    { text: out.fileNo },
    { text: 'nobody' },
    { ids: [made.id, back.id] },
    { from: (csv?.createdAt ?? 0) + 1 },
    { to: xlsx?.createdAt ?? 0 },
  ]) {
    const listed = (await house.send(listPayFiles, filter)).rows
    const named = rows.filter(
      row =>
        (filter.state === undefined || row.state === filter.state) &&
        (filter.branchId === undefined || row.branchCompanyId === filter.branchId) &&
        (filter.text === undefined || row.fileNo === filter.text) &&
        (filter.ids === undefined || filter.ids.includes(row.id)) &&
        (filter.from === undefined || row.createdAt >= filter.from) &&
        (filter.to === undefined || row.createdAt < filter.to),
    )
    expect([JSON.stringify(filter), listed]).toEqual([JSON.stringify(filter), named])
    expect(await sums(filter)).toEqual([named.length, amountOf(named), named.reduce((all, row) => all + row.lines, 0)])
    const states = Object.values(await counts(filter)).reduce((all, n) => all + n, 0)
    if (filter.state === undefined) expect(states).toBe(named.length)
  }
  const page = await house.send(listPayFiles, { limit: 2 })
  expect((await house.send(listPayFiles, { limit: 2, cursor: page.next })).rows.map(({ id }) => id)).toEqual([out.id])
  const other = await world.server.login('branch2')
  expect((await other.send(listPayFiles, {})).rows).toEqual([])
  expect(await other.send(countPayFiles, { part: 'sums' })).toMatchObject({ summed: 0, sums: { amount: 0, lines: 0 } })
  // the payments of a file that ended, and of these those that did not arrive
  await rowsOf(
    sql<{
      n: number
    }>`update payments set state = 'failed' where id = ${out.rows[0]?.paymentId}::uuid returning 1 as n`,
  )
  const ended = async () => {
    const { rows: again } = await house.send(listPayFiles, { ids: [out.id] })
    return [again[0]?.ended, again[0]?.failed]
  }
  expect(await ended()).toEqual([1, 1])
  await rowsOf(
    sql<{
      n: number
    }>`update payments set state = 'success' where id = ${out.rows[1]?.paymentId}::uuid returning 1 as n`,
  )
  expect(await ended()).toEqual([2, 1])
  await rowsOf(
    sql<{
      n: number
    }>`update payments set state = 'returned' where id = ${out.rows[1]?.paymentId}::uuid returning 1 as n`,
  )
  expect(await ended()).toEqual([2, 2])
  await rowsOf(
    sql<{
      n: number
    }>`update pay_file_lines set is_live = false where file_id = ${out.id}::uuid and n = 1 returning 1 as n`,
  )
  expect(await ended()).toEqual([1, 1])
})

test('payments that wait are listed newest first under their filters, without those of the simulated bank', async () => {
  const { house, people, server, waiting } = world
  const { payments } = await waiting(2)
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'approved')
  const { settlementNum, version, due } = sheet
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'paid')
  const [one, two] = payments
  const mine = payments.map(({ id }) => id)
  const listed = async (filter: { [key: string]: unknown } = {}) =>
    (await house.send(listPayFileCandidates, { ids: mine, ...filter })).rows.map(({ id }) => id)
  expect(await listed()).toEqual([two?.id, one?.id])
  expect((await house.send(listPayFileCandidates, { text: settlementNum })).rows).toEqual([])
  expect(await listed({ branchId: demoCompanyId('branch2') })).toEqual([])
  expect(await listed({ branchId: demoCompanyId('branch1') })).toHaveLength(2)
  expect(await listed({ text: one?.taskNo ?? '' })).toEqual([one?.id])
  expect(await listed({ text: two?.settlementNum ?? '' })).toEqual([two?.id])
  expect(await listed({ from: two?.createdAt ?? 0 })).toEqual([two?.id])
  expect(await listed({ to: two?.createdAt ?? 0 })).toEqual([one?.id])
  expect((await house.send(listPayFileCandidates, { ids: [one?.id ?? ''] })).rows).toHaveLength(1)
  expect(one?.account).toMatch(/^\D*\d{4}$/)
  // a payment of the bank itself is none of a file, and is not given up here
  const [bank] = await rowsOf(
    sql<{
      id: string
      version: number
    }>`select p.id, p.version from payments p join settlements s on s.id = p.settlement_id
      where s.settlement_num = ${settlementNum}`,
  )
  expect((await house.ask(cancelPayment, { id: bank?.id ?? '', version: bank?.version ?? 1, reason: '错' })).http).toBe(
    404,
  )
})

test('who may let a file out, or take an answer, is told of it; who made it, when it is out', async () => {
  const { branch, house, waiting, make, read } = world
  const { payments } = await waiting(1)
  const { id, fileNo, version } = await make(payments)
  const mayRelease = await toldOf('付款文件待放行', fileNo)
  expect(mayRelease).toContain('platform-finance')
  expect(mayRelease).toContain('admin')
  await house.send(movePayFile, { id, version, move: 'release', expectAmount: amountOf(payments) })
  const [released] = await rowsOf(
    sql<{ n: number }>`select count(*)::int as n from messages m join users u on u.id = m.user_id
      where u.account = 'branch' and m.content like ${`%${fileNo}%`}`,
  )
  await world.server.relayed()
  expect(released?.n).toBeGreaterThanOrEqual(0)
  const mine = await rowsOf(
    sql<{ title: string }>`select m.title from messages m join users u on u.id = m.user_id
      where u.account = 'branch' and m.content like ${`%${fileNo}%`} order by m.id`,
  )
  expect(mine.map(({ title }) => title)).toContain('付款文件已放行')
  const file = await branch.send(getPayFile, { id })
  const answer = await read(file, answerFile([[file.rows[0]?.taskNo ?? '', file.rows[0]?.amount ?? ZERO_FEN, '成功']]))
  expect(await toldOf('银行结果待确认', fileNo)).toContain('platform-finance')
  const { log } = await branch.send(getPayFile, { id })
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['生成付款文件', '放行', '读取银行结果']))
  await branch.send(movePayAnswer, { id: answer.id, version: 1, move: 'drop' })
})

test('a template says how many payments one file holds, and one out of use makes none', async () => {
  const { branch, templates, waiting } = world
  const { payments } = await waiting(2)
  const asked = { templateId: templates.gb, paymentIds: payments.map(({ id }) => id), expectAmount: amountOf(payments) }
  const set = (what: string) => asOwner(world.server, `update pay_templates set ${what} where id = '${templates.gb}'`)
  const [{ most } = { most: 0 }] = await rowsOf(
    sql<{ most: number }>`select lines_most as most from pay_templates where id = ${templates.gb}::uuid`,
  )
  await set('lines_most = 1')
  const tooMany = await branch.ask(makePayFile, asked)
  expect([tooMany.http, JSON.stringify(tooMany.envelope.data)]).toEqual([400, expect.stringContaining('一份最多 1 笔')])
  await set('lines_most = 2, retired_at = 1')
  expect((await branch.send(listPayFileTemplates, {})).rows.map(({ id }) => id)).not.toContain(templates.gb)
  expect(JSON.stringify((await branch.ask(makePayFile, asked)).envelope.data)).toContain('没有这个模板')
  await set('retired_at = null')
  const made = await branch.send(makePayFile, asked)
  await set(`lines_most = ${most}`)
  // a payment said twice is one payment that is not there twice
  const { payments: more } = await waiting(1)
  const [one] = more
  const twice = await branch.ask(makePayFile, {
    templateId: templates.csv,
    paymentIds: [one?.id ?? '', one?.id ?? ''],
    expectAmount: one?.amount ?? ZERO_FEN,
  })
  expect(twice.http).toBe(200)
  const { rows } = await branch.send(getPayFile, { id: twice.data.id })
  expect(rows.map(({ n, taskNo }) => [n, taskNo])).toEqual([[1, one?.taskNo]])
  expect((await branch.send(getPayFile, { id: made.id })).rows.map(({ n }) => n)).toEqual([1, 2])
  expect((await world.house.ask(makePayFile, asked)).envelope.message).toBe('请使用分公司管理账号进行操作')
})

test('a file whose payment changed meanwhile does not go out; downloads are counted, each kind under its name', async () => {
  const { branch, house, templates, waiting, make } = world
  const { payments } = await waiting(1)
  const { id, version, fileNo } = await make(payments, templates.xlsx)
  const set = (state: string) =>
    rowsOf(
      sql<{ n: number }>`update payments set state = ${state} where id = ${payments[0]?.id}::uuid returning 1 as n`,
    )
  const release = { id, version, move: 'release', expectAmount: amountOf(payments) } as const
  await set('failed')
  expect((await house.ask(movePayFile, release)).envelope.code).toBe(3551)
  await set('created')
  await house.send(movePayFile, release)
  const detail = await branch.send(getPayFile, { id })
  expect([detail.canDownload, detail.canRead, detail.format]).toEqual([true, true, 'XLSX'])
  for (const times of [1, 2]) {
    const { bytes } = await branch.blob(downloadPayFile, { id })
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect((await branch.send(getPayFile, { id })).downloads).toBe(times)
  }
  const { log } = await branch.send(getPayFile, { id })
  expect(log.filter(({ action }) => action === '下载付款文件')).toHaveLength(2)
  expect((await house.send(listPayFiles, { text: fileNo })).rows[0]?.name).toBe(`${fileNo}.xlsx`)
  // a reader who may neither make nor release sees the file and not its bytes
  const admin = await world.server.login('admin')
  const seen = await admin.send(getPayFile, { id })
  expect([seen.canDownload, seen.rows[0]?.account.replace(/\D/g, '').length]).toEqual([true, 4])
  const { payments: held } = await waiting(1)
  const made = await make(held)
  const inside = await branch.send(getPayFile, { id: made.id })
  expect([inside.canDownload, inside.canRead]).toEqual([false, false])
})

test('an answer is shown beside its payments as they stand, with its sums; given up it can be read anew, and of another branch there is none', async () => {
  const { branch, house, read, released, take } = world
  const { file } = await released(2)
  const [a, b] = file.rows
  const bytes = answerFile([[a?.taskNo ?? '', a?.amount ?? ZERO_FEN, '成功', 'S-1']])
  const first = await read(file, bytes)
  expect(first).toMatchObject({
    fileId: file.id,
    fileNo: file.fileNo,
    rows: 1,
    good: 1,
    faulty: 0,
    sums: [{ outcome: 'success', count: 1, amount: a?.amount }],
    silent: [{ taskNo: b?.taskNo, amount: b?.amount }],
    lines: [{ taskNo: a?.taskNo, payee: a?.payee, state: 'sent', said: '成功', by: 'KEY' }],
    moves: ['drop'],
  })
  expect((await house.send(getPayAnswer, { id: first.id })).moves).toEqual(['apply', 'drop'])
  const other = await world.server.login('branch2')
  expect((await other.ask(getPayAnswer, { id: first.id })).http).toBe(404)
  expect((await other.ask(movePayAnswer, { id: first.id, version: 1, move: 'drop' })).http).toBe(404)
  expect((await branch.ask(movePayAnswer, { id: first.id, version: 2, move: 'drop' })).http).toBe(409)
  await branch.send(movePayAnswer, { id: first.id, version: 1, move: 'drop' })
  // given up, the same file can be read again; read, it cannot
  const again = await read(file, bytes)
  expect((await branch.ask(readPayAnswer, { id: file.id }, answerUpload(bytes))).envelope.code).toBe(3554)
  expect((await take(again)).envelope.code).toBe(0)
  await world.judged()
  const { answers } = await branch.send(getPayFile, { id: file.id })
  expect(answers.map(({ id, state, checker }) => [id, state, checker !== undefined])).toEqual([
    [again.id, 'applied', true],
    [first.id, 'dropped', false],
  ])
  expect((await branch.send(getPayAnswer, { id: again.id })).lines[0]).toMatchObject({ state: 'success' })
  // rows of which none is good are taken by nobody
  const none = await read(file, answerFile([['ZF1', fen(100), '成功']]))
  expect([none.good, none.faulty, (await house.send(getPayAnswer, { id: none.id })).moves]).toEqual([0, 1, ['drop']])
})

test('an answer of more rows than a file may hold is refused', async () => {
  const { branch, released } = world
  const { file } = await released(1)
  const many = (count: number) =>
    answerFile(Array.from({ length: count }, (_, n) => [`ZF${String(n).padStart(16, '0')}`, fen(100), '成功'] as const))
  const over = await branch.ask(readPayAnswer, { id: file.id }, answerUpload(many(2000)))
  expect([over.http, JSON.stringify(over.envelope.data)]).toEqual([400, expect.stringContaining('不能超过 2000 行')])
  expect((await branch.ask(readPayAnswer, { id: file.id }, answerUpload(many(1999)))).data.rows).toBe(1999)
})
