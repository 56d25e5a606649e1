// The whole main job in an installation that is no demo: no simulated bank, no interface, and of the house only an
// administrator and one person of finance; money comes in, work is done, carriers are paid by files, the books balance.
import { claimRemittance, confirmRemittance, recordRemittance } from '@yunshu/contract/remittance/remittance'
import { movePayAnswer, readPayAnswer } from '@yunshu/contract/payFile/payAnswer'
import {
  downloadPayFile,
  listPayFileCandidates,
  listPayFileTemplates,
  makePayFile,
  movePayFile,
} from '@yunshu/contract/payFile/payFile'
import { getReconStatement, listReconItems, moveReconFile, readReconFile } from '@yunshu/contract/recon/recon'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { getTrialBalance } from '@yunshu/contract/voucher/voucher'
import { fen, printYuan, sumFen } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { balances, drift, sheetOf, sheetWhen } from '../../../../../tests/server/settlementWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { brokenInvariants } from '../../../../../tests/server/moneyInvariants.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld({ DEMO: '0' })
})
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }
const csv = (name: string, lines: readonly string[]) => ({
  ...inBranch,
  files: [{ name, type: 'text/csv', bytes: Buffer.from(lines.join('\r\n')) }],
})
const today = startOfDay(Date.now())

test('from money in to a balanced ledger without any simulator, by an administrator and one person of finance', async () => {
  const { server } = world
  const [admin, finance] = [world.as('admin'), await server.login('platform-finance')]
  // money of the shipper came by transfer: typed by one, confirmed and claimed by the other
  const topUp = fen(4_000_000)
  const slip = { payerName: '甲公司', payerAccount: '6222020099990001', amount: topUp, date: today - DAY_MS }
  const came = await admin.send(recordRemittance, { ...slip, serial: 'IN-1' }, withSlip(inBranch))
  const there = await finance.send(confirmRemittance, { id: came.id, version: came.version, expectAmount: topUp })
  await finance.send(claimRemittance, {
    id: came.id,
    version: there.version,
    shipperId: demoCompanyId('shipper'),
    expectAmount: topUp,
  })

  // three trips from the order to the confirmed receipt
  const made = await world.waybills(3, {
    payPlan: { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 800_000, receiptPpm: 200_000, termDays: 7 },
  })
  for (const waybill of made) {
    await world.walk(waybill, wholeJourney)
    const { version } = await world.as('carrier').send(getWaybill, { id: waybill.id })
    const photo = { name: '回单.png', bytes: png, type: 'image/png' }
    const sent = await world.as('carrier').send(uploadReceipt, { id: waybill.id, version }, { files: [photo] })
    await world.as('shipper').send(auditReceipt, { id: waybill.id, version: sent.version, move: 'confirm' })
  }

  // the sheet, its payment, and the file of the bank and its answer, each by two people and never more
  const ids = made.map(({ id }) => id)
  const { settlementNum, version, due } = await sheetOf({ maker: admin, finance }, ids, 'approved')
  await finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'FILE' })
  const { rows: payments } = await admin.send(listPayFileCandidates, { limit: 100 })
  expect(sumFen(payments.map(({ amount }) => amount))).toBe(due)
  const { rows: templates } = await admin.send(listPayFileTemplates, {})
  const file = await admin.send(
    makePayFile,
    { templateId: templates[0]?.id ?? '', paymentIds: payments.map(({ id }) => id), expectAmount: due },
    inBranch,
  )
  await finance.send(movePayFile, { id: file.id, version: file.version, move: 'release', expectAmount: due })
  expect((await finance.blob(downloadPayFile, { id: file.id })).bytes.length).toBeGreaterThan(0)
  const answer = await admin.send(
    readPayAnswer,
    { id: file.id },
    csv('回盘.csv', [
      '支付任务号,金额,结果,银行流水号,失败原因',
      ...payments.map(({ taskNo, amount }, n) => `${taskNo},${printYuan(amount)},成功,OUT-${n},`),
      `合计,${printYuan(due)},,,`,
    ]),
  )
  await finance.send(movePayAnswer, { id: answer.id, version: answer.version, move: 'apply', expectRows: answer.good })
  const paid = await sheetWhen(finance, settlementNum, ({ state }) => state === 'paid')
  expect(paid.payments.every(({ state, channel }) => state === 'success' && channel === 'FILE')).toBe(true)

  // the bank's file of that day explains both balances; the day of the bank is one that is over
  await withClient(server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(`update trades set happened_at = ${today - DAY_MS + 36_000_000}`)
    await client.query('commit')
  })
  const day = today - DAY_MS
  const lines = [
    ['IN-1', '', '收入', topUp] as const,
    ...payments.map(({ taskNo, amount }, n) => [`OUT-${n}`, taskNo, '支出', amount] as const),
    // money of the bank itself, which no record of ours announces: it is posted by rule
    ['FEE-1', '转账手续费', '支出', fen(500)] as const,
    ['INT-1', '季度结息', '收入', fen(1_234)] as const,
  ]
  const closing = fen(topUp - due - 500 + 1_234)
  const read = await admin.send(
    readReconFile,
    {},
    csv('对账.csv', [
      `对账文件,${formatDate(day)},笔数,${lines.length},收入合计,${printYuan(fen(topUp + 1_234))},支出合计,${printYuan(fen(due + 500))},期初余额,0.00,期末余额,${printYuan(closing)}`,
      '交易时间,流水号,订单号,收支,金额,对方户名,对方账号',
      ...lines.map(
        ([serial, key, direction, amount], n) =>
          `${formatDateTime(day + (n + 1) * 60_000)},${serial},${key},${direction},${printYuan(amount)},甲公司,6222000011112222`,
      ),
    ]),
  )
  await finance.send(moveReconFile, { id: read.id, version: read.version, move: 'take' })
  const laid = async () => (await finance.send(getReconStatement, { id: read.id })).lines.map(({ by }) => by)
  await until(
    async () => (await laid()).every(by => by !== undefined),
    'lines of the bank itself lie on what was posted',
  )
  const statement = await finance.send(getReconStatement, { id: read.id })
  // the test moved the movements to the day and left the books where they were
  expect(statement).toMatchObject({ bank: closing, adjustedBank: closing, adjustedBook: closing })
  expect(statement.pieces.filter(({ side }) => side !== 'DATED')).toEqual([])
  expect((await finance.send(listReconItems, { branchId, from: day, to: today })).rows).toEqual([])
  expect(statement.lines.every(({ tradeNo, differs }) => tradeNo !== undefined && !differs)).toBe(true)

  // the shipper's debt is set off, carriers have their money, nothing is under way, and every sum is that of its records
  const books = await balances(server)
  expect(books).toMatchObject({ '1002.02': closing, '6603.01': 500, '6603.02': -1_234 })
  for (const account of ['1122.01', '2202.01', '2202.02', '2202.03', '2202.99', '2241.03', '1221.01'])
    expect(books[account] ?? 0, account).toBe(0)
  expect(Object.values(books).reduce((sum, net) => sum + net, 0)).toBe(0)
  expect((await finance.send(getTrialBalance, { period: periodOf(Date.now()) })).difference).toBe(0)
  expect([...(await drift(server)), ...(await moneyFaults(server)), ...(await brokenInvariants(server))]).toEqual([])
  for (const { id } of made) expect((await admin.send(getWaybill, { id })).state).toBe('finished')
})
