// The ground of tests about payment files: sheets paid by file, files made and let out, and answers of the bank.
import { movePayAnswer, readPayAnswer, type PayAnswerDetail } from '@yunshu/contract/payFile/payAnswer'
import {
  getPayFile,
  listPayFileCandidates,
  listPayFileTemplates,
  makePayFile,
  movePayFile,
  type PayFileCandidate,
  type PayFileDetail,
} from '@yunshu/contract/payFile/payFile'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { printYuan, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { q } from '../../apps/server/src/db/tx.ts'
import { openFunds, sheetOf, signedWaybill, type People, type SignedOptions } from './settlementWorld.ts'
import { startTestServer } from './testServer.ts'
import { until } from './until.ts'

export const amountOf = (payments: readonly { amount: Fen }[]): Fen => sumFen(payments.map(({ amount }) => amount))

export type Said = readonly [key: string, amount: Fen, result: string, serial?: string, reason?: string]
/** An answer of the bank as a text file; the sum is right unless it is said. */
export function answerFile(
  rows: readonly Said[],
  sum: Fen | null = sumFen(rows.map(([, amount]) => amount)),
  salt = '',
): Buffer {
  const lines = rows.map(([key, amount, result, serial = '', reason = '']) =>
    [key, printYuan(amount), result, serial, reason].join(','),
  )
  const total = sum === null ? [] : [`合计,${printYuan(sum)},,,`]
  return Buffer.from(['支付任务号,金额,结果,银行流水号,失败原因', ...lines, ...total].join('\r\n') + salt)
}
export const answerUpload = (bytes: Buffer, name = '结果.csv') => ({ files: [{ name, type: 'text/csv', bytes }] })

/** The branch makes and reads, the platform's finance lets out and takes. */
export async function startPayFileWorld() {
  const server = await startTestServer()
  const people: People = {
    maker: await server.login('shipper-freight'),
    finance: await server.login('shipper-finance'),
  }
  const branch = await server.login('branch')
  const house = await server.login('platform-finance')
  await openFunds(server)
  const { rows: all } = await house.send(listPayFileTemplates, {})
  const idOf = (part: string): string => all.find(({ name }) => name.includes(part))?.id ?? ''
  const templates = { csv: idOf('UTF-8'), xlsx: idOf('Excel'), gb: idOf('GB18030') }

  /** Sheets of one payment each, paid by file; their payments wait. */
  async function waiting(
    count: number,
    options: SignedOptions = {},
  ): Promise<{ payments: PayFileCandidate[]; sheets: string[] }> {
    const sheets: string[] = []
    for (let n = 0; n < count; n++) {
      const sheet = await sheetOf(people, [(await signedWaybill(server, options)).id], 'approved')
      const { settlementNum, version, due } = sheet
      await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'FILE' })
      sheets.push(settlementNum)
    }
    const { rows } = await house.send(listPayFileCandidates, { limit: 100 })
    return { payments: sheets.flatMap(number => rows.filter(row => row.settlementNum === number)), sheets }
  }
  const make = (payments: readonly PayFileCandidate[], templateId = templates.csv) =>
    branch.send(makePayFile, {
      templateId,
      paymentIds: payments.map(({ id }) => id),
      expectAmount: amountOf(payments),
    })
  /** A file let out, with its payments. */
  async function released(count: number): Promise<{ file: PayFileDetail; sheets: string[] }> {
    const { payments, sheets } = await waiting(count)
    const { id, version } = await make(payments)
    await house.send(movePayFile, { id, version, move: 'release', expectAmount: amountOf(payments) })
    return { file: await branch.send(getPayFile, { id }), sheets }
  }
  const read = (file: { id: string }, bytes: Buffer): Promise<PayAnswerDetail> =>
    branch.send(readPayAnswer, { id: file.id }, answerUpload(bytes))
  const take = ({ id, version, good }: PayAnswerDetail) =>
    house.ask(movePayAnswer, { id, version, move: 'apply', expectRows: good })
  /** Waits until every word of the bank has its verdict: they are judged after the answer. */
  const judged = (): Promise<void> =>
    until(
      async () =>
        (
          await server.db(tx =>
            tx.one(sql<{ n: number }>`select count(*) as n from channel_facts where verdict is null`.compile(q)),
          )
        ).n === 0,
      'the words of the bank are judged',
    )
  return { server, people, branch, house, templates, waiting, make, released, read, take, judged }
}
export type PayFileWorld = Awaited<ReturnType<typeof startPayFileWorld>>
