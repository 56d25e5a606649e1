// Payment files for a bank's batch upload: made by one person, let out by another, and the bank's answer read back; every
// fen goes out once, and nothing is applied that does not agree.
import { createHash } from 'node:crypto'
import { getPayAnswer, movePayAnswer, readPayAnswer } from '@yunshu/contract/payFile/payAnswer'
import {
  cancelPayment,
  downloadPayFile,
  getPayFile,
  listPayFileCandidates,
  listPayFiles,
  makePayFile,
  movePayFile,
} from '@yunshu/contract/payFile/payFile'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { listMoneyExceptions } from '@yunshu/contract/settlement/moneyException'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  amountOf,
  answerFile,
  answerUpload,
  startPayFileWorld,
  type PayFileWorld,
  type Said,
} from '../../../../../tests/server/payFileWorld.ts'
import { resumeAt } from '../../../../../tests/server/pushLine.ts'
import { sheetWhen, type People } from '../../../../../tests/server/settlementWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { readSheetFile } from '../../imports/sheetFile.ts'
import { q } from '../../db/tx.ts'

let world: PayFileWorld
let server: TestServer
let people: People
/** The branch makes and reads, the platform's finance lets out and takes. */
let branch: Client, house: Client
let templates: PayFileWorld['templates']
beforeAll(async () => {
  world = await startPayFileWorld()
  ;({ server, people, branch, house, templates } = world)
})
afterAll(() => server.stop())

const waiting: PayFileWorld['waiting'] = count => world.waiting(count)
const make: PayFileWorld['make'] = (...of) => world.make(...of)
const released: PayFileWorld['released'] = count => world.released(count)
const read: PayFileWorld['read'] = (...of) => world.read(...of)
const take: PayFileWorld['take'] = answer => world.take(answer)
const judged = () => world.judged()
const stateOf = async (settlementNum: string) =>
  (await people.finance.send(getSettlement, { settlementNum })).payments.map(({ state }) => state)
const balances = () =>
  server.db(tx =>
    tx.rows<{ account: string; net: number }>(
      sql<{
        account: string
        net: number
      }>`select account, sum(debit_fen - credit_fen)::bigint as net from journal_lines
        where account in ('1002.02', '2202.02') group by account order by account`.compile(q),
    ),
  )

