// The bank's number of a payment made by hand: one movement of the bank is one payment, whatever else left the branch.
import { sql } from 'kysely'
import { isSentSerial } from '../../db/bankSerials.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lockSerial } from '../fund/fund.commands.ts'
import type { Payment } from './payment.queries.ts'

/** Refuses a number that stands in another record of money that left the branch. */
export async function assertSerialFresh(ctx: Ctx, { branch_id: branchId }: Payment, serial: string): Promise<void> {
  await lockSerial(ctx, branchId, serial)
  const taken = await ctx.tx.elevated(() =>
    ctx.tx.first(
      sql<{ n: number }>`select 1 as n from payments where branch_id = ${branchId}::uuid
          and state in ('success', 'returned') and upper(bank_serial) = upper(${serial})
        union all select 1 from offline_slips where branch_id = ${branchId}::uuid and state <> 'refused'
          and upper(serial) = upper(${serial}) limit 1`.compile(q),
    ),
  )
  if (taken !== undefined || (await ctx.tx.elevated(() => isSentSerial(ctx.tx, { branchId, serial }))))
    throw wrongField('bankSerial', `银行流水号${serial}已登记，请勿重复登记`)
}
