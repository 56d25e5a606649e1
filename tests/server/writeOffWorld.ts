// The ground of tests about receivables that are given up: people, a shipper, write-offs, money, and what the books say.
import { claimRemittance, confirmRemittance, recordRemittance } from '@yunshu/contract/remittance/remittance'
import { askWriteOff, confirmWriteOff, getWriteOff, moveWriteOff } from '@yunshu/contract/writeOff/writeOff'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { cancelParts } from '../../apps/server/src/features/part/parts.commands.ts'
import { postUnsigned } from '../../apps/server/src/features/voucher/books.commands.ts'
import { asSystem } from '../../apps/server/src/work/system.ts'
import { withSlip } from './bankSlip.ts'
import { moneyFaults } from './payeeWorld.ts'
import { drift, signedWaybill, type Signed } from './settlementWorld.ts'
import { startTestServer } from './testServer.ts'

export type Picked = readonly (readonly [{ readonly id: string }, number])[]

/** Each test names its shipper (`of`), so that no money of another is in the way. */
export async function startWriteOffWorld() {
  const server = await startTestServer()
  const [branch, finance, admin] = await Promise.all([
    server.login('branch'),
    server.login('platform-finance'),
    server.login('admin'),
  ])
  const branchId = demoCompanyId('branch1')
  const picksOf = (picks: Picked) => picks.map(([waybill, share]) => ({ waybillId: waybill.id, amount: fen(share) }))
  const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
  let serials = 0

  const said = (of: string, picks: Picked) => ({
    shipperId: demoCompanyId(of),
    branchId,
    receivables: picksOf(picks),
    reason: '货主破产，法院裁定终结',
  })
  const asked = async (of: string, picks: Picked) => ({
    ...(await finance.send(askWriteOff, said(of, picks))),
    amount: fen(picks.reduce((sum, [, share]) => sum + share, 0)),
  })
  type Asked = Awaited<ReturnType<typeof asked>>
  const yes = ({ id, version, amount }: Asked, move: 'confirm' | 'undo' = 'confirm') => ({
    id,
    version,
    move,
    expectAmount: amount,
  })
  const written = async (of: string, picks: Picked): Promise<Asked> => {
    const made = await asked(of, picks)
    return { ...made, ...(await admin.send(confirmWriteOff, yes(made))) }
  }
  const undone = async (of: Asked): Promise<void> => {
    const asking = { id: of.id, version: of.version, move: 'askUndo', reason: '收到破产分配款' } as const
    const { version } = await finance.send(moveWriteOff, asking)
    const { standing } = await finance.send(getWriteOff, { id: of.id })
    await admin.send(confirmWriteOff, yes({ ...of, version, amount: standing }, 'undo'))
  }
  const arrived = async (amount: number) => {
    const { id, version } = await branch.send(
      recordRemittance,
      {
        payerName: '某某贸易有限公司',
        payerAccount: '6222020099990001',
        amount: fen(amount),
        date: Date.now(),
        serial: `WO${String((serials += 1)).padStart(6, '0')}`,
      },
      withSlip(),
    )
    const confirmed = await finance.send(confirmRemittance, { id, version, expectAmount: fen(amount) })
    return { ...confirmed, amount: fen(amount) }
  }
  const claimOf = (of: string, { id, version, amount }: Awaited<ReturnType<typeof arrived>>, picks: Picked) => ({
    id,
    version,
    shipperId: demoCompanyId(of),
    expectAmount: amount,
    receivables: picksOf(picks),
  })
  const claimed = async (of: string, amount: number, picks: Picked) =>
    finance.send(claimRemittance, claimOf(of, await arrived(amount), picks))

  const balance = async (account: string, of?: string): Promise<number> => {
    const party = of === undefined ? '' : `and party_id = '${demoCompanyId(of)}'`
    const [found] = await rows<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from account_balances where account = '${account}'
        and branch_id = '${branchId}' ${party}`,
    )
    return found?.n ?? Number.NaN
  }
  const open = async (...waybills: readonly { id: string }[]): Promise<number[]> => {
    const found = await rows<{ waybill_id: string; open_fen: number }>(
      `select waybill_id, open_fen from ar_items where waybill_id in (${waybills.map(({ id }) => `'${id}'`).join()})`,
    )
    return waybills.map(({ id }) => found.find(row => row.waybill_id === id)?.open_fen ?? Number.NaN)
  }
  /** The lines of losses and their tax on a waybill, summed by event and account. */
  const linesOf = async (id: string): Promise<string[]> => {
    const found = await rows<{ event: string; account: string; net: number }>(
      `select e.event, l.account, sum(l.debit_fen - l.credit_fen)::bigint as net from journal_lines l
        join journal_entries e on e.id = l.entry_id where l.waybill_id = '${id}'
        and e.event ~ '^E(2d|2e|8)' group by 1, 2 order by 1, 2`,
    )
    return found.map(({ event, account, net }) => `${event} ${account} ${net}`)
  }
  const faults = async () => [...(await drift(server)), ...(await moneyFaults(server))]
  const unsign = (w: Signed): Promise<void> =>
    asSystem(server.server.deps, async ctx => {
      await cancelParts(ctx, w.id)
      await postUnsigned(ctx, { ...w, branchId })
    })
  const signed = (of: string, amount: number, at = 'branch1') =>
    signedWaybill(server, { shipper: of, branch: at, shipperFreight: amount })
  const acts = { said, asked, yes, written, undone, arrived, claimOf, claimed }
  return { server, branch, finance, admin, branchId, rows, ...acts, balance, open, linesOf, faults, unsign, signed }
}
export type WriteOffWorld = Awaited<ReturnType<typeof startWriteOffWorld>>
