// The file of the trial balance over the demo: both sides are equal to the fen, and those of the page.
import { getTrialBalance } from '@yunshu/contract/voucher/voucher'
import { fen, negateFen, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { column, fileOf } from '../../../../../tests/server/exportWorld.ts'
import { startDemoServer } from '../../../../../tests/server/seededDemo.ts'
import { holdJobs, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  server = await startDemoServer()
  letJobsRun = await holdJobs(server)
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

const period = periodOf(Date.now())
const yuan = (amount: number): number => Number(printYuan(fen(amount)))
/** The part of a balance on the debit side, or on the credit side. */
const onSide = (balance: Fen, side: '借' | '贷'): number => Math.max(0, side === '借' ? balance : negateFen(balance))

test.each(['admin', 'branch'])(
  'each balance stands under its side, and the sums are those of the page, for %s',
  async account => {
    const client = await server.login(account)
    const { rows, totalDebit, totalCredit, difference } = await client.send(getTrialBalance, { period })
    const file = await fileOf(server, client, { list: 'trial', filter: { period } })
    const sums = (file.closing.length > 5 ? file.closing[1] : file.closing[0]) ?? []
    const sum = (name: string) => sums[file.titles.indexOf(`${name}(元)`)]
    expect(difference).toBe(0)
    expect([sum('本期借方'), sum('本期贷方')]).toEqual([yuan(totalDebit), yuan(totalCredit)])
    for (const [name, of] of [
      ['期初', 'opening'],
      ['期末', 'closing'],
    ] as const)
      for (const side of ['借', '贷'] as const) {
        const title = `${name}${side}方`
        const amounts = rows.map(row => onSide(row[of], side))
        expect([title, sum(title)]).toEqual([title, yuan(amounts.reduce((all, amount) => all + amount, 0))])
        expect([title, column(file, `${title}(元)`).map(value => value ?? 0)]).toEqual([title, amounts.map(yuan)])
      }
    expect(sum('期末借方')).toBe(sum('期末贷方'))
  },
)
