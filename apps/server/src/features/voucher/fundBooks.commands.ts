// Money of the channel account and fuel in stock: postings of fund records, and the room there is to pay and to hand out.
import type { FundKind } from '@yunshu/domain/fund'
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import * as postings from '@yunshu/domain/voucher/postings'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { postTopUp } from './books.commands.ts'
import { bookEntries } from './ledger.commands.ts'

/** A confirmed fund record as the books see it; `shipperId` where the money is a shipper's. */
export interface BookedFund {
  id: string
  recordNo: string
  kind: FundKind
  branchId: string
  shipperId: string | null
  amount: Fen
  /** The day of the money, ms. */
  date: number
  /** The provider whose account is topped up. */
  provider?: string | undefined
  maker: { id: string; name: string }
}

/** E1, E18 or E6a of a fund record, with its voucher; a repeat posts nothing. */
export async function postFund(ctx: Ctx, fund: BookedFund): Promise<void> {
  const { id, branchId, shipperId, amount, date, maker } = fund
  if (fund.kind === 'TOP_UP') {
    if (shipperId === null) throw new Error(`fund record ${fund.recordNo} has no shipper`)
    return postTopUp(ctx, { id, shipperId, branchId, amount, happenedAt: date, maker })
  }
  const source = { type: 'fund', id } as const
  bookEntries(ctx, branchId, [
    fund.kind === 'ETC'
      ? {
          source,
          event: 'E10',
          summary: `ETC 充值 ${fund.recordNo}`,
          lines: postings.buyTolls({ amount }),
          happenedAt: date,
          voucher: { kind: 'OTHER', counterparty: fund.provider ?? 'ETC 供应商', maker },
        }
      : fund.kind === 'TRANSFER'
        ? {
            source,
            event: 'E18',
            summary: `自有资金转入通道 ${fund.recordNo}`,
            lines: postings.fundChannel({ amount }),
            happenedAt: date,
            voucher: { kind: 'OTHER', counterparty: '自有账户', maker },
          }
        : {
            source,
            event: 'E6a',
            summary: `购入油卡 ${fund.recordNo}`,
            lines: postings.buyFuel({ amount }),
            happenedAt: date,
            voucher: { kind: 'FUEL', counterparty: fund.provider ?? '油品供应商', maker },
          },
  ])
}

/** Money of the channel account that no payment under way has taken: 2202.02 stands in credit for these. */
const moneyAccounts = ['1002.02', '2202.02'] as const satisfies readonly AccountCode[]
/** Fuel bought and not handed out. */
const fuelAccounts = ['1123.01'] as const satisfies readonly AccountCode[]
/** The part of it that lies on accounts with providers: cards and coupons take that, sheets take the rest. */
const inAccounts = (branchId: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(a.balance_fen), 0) from fuel_accounts a where a.branch_id = ${branchId}::uuid
    and a.kind = 'OIL')`

/**
 * The balance of these accounts of a branch, of which nobody else can use any until the transaction ends. The lock
 * comes after that of the sheet and before anything is posted, so that no two wait for each other.
 */
async function lockRoom(
  ctx: Ctx,
  branchId: string,
  accounts: readonly AccountCode[],
  elsewhere = sql<number>`0`,
): Promise<Fen> {
  return ctx.tx.elevated(async () => {
    await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`funds ${branchId}`}, 0))`.compile(q))
    const { balance } = await ctx.tx.one(
      q
        .selectFrom('account_balances')
        .select(sql<number>`(coalesce(sum(debit_fen - credit_fen), 0) - ${elsewhere})::bigint`.as('balance'))
        .where('branch_id', '=', branchId)
        .where('account', 'in', [...accounts]),
    )
    return fen(balance)
  })
}

/** Makes sure a branch has the money for a payment; throws `funds.short`. The caller posts it. */
export async function takeMoney(ctx: Ctx, branchId: string, due: Fen): Promise<void> {
  const available = await lockRoom(ctx, branchId, moneyAccounts)
  if (available < due) throw new Problem('funds.short', roomSaid(ctx, available, due))
}

/** Makes sure a branch has the fuel that pays part of a sheet; throws `fuel.short`. */
export async function takeFuel(ctx: Ctx, branchId: string, due: Fen): Promise<void> {
  const available = await lockRoom(ctx, branchId, fuelAccounts, inAccounts(branchId))
  if (available < due) throw new Problem('fuel.short', roomSaid(ctx, available, due))
}

/** The figures of a refusal: a company learns no balance of the house, its people do if they read the ledger. */
function roomSaid(ctx: Ctx, available: Fen, due: Fen): { available: string | undefined; due: string | undefined } {
  const reads = isHouseSide(ctx.actor.side) && ctx.can('ledger.view')
  return { available: reads ? printMoney(available) : undefined, due: reads ? printMoney(due) : undefined }
}