describe('making and letting out', () => {
  test('a payment by file waits for people: it is in one live file, goes out when another person lets it out, with the bytes of the hash', async () => {
    const { payments, sheets } = await waiting(3)
    expect(payments).toHaveLength(3)
    expect(await stateOf(sheets[0] ?? '')).toEqual(['created'])
    const before = await balances()
    const { id, fileNo, version } = await make(payments)
    expect(
      (await branch.send(listPayFileCandidates, {})).rows.filter(row => payments.some(p => p.id === row.id)),
    ).toEqual([])
    // nothing is handed out before it was let out, and who made it does not let it out
    expect((await branch.blob(downloadPayFile, { id })).bytes.toString()).toContain('3552')
    expect(
      (await branch.ask(movePayFile, { id, version, move: 'release', expectAmount: amountOf(payments) })).envelope.code,
    ).toBe(1103)
    expect(
      (await house.ask(movePayFile, { id, version, move: 'release', expectAmount: fen(1) })).envelope,
    ).toMatchObject({
      code: 4001,
    })
    expect(
      (await house.ask(movePayFile, { id, version: version + 1, move: 'release', expectAmount: amountOf(payments) }))
        .http,
    ).toBe(409)
    await house.send(movePayFile, { id, version, move: 'release', expectAmount: amountOf(payments) })
    expect(await stateOf(sheets[0] ?? '')).toEqual(['sent'])
    const detail = await branch.send(getPayFile, { id })
    expect(detail).toMatchObject({ fileNo, state: 'released', lines: 3, ended: 0, canDownload: true, canRead: true })
    const { bytes } = await branch.blob(downloadPayFile, { id })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(detail.sha256)
    const { lines } = await readSheetFile({ name: 'a.csv', bytes })
    expect(lines.slice(1).map(({ texts }) => [texts[1], texts[5]])).toEqual(
      payments.map(({ taskNo, amount }) => [taskNo, printYuan(amount)]),
    )
    expect((await branch.send(getPayFile, { id })).downloads).toBe(1)
    // no money moves by a file
    expect(await balances()).toEqual(before)
    expect(
      (await house.ask(movePayFile, { id, version: detail.version, move: 'withdraw', reason: '错' })).envelope.code,
    ).not.toBe(0)
  })

  test('an account the carrier gave up meanwhile stops the file before it leaves, in words', async () => {
    const { payments } = await waiting(1)
    const { id, version } = await make(payments)
    const account = (to: string) =>
      server.db(tx =>
        tx.run(
          q
            .updateTable('company_accounts')
            .set({ account_no: to })
            .where('company_id', '=', demoCompanyId('carrier'))
            .where('is_default', '=', true),
        ),
      )
    const before = q
      .selectFrom('payments')
      .select('account_no')
      .where('id', '=', payments[0]?.id ?? '')
    const { account_no: now } = await server.db(tx => tx.one(before))
    await account('6222020200990000')
    const release = { id, version, move: 'release', expectAmount: amountOf(payments) } as const
    expect((await house.ask(movePayFile, release)).envelope).toMatchObject({
      code: 1714,
      message: expect.stringContaining('承运商已不再使用账户') as string,
    })
    expect((await branch.send(getPayFile, { id })).state).toBe('made')
    await account(now)
    await house.send(movePayFile, release)
  })

  test('a file taken back gives its payments to another one; of two files made at once of one payment there is one', async () => {
    const { payments } = await waiting(2)
    const first = await make(payments, templates.gb)
    expect(
      (
        await branch.ask(makePayFile, {
          templateId: templates.csv,
          paymentIds: [payments[0]?.id ?? ''],
          expectAmount: payments[0]?.amount ?? fen(0),
        })
      ).envelope.code,
    ).toBe(3551)
    expect((await branch.ask(movePayFile, { id: first.id, version: 1, move: 'withdraw' })).envelope.code).toBe(4001)
    await branch.send(movePayFile, { id: first.id, version: 1, move: 'withdraw', reason: '金额有误' })
    expect(
      (await house.ask(movePayFile, { id: first.id, version: 2, move: 'release', expectAmount: amountOf(payments) }))
        .envelope.code,
    ).not.toBe(0)
    const asked = await Promise.all(
      [templates.csv, templates.xlsx, templates.gb].map(templateId =>
        branch.ask(makePayFile, {
          templateId,
          paymentIds: payments.map(({ id }) => id),
          expectAmount: amountOf(payments),
        }),
      ),
    )
    expect(asked.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 3551, 3551])
    const live = await server.db(tx =>
      tx.one(
        sql<{
          n: number
        }>`select count(*) as n from pay_file_lines where is_live
          and payment_id = any(${payments.map(({ id }) => id)}::uuid[])`.compile(q),
      ),
    )
    expect(live.n).toBe(2)
  })

  test('wrong inputs are refused by their field, people without the right by 403, and another branch or company finds nothing', async () => {
    const { payments } = await waiting(1)
    const [payment] = payments
    const id = payment?.id ?? ''
    const asked = { templateId: templates.csv, paymentIds: [id], expectAmount: payment?.amount ?? fen(0) }
    expect((await branch.ask(makePayFile, { ...asked, templateId: id })).envelope).toMatchObject({ code: 4001 })
    expect((await branch.ask(makePayFile, asked, { raw: { paymentIds: '[]' } })).http).toBe(400)
    expect((await branch.ask(makePayFile, { ...asked, expectAmount: fen(1) })).envelope).toMatchObject({ code: 4001 })
    expect((await people.finance.ask(makePayFile, asked)).http).toBe(403)
    expect((await people.finance.ask(listPayFiles, {})).http).toBe(403)
    const branch2 = await server.login('branch2')
    expect((await branch2.ask(makePayFile, asked)).http).toBe(404)
    expect((await branch2.send(listPayFileCandidates, { limit: 100 })).rows.some(row => row.id === id)).toBe(false)
    const file = await make(payments)
    for (const ask of [
      branch2.ask(getPayFile, { id: file.id }),
      branch2.ask(movePayFile, { id: file.id, version: 1, move: 'withdraw', reason: '错' }),
      branch2.blob(downloadPayFile, { id: file.id }),
    ])
      expect((await ask).http).toBe(404)
    // one that stands in a file is not given up; taken back, it is, and its sheet pays it again
    expect(
      (await branch.ask(cancelPayment, { id, version: payment?.version ?? 1, reason: '换账户' })).envelope.code,
    ).toBe(3553)
    await branch.send(movePayFile, { id: file.id, version: 1, move: 'withdraw', reason: '错' })
    expect((await branch.ask(cancelPayment, { id, version: 9, reason: '换账户' })).http).toBe(409)
    expect((await branch2.ask(cancelPayment, { id, version: 1, reason: '换账户' })).http).toBe(404)
    await branch.send(cancelPayment, { id, version: payment?.version ?? 1, reason: '换账户' })
    expect(await people.finance.send(getSettlement, { settlementNum: payment?.settlementNum ?? '' })).toMatchObject({
      state: 'partial',
      payments: [{ state: 'failed', reason: '换账户' }],
    })
  })
})

