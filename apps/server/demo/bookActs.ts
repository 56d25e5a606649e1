// Books of the demo that people move after it is written, by the product's own calls: months refused, asked for and opened
// again, red confirmations that came to nothing, patterns of vouchers, the client's accounts, and invitations of drivers.
import { fen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { q } from '../src/db/tx.ts'
import { makeInvite, revokeInvite } from '../src/features/driverInvite/invite.commands.ts'
import { enterRed, stepRed } from '../src/features/invoice/red.commands.ts'
import { saveAccountMap } from '../src/features/voucher/accountMap.commands.ts'
import { askClose, movePeriod } from '../src/features/voucher/closing.commands.ts'
import { nextMonth } from '../src/features/voucher/months.queries.ts'
import { savePattern } from '../src/features/voucher/pattern.commands.ts'
import type { Deps } from '../src/work/ctx.ts'
import { asSystem } from '../src/work/system.ts'
import { takeSteps, type Act } from './acting.ts'
import { demoMobile } from './invented.ts'
import { demoCompanyId } from './people.ts'

/** The month of a branch that is the next to be closed. */
const dueOf = (deps: Deps, branch: string): Promise<string> =>
  asSystem(deps, async ctx => {
    const branchId = demoCompanyId(branch)
    const { period } = await ctx.tx.one(
      sql<{ period: string | null }>`select ${nextMonth(sql`${branchId}::uuid`)} as period`.compile(q),
    )
    if (period === null) throw new Error(`no month of ${branch}`)
    return period
  })

/** The oldest open month: refused in one branch, closed and opened again in another, waiting for a second person in the third. */
async function askCloses(deps: Deps, act: Act): Promise<void> {
  const ask = async (branch: string): Promise<{ id: string; version: number }> => {
    const period = await dueOf(deps, branch)
    return act('platform-finance', ctx => askClose(ctx, { period }), branch)
  }
  const refused = await ask('branch2')
  const reason = '本月还有两张承运商发票没有收到，收到后再结'
  await act('admin', ctx => movePeriod(ctx, { ...refused, move: 'refuse', reason }), 'branch2')
  const closed = await ask('branch3')
  const again = await act('admin', ctx => movePeriod(ctx, { ...closed, move: 'confirm' }), 'branch3')
  const opening = await act(
    'platform-finance',
    ctx => movePeriod(ctx, { ...again, move: 'askReopen', reason: '漏记一张油费发票，补记后重新结账' }),
    'branch3',
  )
  await act('admin', ctx => movePeriod(ctx, { ...opening, move: 'confirmReopen' }), 'branch3')
  await ask('branch1')
}

/** Red confirmations denied by the seller (06), taken back by who entered it (08) and after all had agreed (09). */
async function enterReds(deps: Deps, act: Act): Promise<void> {
  const invoices = await asSystem(deps, ctx =>
    ctx.tx.rows(
      sql<{ id: string; version: number; n: number; gross: number }>`select i.id, i.version, l.n, l.gross_fen as gross
        from invoices i join lateral (select n, gross_fen from invoice_lines where invoice_id = i.id and red_fen = 0
          order by n limit 1) l on true
        where i.state = 'issued' and i.shipper_id = ${demoCompanyId('shipper')}::uuid
          and not exists (select from red_confirms r where r.invoice_id = i.id)
        order by i.id limit 3`.compile(q),
    ),
  )
  const enter = (who: 'platform-finance' | 'shipper-finance', at: number) => {
    const invoice = invoices[at]
    if (invoice === undefined) throw new Error('no invoice to take back')
    const lines = [{ n: invoice.n, gross: fen(invoice.gross) }]
    const red = { invoiceId: invoice.id, version: invoice.version, reasonCode: '01', isUsed: false, lines } as const
    return act(who, ctx => enterRed(ctx, red))
  }
  const denied = await enter('shipper-finance', 0)
  const reason = '抬头与开票申请一致，不同意红冲'
  await act('platform-finance', ctx => stepRed(ctx, { ...denied, move: 'denySeller', reason }))
  const withdrawn = await enter('platform-finance', 1)
  await act('platform-finance', ctx => stepRed(ctx, { ...withdrawn, move: 'withdrawSeller' }))
  const agreed = await enter('platform-finance', 2)
  const alone = await act('admin', ctx => stepRed(ctx, { ...agreed, move: 'agreeAlone' }))
  const undone = { ...alone, move: 'undo', reason: '货主已补齐抬头资料，不再红冲' } as const
  await act('admin', ctx => stepRed(ctx, undone))
}

const debit = (summary: string, account: string, amount = ZERO_FEN) => ({
  summary,
  account,
  debit: amount,
  credit: ZERO_FEN,
})
const credit = (summary: string, account: string, amount = ZERO_FEN) => ({
  summary,
  account,
  debit: ZERO_FEN,
  credit: amount,
})

/** Vouchers of every month: with an amount that stays, and with amounts that are filled in. */
async function savePatterns(_: Deps, act: Act): Promise<void> {
  const rent = fen(18_000_00)
  for (const [name, lines] of [
    ['办公房租', [debit('本月房租', '6602', rent), credit('本月房租', '1002.01', rent)]],
    ['水电费', [debit('本月水电费', '6602'), credit('本月水电费', '1002.01')]],
    ['银行手续费', [debit('网银手续费', '6603.01'), credit('网银手续费', '1002.01')]],
  ] as const)
    await act(
      'platform-finance',
      ctx => savePattern(ctx, { name, kind: 'ACCOUNTING', summary: name, lines: [...lines] }),
      'branch1',
    )
}

/** The client's accounts: of one branch from the month before the last on, with more of them from this month on. */
async function mapAccounts(_: Deps, act: Act): Promise<void> {
  const first = [
    { account: '1002.01', code: '100201', name: '银行存款-工商银行' },
    { account: '1122.01', code: '112201', name: '应收账款-运费' },
    { account: '2202.01', code: '220201', name: '应付账款-承运商' },
    { account: '6001.01', code: '600101', name: '主营业务收入-运输' },
  ]
  const more = [
    { account: '6401.01', code: '640101', name: '主营业务成本-外协运费' },
    { account: '6602', code: '6602', name: '管理费用' },
  ]
  const month = periodOf(Date.now())
  for (const [from, lines] of [
    [shiftPeriod(month, -2), first],
    [month, [...first, ...more]],
  ] as const)
    await act('platform-finance', ctx => saveAccountMap(ctx, { from, lines: [...lines] }), 'branch1')
}

/** Drivers who are invited to register themselves, and one who is not any more. */
async function inviteDrivers(deps: Deps, act: Act): Promise<void> {
  const made: string[] = []
  for (const n of [9_001, 9_002, 9_003])
    made.push((await act('carrier', ctx => makeInvite(ctx, { mobile: demoMobile(n) }))).inviteId)
  const [id] = made
  if (id === undefined) return
  const { version } = await asSystem(deps, ctx =>
    ctx.tx.one(q.selectFrom('driver_invites').select('version').where('id', '=', id)),
  )
  await act('carrier', ctx => revokeInvite(ctx, { id, version }))
}

/** Moves them. */
export const actBooks = (deps: Deps, log: (line: string) => void): Promise<void> =>
  takeSteps(deps, 'books', [askCloses, enterReds, savePatterns, mapAccounts, inviteDrivers], log)
