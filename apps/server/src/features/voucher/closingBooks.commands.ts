// Entries of a close: the tax of sales nobody invoiced (E8u), income and expense carried to profit (E16), and both in red
// when the month is opened again.
import { fen } from '@yunshu/domain/figures/money'
import { profitAccounts } from '@yunshu/domain/profit'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { closingEvents } from '@yunshu/domain/voucher/closing'
import * as postings from '@yunshu/domain/voucher/postings'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openEntriesOf } from './books.queries.ts'
import type { Closing } from './closing.queries.ts'
import type { Entry } from './entry.ts'
import { bookNow } from './ledger.commands.ts'
import { redEntry } from './red.ts'
import { uninvoicedTax } from './uninvoiced.queries.ts'

/** Books what the asker of a close chose; the month is held by this transaction alone. */
export async function postClosing(ctx: Ctx, row: Closing): Promise<void> {
  const entry = (event: (typeof closingEvents)[number], summary: string, lines: Entry['lines']): Entry => ({
    source: { type: 'closing', id: row.id },
    event,
    summary: `${summary} ${periodText(row.period)}`,
    lines,
    closes: row.period,
    voucher: {
      kind: event === 'E16' ? 'ACCOUNTING' : 'OTHER',
      counterparty: '期末结转',
      maker: { id: row.asker_id, name: row.asker_name },
    },
  })
  await ctx.tx.elevated(async () => {
    const booked = (entries: readonly Entry[]): Promise<void> =>
      bookNow(
        ctx,
        row.branch_id,
        entries.filter(({ lines }) => lines.length > 0),
      )
    if (row.uninvoiced) {
      const owed = await ctx.tx.rows(
        sql<{ waybill_id: string; tax: number }>`${uninvoicedTax(row.branch_id, row.period)} order by 1`.compile(q),
      )
      const lines = owed.flatMap(({ waybill_id, tax }) =>
        postings.issueInvoice({ waybillId: waybill_id, tax: fen(tax) }),
      )
      await booked([entry('E8u', '未开票收入计提销项', lines)])
    }
    if (row.carries) await booked([entry('E16', '结转损益', postings.carryProfit(await resultOf(ctx, row)))])
  })
}

/** The balances of income and expense at the end of the month, credit less debit. */
async function resultOf(
  ctx: Ctx,
  { branch_id, period }: Closing,
): Promise<{ account: AccountCode; balance: number }[]> {
  const rows = await ctx.tx.rows(
    sql<{
      account: string
      balance: number
    }>`select account, sum(credit_fen - debit_fen)::bigint as balance from account_balances
      where branch_id = ${branch_id}::uuid and period <= ${period} and account = any(${profitAccounts}::text[])
      group by 1 having sum(credit_fen - debit_fen) <> 0`.compile(q),
  )
  const balances = new Map(rows.map(({ account, balance }) => [account, balance]))
  return profitAccounts.flatMap(code => {
    const balance = balances.get(code)
    return balance === undefined ? [] : [{ account: code, balance }]
  })
}

/** Takes the entries of a close back in red, in the month that is open again; lines an invoice took back since stay. */
export async function postReopened(ctx: Ctx, row: Closing): Promise<void> {
  await ctx.tx.elevated(async () => {
    const open = await openEntriesOf(ctx, 'closing', [row.id], closingEvents)
    const { reopener_id: id, reopener_name: name } = row
    const maker = id === null || name === null ? undefined : { id, name }
    await bookNow(
      ctx,
      row.branch_id,
      open.map(entry => {
        const red = redEntry(entry, `反结账冲回 ${periodText(row.period)}`)
        return { ...red, closes: row.period, voucher: { ...red.voucher, ...(maker && { maker }) } }
      }),
    )
  })
}
