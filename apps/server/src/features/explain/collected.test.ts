// Lines of vouchers about debts of carriers that were paid, worked out from the ledger of debts: by deposits and remittances.
import { approveDepositBack, askDepositBack } from '@yunshu/contract/deposit/depositBack'
import {
  claimRemittance,
  confirmRemittance,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { explainVoucherLine } from '@yunshu/domain/amount/ledger'
import { fen } from '@yunshu/domain/figures/money'
import { afterAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { inBranch, startDepositWorld } from '../../../../../tests/server/depositWorld.ts'
import { bookedLines, figuresOfLine } from './voucherLine.queries.ts'

const world = await startDepositWorld()
const { server, finance, admin, nextSerial, standing, owing, assertSound } = world
afterAll(() => world.stop())

const words = { label: '科目', summary: '摘要', record: '单据', isRed: false }

/** The lines of the entries of an event: account, what stands there, what the explanation says. */
async function toldOf(event: string): Promise<unknown[]> {
  const rows = await server.db(tx =>
    tx.rows(bookedLines.where('e.event', '=', event).orderBy('l.entry_id').orderBy('l.n')),
  )
  return rows.map(row => [row.account, row.amount, explainVoucherLine(figuresOfLine(row), words).value])
}

/** A remittance that paid the debts of `carrier2`, the one asked for first. */
async function collectedBy(amount: number, debtId: string): Promise<{ id: string; version: number }> {
  const slip = {
    payerName: '承运公司',
    payerAccount: '6222020099990009',
    amount: fen(amount),
    date: Date.now(),
    serial: nextSerial(),
  }
  const { id, version } = await finance.send(recordRemittance, slip, withSlip(inBranch()))
  const unclaimed = await admin.send(confirmRemittance, { id, version, expectAmount: fen(amount) })
  return finance.send(claimRemittance, { id, version: unclaimed.version, expectAmount: fen(amount), debtId })
}

test('a set-off of a deposit against debts on two accounts (E11d): each line is what was paid of the debts on its account', async () => {
  const [, debtId] = [await owing(1_000, 'DOUBLE'), await owing(1_500)]
  const { id: depositId } = await standing({ carrierId: demoCompanyId('carrier2') })
  const said = { depositId, kind: 'OFFSET', amount: fen(2_500), debtId, reason: '合同约定' } as const
  const { id } = await finance.send(askDepositBack, said)
  await admin.send(approveDepositBack, { id, version: 1, move: 'setOff', expectAmount: fen(2_500) })
  expect(await toldOf('E11d')).toEqual([
    ['2241.02', 2_500, 2_500],
    ['1221.01', 1_500, 1_500],
    ['1221.02', 1_000, 1_000],
  ])
  await assertSound()
})

test('a claim that paid debts on two accounts (E4e) and was taken back: its lines and those in red are what it paid, once', async () => {
  const [, debtId] = [await owing(1_000, 'DOUBLE'), await owing(1_500)]
  const { id, version } = await collectedBy(2_500, debtId)
  const lines: readonly (readonly [string, number, number])[] = [
    ['2241.03', 2_500, 2_500],
    ['1221.01', 1_500, 1_500],
    ['1221.02', 1_000, 1_000],
  ]
  expect(await toldOf('E4e')).toEqual(lines)
  await admin.send(moveRemittance, { id, version, move: 'unclaim', reason: '认错了' })
  expect(await toldOf('E4e')).toEqual(lines)
  expect(await toldOf('E4er')).toEqual(lines.map(([account, amount, told]) => [account, -amount, -told]))
  expect(
    await server.db(tx => tx.rows(q.selectFrom('debt_moves').select('kind').where('remittance_id', '=', id))),
  ).toHaveLength(4)
  await assertSound()
})
