// Postings of money the bank itself took or gave, by the rule of a line of its file (E18).
import type { Fen } from '@yunshu/domain/figures/money'
import { bankRules, type BankRule } from '@yunshu/domain/recon/recon'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { bookEntries } from './ledger.commands.ts'

/** A line of a taken file that no record of ours explains, and the person who read the file. */
export interface BankLineBooked {
  readonly id: string
  readonly branchId: string
  readonly rule: BankRule
  readonly serial: string
  readonly amount: Fen
  readonly at: number
  readonly maker: { readonly id: string; readonly name: string }
}

const linesOf = { FEE: postings.chargeOfBank, INTEREST: postings.interestOfBank } as const

/** E18 of each line, once; the voucher names who read the file and who took it. */
export function postBankLines(ctx: Ctx, branchId: string, lines: readonly BankLineBooked[]): void {
  bookEntries(
    ctx,
    branchId,
    lines.map(line => ({
      source: { type: 'reconLine' as const, id: line.id },
      event: 'E18',
      summary: `${bankRules[line.rule].label} ${line.serial}`,
      lines: linesOf[line.rule]({ amount: line.amount }),
      happenedAt: line.at,
      voucher: { kind: 'ACCOUNTING' as const, counterparty: '银行', maker: line.maker },
    })),
  )
}
