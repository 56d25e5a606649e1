// Slips of money entered by hand: a remittance and a shipper's top-up come in with one, and whoever confirms sees it.
import { getFund, listFunds, recordFund } from '@yunshu/contract/fund/fund'
import { moveReconFile, readReconFile, recordReconItem, listReconItems } from '@yunshu/contract/recon/recon'
import { getRemittance, listRemittances, recordRemittance } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'

let server: TestServer
let branch: Client, house: Client
const branchId = demoCompanyId('branch1')
const today = startOfDay(Date.now())
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  house = await server.login('platform-finance')
})
afterAll(() => server.stop())

const came = { payerName: '甲公司', payerAccount: '6222020099990001', amount: fen(5_000), date: today }

test('a remittance without the bank’s slip is refused at its field and leaves nothing; with one the second person sees it', async () => {
  const refused = await branch.ask(recordRemittance, { ...came, serial: 'SLIP-1' })
  expect(refused.envelope).toMatchObject({ code: 1603, message: '请选择要上传的文件' })
  expect((await house.send(listRemittances, { text: 'SLIP-1' })).rows).toEqual([])
  const said = { ...came, serial: 'SLIP-1', bankNote: '两行\n附言' }
  const { id } = await branch.send(recordRemittance, said, withSlip())
  const seen = await house.send(getRemittance, { id })
  expect(seen.files).toMatchObject([{ name: '回单.png', category: 'SLIP' }])
  expect([seen.isOfFile, seen.moves]).toEqual([false, expect.arrayContaining(['confirm'])])
})

test('a top-up needs a slip, the house’s own money may do without', async () => {
  const said = { amount: fen(7_000), date: today, serial: 'SLIP-2', shipperId: demoCompanyId('shipper') }
  const refused = await branch.ask(recordFund, { ...said, kind: 'TOP_UP' })
  expect(refused.envelope).toMatchObject({ code: 1603, message: '请选择要上传的文件' })
  expect((await house.send(listFunds, { text: 'SLIP-2' })).rows).toEqual([])
  const { id } = await branch.send(recordFund, { ...said, kind: 'TOP_UP' }, withSlip())
  expect((await house.send(getFund, { id })).files).toMatchObject([{ name: '回单.png', category: 'SLIP' }])
  const own = await branch.send(recordFund, { kind: 'TRANSFER', amount: fen(7_000), date: today, serial: 'SLIP-3' })
  expect((await house.send(getFund, { id: own.id })).files).toEqual([])
})

test('a remittance made of a line of the bank’s file has that line for its slip', async () => {
  const day = today - DAY_MS
  const text = [
    `对账文件,${formatDate(day)},笔数,1,收入合计,42.00,支出合计,0.00,期初余额,0.00,期末余额,42.00`,
    '交易时间,流水号,订单号,收支,金额,对方户名,对方账号',
    [formatDateTime(day + HOUR_MS), 'SLIP-4', '', '收入', '42.00', '榆林某公司', '6222000011112222'].join(','),
  ].join('\r\n')
  const upload = { files: [{ name: '对账.csv', type: 'text/csv', bytes: Buffer.from(text) }] }
  const { id, version } = await branch.send(readReconFile, {}, upload)
  await house.send(moveReconFile, { id, version, move: 'take' })
  const [item] = (await house.send(listReconItems, { branchId, from: day, to: day + DAY_MS, limit: 10 })).rows
  await branch.send(recordReconItem, { id: item?.id ?? '', version: item?.version ?? 0 })
  const [made] = (await house.send(listRemittances, { text: 'SLIP-4' })).rows
  expect(await house.send(getRemittance, { id: made?.id ?? '' })).toMatchObject({ files: [], isOfFile: true })
})