describe('the answer of the bank', () => {
  test('results go the way of any channel’s: paid, failed, returned; another person takes them, and a file read twice changes nothing', async () => {
    const { file, sheets } = await released(3)
    const [a, b, c] = file.rows
    const bytes = answerFile([
      [a?.taskNo ?? '', a?.amount ?? fen(0), '成功', 'BK-1'],
      [`${b?.taskNo ?? ''} 运费`, b?.amount ?? fen(0), '失败', 'BK-2', '户名不符'],
      [c?.taskNo ?? '', c?.amount ?? fen(0), '处理中'],
    ])
    const preview = await read(file, bytes)
    expect(preview).toMatchObject({
      rows: 3,
      good: 3,
      faulty: 0,
      silent: [],
      sums: [
        { outcome: 'success', count: 1 },
        { outcome: 'failed', count: 1 },
        { outcome: 'processing', count: 1 },
      ],
    })
    expect(await stateOf(sheets[0] ?? '')).toEqual(['sent'])
    // its reader does not take it, nor somebody who saw another number of rows, nor twice at once
    expect(
      (await branch.ask(movePayAnswer, { id: preview.id, version: 1, move: 'apply', expectRows: 3 })).envelope.code,
    ).toBe(1103)
    expect(
      (await house.ask(movePayAnswer, { id: preview.id, version: 1, move: 'apply', expectRows: 2 })).envelope.code,
    ).toBe(3556)
    const line = await resumeAt(server.url, branch)
    const taken = await Promise.all([take(preview), take(preview)])
    expect(taken.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
    await sheetWhen(people.finance, sheets[0] ?? '', ({ state }) => state === 'paid')
    await sheetWhen(people.finance, sheets[1] ?? '', ({ state }) => state === 'partial')
    expect(await stateOf(sheets[2] ?? '')).toEqual(['sent'])
    // the words are judged after the answer: whoever looks at the file is let follow, once for all of them
    const follows = () => line.frames.filter(({ data: { topics = [] } }) => topics.includes(listPayFiles.path))
    await until(() => follows().length > 0, 'the page of the file follows')
    expect(follows()).toMatchObject([
      { code: 'sync', data: { topics: expect.arrayContaining([getPayFile.path]) as string[] } },
    ])
    expect(await branch.send(getPayFile, { id: file.id })).toMatchObject({ ended: 2 })
    line.ws.terminate()
    expect((await branch.ask(readPayAnswer, { id: file.id }, answerUpload(bytes))).envelope.code).toBe(3554)
    const before = await balances()
    // the same results in another file are known already; a serial alone finds its payment, and a return is one
    const again = await read(
      file,
      answerFile([
        [a?.taskNo ?? '', a?.amount ?? fen(0), '交易成功', 'BK-1'],
        [b?.taskNo ?? '', b?.amount ?? fen(0), '失败', 'BK-2', '户名不符'],
      ]),
    )
    expect((await take(again)).envelope.code).toBe(0)
    await judged()
    expect(await balances()).toEqual(before)
    const back = await read(file, answerFile([['', a?.amount ?? fen(0), '已退汇', 'BK-1', '账户状态异常']]))
    expect(back.lines).toMatchObject([{ taskNo: a?.taskNo, by: 'SERIAL', outcome: 'returned' }])
    expect((await take(back)).envelope.code).toBe(0)
    await sheetWhen(people.finance, sheets[0] ?? '', ({ payments }) => payments[0]?.state === 'returned')
    // its old success, told again by a file of all results so far, is no news
    const old = await read(
      file,
      answerFile([[a?.taskNo ?? '', a?.amount ?? fen(0), '成功', 'BK-1']], undefined, '\r\n'),
    )
    expect((await take(old)).envelope.code).toBe(0)
    await judged()
    expect((await people.finance.send(listMoneyExceptions, { settlementNum: sheets[0] ?? '' })).rows).toEqual([])
    // a late success after a failure is an exception, and changes nothing by itself
    const late = await read(file, answerFile([[b?.taskNo ?? '', b?.amount ?? fen(0), '成功', 'BK-9']]))
    expect((await take(late)).envelope.code).toBe(0)
    await judged()
    expect(await stateOf(sheets[1] ?? '')).toEqual(['failed'])
    const { rows } = await people.finance.send(listMoneyExceptions, { settlementNum: sheets[1] ?? '' })
    expect(rows).toMatchObject([{ kind: 'LATE_SUCCESS', state: 'open', words: [{ source: 'FILE' }] }])
    expect((await branch.send(getPayFile, { id: file.id })).ended).toBe(2)
  })

  test('unknown, doubled, altered, foreign and unreadable rows are shown with their reason and applied to nothing', async () => {
    const [{ file, sheets }, { file: other }] = [await released(4), await released(1)]
    const [a, b, c, d] = file.rows
    const preview = await read(
      file,
      answerFile([
        [a?.taskNo ?? '', fen((a?.amount ?? 0) + 1), '成功', 'X-1'],
        [b?.taskNo ?? '', b?.amount ?? fen(0), '成功', 'X-2'],
        [b?.taskNo ?? '', b?.amount ?? fen(0), '失败', 'X-3'],
        [c?.taskNo ?? '', c?.amount ?? fen(0), '不知道', 'X-4'],
        [other.rows[0]?.taskNo ?? '', other.rows[0]?.amount ?? fen(0), '成功', 'X-5'],
        ['ZF2611210000999999', fen(100), '成功', 'X-6'],
        [`${a?.taskNo} ${d?.taskNo}`, d?.amount ?? fen(0), '成功', 'X-7'],
      ]),
    )
    expect(preview.lines.map(({ fault }) => fault)).toEqual([
      'AMOUNT',
      'DUPLICATE',
      'DUPLICATE',
      'RESULT',
      'OTHER_FILE',
      'UNKNOWN',
      'CONFLICT',
    ])
    expect(preview).toMatchObject({ good: 0, silent: [{ taskNo: d?.taskNo }], moves: ['drop'] })
    expect((await take(preview)).envelope.code).toBe(3556)
    for (const number of sheets) expect(await stateOf(number)).toEqual(['sent'])
    await branch.send(movePayAnswer, { id: preview.id, version: preview.version, move: 'drop' })
    // a cut file, and one whose sum is another, are shown and taken by nobody
    const whole: Said[] = file.rows.map(row => [row.taskNo, row.amount, '成功'])
    for (const bytes of [answerFile(whole, null), answerFile(whole.slice(1), amountOf(file.rows))]) {
      const broken = await read(file, bytes)
      expect(broken.fault).toBeTypeOf('string')
      expect(broken.good).toBe(0)
      expect((await take(broken)).envelope.code).toBe(3555)
      await branch.send(movePayAnswer, { id: broken.id, version: broken.version, move: 'drop' })
    }
    for (const number of sheets) expect(await stateOf(number)).toEqual(['sent'])
    // the positive control: the whole file is taken
    const right = await read(file, answerFile(whole))
    expect((await take(right)).envelope.code).toBe(0)
    for (const number of sheets) await sheetWhen(people.finance, number, ({ state }) => state === 'paid')
    const branch2 = await server.login('branch2')
    expect((await branch2.ask(getPayAnswer, { id: right.id })).http).toBe(404)
    expect((await branch2.ask(readPayAnswer, { id: file.id }, answerUpload(answerFile(whole, null)))).http).toBe(404)
  })

  test('files that are none, and answers for a file not let out, are refused at their field', async () => {
    const { payments } = await waiting(1)
    const { id } = await make(payments)
    expect(
      (await branch.ask(readPayAnswer, { id }, answerUpload(answerFile([['ZF1', fen(1), '成功']])))).envelope.code,
    ).toBe(3552)
    expect((await branch.ask(readPayAnswer, { id }, answerUpload(Buffer.from('MZ\0'), 'a.exe'))).envelope.code).toBe(
      4001,
    )
    expect((await branch.ask(readPayAnswer, { id }, { files: [] })).envelope.code).not.toBe(0)
  })
})
