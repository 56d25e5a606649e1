// Accounts of a branch with providers of fuel and tolls.
import type { Input, Output } from '@yunshu/contract/call'
import type { addFuelAccount } from '@yunshu/contract/fuel/fuel'
import { plainSerial } from '@yunshu/domain/fund'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'

/** An account of the branch the person works for. */
export async function openAccount(
  ctx: Ctx,
  { kind, provider: typed, accountNo: number }: Input<typeof addFuelAccount>,
): Promise<Output<typeof addFuelAccount>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const [provider, accountNo] = [typed.trim(), plainSerial(number)]
  if (provider === '') throw wrongField('provider', '不能为空')
  if (accountNo === '') throw wrongField('accountNo', '不能为空')
  const id = v7()
  const made = await ctx.tx.run(
    q
      .insertInto('fuel_accounts')
      .values({
        id,
        kind,
        provider,
        account_no: accountNo,
        branch_id: branchId,
        created_name: writtenName(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw new Problem('fuel.accountTaken', { provider, accountNo })
  ctx.touched('fuelAccount', id, { provider, accountNo })
  return { id, version: 1 }
}
