// Money that comes to a walk: remittances claimed or sent back, and debts collected or given up.
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { confirmDebtWriteOff, moveDebt } from '../../../apps/server/src/features/debt/debt.commands.ts'
import { claimRemittance } from '../../../apps/server/src/features/remittance/claim.commands.ts'
import { confirmRemittance, enterRemittance } from '../../../apps/server/src/features/remittance/remittance.commands.ts'
import { refundRemittance } from '../../../apps/server/src/features/remittance/refunds.commands.ts'
import { moveRemittance } from '../../../apps/server/src/features/remittance/steps.commands.ts'
import { nilId } from '../../../apps/server/src/db/tx.ts'
import type { Actor } from '../../../apps/server/src/work/ctx.ts'
import type { Of } from './oracleState.ts'
import { act, actorOf, companyOf, rowsOf, type Ground } from './product.ts'

export async function remit(ground: Ground, c: Of<'remit'>): Promise<void> {
  const actor = actorOf(ground, 'branch', c.branch, c.registrar ?? 'clerk')
  const { id } = await act(ground, actor, ctx =>
    enterRemittance(ctx, {
      payerName: '中煤贸易有限公司',
      payerAccount: '6222020000001',
      amount: fen(c.amount),
      date: Date.now(),
      serial: `${ground.name}${c.id}`,
    }),
  )
  ground.remittances.set(c.id, id)
  // the channel's own remittance has no second step in the model
  if (c.registrar === undefined) await confirm(ground, { remittance: c.id, by: 'admin' })
}

async function remittanceOf(ground: Ground, name: string) {
  const id = ground.remittances.get(name) ?? nilId
  const [row] = await rowsOf(
    ground,
    sql<{
      version: number
      amount: number
    }>`select version, amount_fen as amount from remittances where id = ${id}::uuid`,
  )
  return { id, version: row?.version ?? 1, expectAmount: fen(row?.amount ?? 0) }
}

export async function confirm(ground: Ground, c: Pick<Of<'confirmRemittance'>, 'remittance' | 'by'>): Promise<void> {
  const seenNow = await remittanceOf(ground, c.remittance)
  await act(ground, actorOf(ground, 'branch', 'b1', c.by), ctx => confirmRemittance(ctx, seenNow))
}

/** The shipper of a waybill that money is claimed for by name, and the share of it. */
async function named(ground: Ground, { waybill, amount }: { readonly waybill: string; readonly amount: number }) {
  const waybillId = ground.waybills.get(waybill)?.id ?? nilId
  const [row] = await rowsOf(
    ground,
    sql<{ shipper_id: string }>`select shipper_id from ar_items where waybill_id = ${waybillId}::uuid`,
  )
  return { shipperId: row?.shipper_id ?? nilId, receivables: [{ waybillId, amount: fen(amount) }] }
}

export async function claim(ground: Ground, c: Of<'claim'>): Promise<void> {
  const { id, version } = await remittanceOf(ground, c.remittance)
  const [target] = c.targets
  if (target === undefined) throw new Error('claimed for nothing')
  const of =
    target.to === 'debt'
      ? { debtId: (await debtOf(ground, target.debt)).id }
      : target.to === 'prepaid'
        ? { shipperId: companyOf(ground, target.shipper) }
        : await named(ground, target)
  const expectAmount = fen(c.targets.reduce((sum, { amount }) => sum + amount, 0))
  const actor = actorOf(ground, 'branch', 'b1', c.by)
  await act(ground, actor, ctx => claimRemittance(ctx, { id, version, ...of, expectAmount }))
}

/** The debt of an advance, or of what a payment paid twice, as it stands now. */
async function debtOf(ground: Ground, name: string) {
  const own = ground.debts.get(name)
  const payment = ground.payments.get(name.replace('/E7d', ''))?.id ?? nilId
  const [row] = await rowsOf(
    ground,
    sql<{
      id: string
      version: number
      open: number
      asker: string | null
    }>`select id::text as id, version, open_fen as open, asker_id::text as asker from debts
      where id = ${own ?? null}::uuid or ${own === undefined} and payment_id = ${payment}::uuid and origin = 'DOUBLE'
        order by id desc limit 1`,
  )
  return row ?? { id: nilId, version: 1, open: 0, asker: null }
}

export async function writeOff(
  ground: Ground,
  c: Of<'askWriteOff' | 'confirmWriteOff' | 'refuseWriteOff'>,
): Promise<void> {
  const { id, version, open, asker } = await debtOf(ground, c.debt)
  const actor = actorOf(ground, 'platform', '', c.by)
  // one's own request is not refused but taken back
  const move = c.do === 'refuseWriteOff' && asker === actor.userId ? 'withdrawWriteOff' : c.do
  await act(ground, actor, async ctx => {
    if (move === 'confirmWriteOff') await confirmDebtWriteOff(ctx, { id, version, expectAmount: fen(open) })
    else await moveDebt(ctx, { id, version, move, reason: '无法收回' })
  })
}

/** Money nobody claims goes back to its payer; where it cannot, it stays. */
export async function returnRemittance(ground: Ground, c: Of<'returnRemittance'>): Promise<void> {
  const actorBy = (by: string): Actor => actorOf(ground, 'branch', 'b1', by)
  const before = await remittanceOf(ground, c.remittance)
  const step = (move: 'askRefund' | 'keep', { id, version }: { id: string; version: number }) =>
    act(ground, actorBy(c.by), ctx => moveRemittance(ctx, { id, version, move, reason: '无人认领' }))
  const asked = await step('askRefund', before)
  const { expectAmount } = before
  try {
    await act(ground, actorBy(c.second), ctx =>
      refundRemittance(ctx, { ...asked, expectAmount, serial: `${ground.name}T${c.remittance}` }),
    )
  } catch (error) {
    await step('keep', asked)
    throw error
  }
}
