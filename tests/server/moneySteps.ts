// Test support: the calls by which money of deposits, refunds and losses leaves or is given up, asked for records that are not there.
import { confirmDebtWriteOff } from '@yunshu/contract/debt/debt'
import { approveDepositBack, payDepositBack } from '@yunshu/contract/deposit/depositBack'
import { moveRefund, payRefund } from '@yunshu/contract/refund/refund'
import { confirmWriteOff } from '@yunshu/contract/writeOff/writeOff'
import { fen } from '@yunshu/domain/figures/money'
import { v7 } from 'uuid'
import type { Client } from './testServer.ts'

/** The code each of them answers. */
export async function codesOfMoneySteps(client: Client): Promise<number[]> {
  const seen = { id: v7(), version: 1 }
  const paid = { ...seen, expectAmount: fen(1), serial: 'LEAVES1' }
  const answers = await Promise.all([
    client.ask(approveDepositBack, { ...seen, move: 'approve', expectAmount: fen(1) }),
    client.ask(payDepositBack, paid),
    client.ask(moveRefund, { ...seen, move: 'approve' }),
    client.ask(payRefund, paid),
    client.ask(confirmDebtWriteOff, { ...seen, expectAmount: fen(1) }),
    client.ask(confirmWriteOff, { ...seen, move: 'confirm', expectAmount: fen(1) }),
  ])
  return answers.map(({ envelope }) => envelope.code)
}

/** The answers where nothing stands against the person: there is no such record. */
export const noneOfMoneySteps: readonly number[] = Array.from({ length: 6 }, () => 4041)
