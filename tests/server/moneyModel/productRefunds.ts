// Refunds of a walk: asked by the shipper, agreed and sent by people of the house.
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import {
  askRefund as askBack,
  moveRefund,
  payRefund as sayPaid,
} from '../../../apps/server/src/features/refund/refund.commands.ts'
import { refundAccounts } from '../../../apps/server/src/features/refund/refund.queries.ts'
import type { Of } from './oracleState.ts'
import { act, actorOf, companyOf, rowsOf, type Ground } from './product.ts'

/** The money goes back to an account it came from; nobody whose money never came has one. */
export async function askRefund(ground: Ground, c: Of<'askRefund'>): Promise<void> {
  const [shipperId, branchId] = [companyOf(ground, c.shipper), companyOf(ground, c.branch)]
  const asked = await act(ground, actorOf(ground, 'shipper', c.shipper, c.by), async ctx => {
    const [account] = await refundAccounts(ctx, shipperId, branchId)
    return askBack(ctx, { amount: fen(c.amount), accountId: account?.id ?? v7(), reason: '合同结束' })
  })
  ground.refunds.set(c.id, { id: asked.id, shipper: c.shipper })
}

async function refundOf(ground: Ground, name: string) {
  const id = ground.refunds.get(name)?.id ?? v7()
  const [row] = await rowsOf(
    ground,
    sql<{ version: number; amount: number }>`select version, amount_fen as amount from refunds where id = ${id}::uuid`,
  )
  return { id, version: row?.version ?? 1, expectAmount: fen(row?.amount ?? 0) }
}

export async function answerRefund(ground: Ground, c: Of<'approveRefund' | 'rejectRefund'>): Promise<void> {
  const { id, version } = await refundOf(ground, c.refund)
  const move = c.do === 'approveRefund' ? 'approve' : 'reject'
  await act(ground, actorOf(ground, 'branch', 'b1', c.by), ctx =>
    moveRefund(ctx, { id, version, move, reason: '余款另有用途' }),
  )
}

export async function payRefund(ground: Ground, c: Of<'payRefund'>): Promise<void> {
  const seen = await refundOf(ground, c.refund)
  await act(ground, actorOf(ground, 'branch', 'b1', c.by), ctx =>
    sayPaid(ctx, { ...seen, serial: `${ground.name}${c.refund}` }),
  )
}
