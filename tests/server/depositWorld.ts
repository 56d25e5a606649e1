// Test support: a server with deposits of carriers, entered, agreed to and on their way back through the product's own calls.
import type { Input } from '@yunshu/contract/call'
import { confirmDeposit, getDeposit, recordDeposit } from '@yunshu/contract/deposit/deposit'
import {
  approveDepositBack,
  askDepositBack,
  getDepositBack,
  getDepositWays,
  payDepositBack,
} from '@yunshu/contract/deposit/depositBack'
import { makeSettlement } from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { openDebt } from '../../apps/server/src/features/debt/open.commands.ts'
import { bookEntries } from '../../apps/server/src/features/voucher/ledger.commands.ts'
import { asSystem } from '../../apps/server/src/work/system.ts'
import { moneyFaults } from './payeeWorld.ts'
import { drift, openFunds, signedWaybill } from './settlementWorld.ts'
import { unclaimedOff } from './moneyInvariants.ts'
import { startTestServer, type TestServer } from './testServer.ts'

export type SaidOfDeposit = Partial<Input<typeof recordDeposit>>
/** The word of the second person on a deposit. */
export const agree = (id: string, version: number, amount: number, move: 'confirm' | 'undo' = 'confirm') => ({
  id,
  version,
  move,
  expectAmount: fen(amount),
})
export const inBranch = (branch = 'branch1') => ({ raw: { branchCompanyId: demoCompanyId(branch) } })

/** A debt of `carrier2` in the books: of fuel on 1221.01, of money that left twice, which a sheet did, on 1221.02. */
async function owing(server: TestServer, amount: number, origin: 'FUEL' | 'DOUBLE' = 'FUEL'): Promise<string> {
  const { id: waybillId } = await signedWaybill(server, { carrier: 'carrier2', oil: 0, deducted: 0 })
  const maker = await server.login('shipper-freight')
  const sheets = origin === 'DOUBLE' ? [await maker.send(makeSettlement, { waybillIds: [waybillId] })] : []
  const of = {
    settlementId: sheets[0]?.id ?? null,
    waybillId,
    shipperId: demoCompanyId('shipper'),
    carrierId: demoCompanyId('carrier2'),
    branchId: demoCompanyId('branch1'),
  }
  return asSystem(server.server.deps, async ctx => {
    await openDebt(ctx, origin, of, fen(amount))
    const { id } = await ctx.tx.one(
      q.selectFrom('debts').select('id').where('waybill_id', '=', waybillId).orderBy('id', 'desc').limit(1),
    )
    const line = { partId: undefined, waybillId: undefined }
    const account = origin === 'DOUBLE' ? '1221.02' : '1221.01'
    bookEntries(ctx, of.branchId, [
      {
        source: { type: 'debt', id },
        event: 'E4c',
        summary: '欠款',
        carrierId: of.carrierId,
        lines: [
          { ...line, account, party: of.carrierId, debitFen: fen(amount), creditFen: fen(0) },
          { ...line, account: '6401.09', party: undefined, debitFen: fen(0), creditFen: fen(amount) },
        ],
        voucher: { kind: 'DEDUCT', counterparty: '承运商' },
      },
    ])
    return id
  })
}

/** Finance enters, asks and sends; the administrator agrees. */
export async function startDepositWorld() {
  const server = await startTestServer()
  await openFunds(server)
  const [finance, admin, carrier] = await Promise.all([
    server.login('platform-finance'),
    server.login('admin'),
    server.login('carrier-finance'),
  ])
  let serials = 0
  const nextSerial = (): string => `YJ${Date.now()}${++serials}`
  const deposit = (over: SaidOfDeposit = {}): Input<typeof recordDeposit> => ({
    carrierId: demoCompanyId('carrier'),
    purpose: 'FUEL_CARD',
    means: 'CHANNEL',
    amount: fen(10_000),
    date: Date.now(),
    serial: nextSerial(),
    ...over,
  })
  /** A deposit in the books. */
  async function standing(over: SaidOfDeposit = {}) {
    const said = deposit(over)
    const { id, version, depositNo } = await finance.send(recordDeposit, said, inBranch())
    const booked = await admin.send(confirmDeposit, agree(id, version, said.amount))
    return { id, depositNo, version: booked.version, amount: said.amount }
  }
  const ofDeposit = async (id: string) => finance.send(getDeposit, { id })
  const backOf = async (id: string) => finance.send(getDepositBack, { id })
  async function accountOf(id: string): Promise<string> {
    const [account] = (await finance.send(getDepositWays, { id })).accounts
    if (account === undefined) throw new Error('no account')
    return account.id
  }
  async function asked(depositId: string, amount: number) {
    const accountId = await accountOf(depositId)
    const said = { depositId, kind: 'RETURN', amount: fen(amount), accountId, reason: '不再使用' } as const
    return finance.send(askDepositBack, said)
  }
  async function approved(depositId: string, amount: number) {
    const { id, version } = await asked(depositId, amount)
    const moved = await admin.send(approveDepositBack, { id, version, move: 'approve', expectAmount: fen(amount) })
    return { id, version: moved.version }
  }
  async function paid(depositId: string, amount: number) {
    const { id, version } = await approved(depositId, amount)
    const moved = await finance.send(payDepositBack, { id, version, expectAmount: fen(amount), serial: nextSerial() })
    return { id, version: moved.version }
  }
  /** The lines of the entries of a record: event, account, debit less credit. */
  const linesOf = (id: string) =>
    server.db(tx =>
      tx.rows(
        sql<{
          event: string
          account: string
          fen: number
        }>`select e.event, l.account, l.debit_fen - l.credit_fen as fen
          from journal_entries e join journal_lines l on l.entry_id = e.id
          where e.source_type in ('deposit', 'depositBack') and e.source_id = ${id}::uuid order by e.id, l.n`.compile(
          q,
        ),
      ),
    )
  /** Deposits the house holds of a carrier, fen. */
  const held = async (name = 'carrier'): Promise<number> =>
    (
      await server.db(tx =>
        tx.one(
          sql<{ n: number }>`select coalesce(sum(credit_fen - debit_fen), 0)::bigint as n from journal_lines
            where account = '2241.02' and party_id = ${demoCompanyId(name)}::uuid`.compile(q),
        ),
      )
    ).n
  async function assertSound(): Promise<void> {
    expect(await drift(server)).toEqual([])
    expect(await moneyFaults(server)).toEqual([])
    expect(await unclaimedOff(server, finance)).toBe(0)
  }
  return {
    server,
    finance,
    admin,
    carrier,
    nextSerial,
    deposit,
    standing,
    ofDeposit,
    backOf,
    accountOf,
    asked,
    approved,
    paid,
    owing: (amount: number, origin?: 'FUEL' | 'DOUBLE') => owing(server, amount, origin),
    linesOf,
    held,
    assertSound,
    stop: () => server.stop(),
  }
}
