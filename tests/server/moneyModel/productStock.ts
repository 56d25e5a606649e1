// Fuel of a walk, and money of the house: bought and moved by two people, handed out to waybills and taken back unused.
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { confirmFund, recordFund, topUpAccount } from '../../../apps/server/src/features/fund/fund.commands.ts'
import { issueFuelTo, recoverIssue } from '../../../apps/server/src/features/fuel/issue.commands.ts'
import type { Actor } from '../../../apps/server/src/work/ctx.ts'
import type { Of } from './oracleState.ts'
import { act, actorOf, rowsOf, type Ground } from './product.ts'

let serials = 0

/** Fuel or the house's own money: one person records it, another agrees. */
export async function moveOwnMoney(ground: Ground, c: Of<'buyStock' | 'transfer'>): Promise<void> {
  serials += 1
  const said = { amount: fen(c.amount), date: Date.now(), serial: `${ground.name}ZJ${serials}` }
  const { id, version } = await act(ground, actorOf(ground, 'branch', c.branch, c.by), ctx =>
    c.do === 'buyStock'
      ? topUpAccount(ctx, { ...said, accountId: ground.fuelAccount })
      : recordFund(ctx, { ...said, kind: 'TRANSFER' }, { files: [] }),
  )
  await act(ground, actorOf(ground, 'branch', c.branch, c.second), ctx =>
    confirmFund(ctx, { id, version, expectAmount: said.amount }),
  )
}

/** Somebody of the branch who hands fuel out within its plan. */
const hander = (ground: Ground): Actor => ({
  ...actorOf(ground, 'branch', 'b1', 'clerk'),
  isAdmin: false,
  permits: new Set(['fuel.issue', 'fuel.recover']),
})

export async function issueFuel(ground: Ground, c: Of<'issue'>): Promise<void> {
  await act(ground, hander(ground), ctx =>
    issueFuelTo(ctx, {
      medium: 'COUPON',
      accountId: ground.fuelAccount,
      waybillNo: `${ground.name} ${c.waybill}`,
      amount: fen(c.amount),
    }),
  )
}

/** The last issue of the waybill comes back whole. */
export async function recoverFuel(ground: Ground, c: Of<'recover'>): Promise<void> {
  const waybill = ground.waybills.get(c.waybill)?.id ?? v7()
  const [row] = await rowsOf(
    ground,
    sql<{ id: string; version: number }>`select id::text as id, version from fuel_issues
      where waybill_id = ${waybill}::uuid order by id desc limit 1`,
  )
  const { id, version } = row ?? { id: v7(), version: 1 }
  await act(ground, hander(ground), ctx =>
    recoverIssue(ctx, { id, version, expectLeft: fen(c.amount), reason: '未使用' }),
  )
}
