// The books of the product behind the interface of the kit: its own commands and queries, on real PostgreSQL.
import { createHash, randomUUID } from 'node:crypto'
import { askRefund, getRefund, getRefundable, moveRefund, payRefund } from '@yunshu/contract/refund/refund'
import { fen, splitExact } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { demoCompanyId } from '../../../apps/server/demo/people.ts'
import { nilId, q } from '../../../apps/server/src/db/tx.ts'
import { balanceBefore, findAccountLines } from '../../../apps/server/src/features/voucher/accountLines.queries.ts'
import { postTopUp } from '../../../apps/server/src/features/voucher/books.commands.ts'
import { openEntriesOf } from '../../../apps/server/src/features/voucher/books.queries.ts'
import type { Entry } from '../../../apps/server/src/features/voucher/entry.ts'
import { takeMoney } from '../../../apps/server/src/features/voucher/fundBooks.commands.ts'
import { bookEntries } from '../../../apps/server/src/features/voucher/ledger.commands.ts'
import { findTrialBalance } from '../../../apps/server/src/features/voucher/ledger.queries.ts'
import { redEntry } from '../../../apps/server/src/features/voucher/red.ts'
import { runOnce } from '../../../apps/server/src/http/idempotency.ts'
import type { Ctx } from '../../../apps/server/src/work/ctx.ts'
import { asSystem, errorStream } from '../../../apps/server/src/work/system.ts'
import type { TestServer } from '../testServer.ts'
import { until } from '../until.ts'
import type { Account, Hold, Ledger, Posting } from './ledger.ts'

const branchId = demoCompanyId('branch1')
const shipperId = demoCompanyId('shipper')
const event = 'kit'
/** Refusals are what the kit is about: they are no news. */
const quiet = { ...errorStream, error: () => {} }

const entryOf = ({ key, amounts, at }: Posting): Entry => ({
  source: { type: 'topUp', id: key },
  event,
  summary: '账务规则试验',
  lines: amounts.map(({ account: { code, party }, fen: amount }) =>
    amount > 0
      ? debit(code, fen(amount), party === undefined ? {} : { party })
      : credit(code, fen(-amount), party === undefined ? {} : { party }),
  ),
  ...(at === undefined ? {} : { happenedAt: at }),
  voucher: { kind: 'OTHER', counterparty: '试验' },
})
const hashOf = (posting: Posting): Buffer => createHash('sha256').update(JSON.stringify(posting)).digest()

/** The ledger of a server, which has the demo's people. */
export async function productLedger(server: TestServer): Promise<Ledger> {
  const { deps } = server.server
  const act = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => asSystem(deps, work, quiet)
  const postMany = (postings: readonly Posting[], hold?: Hold): Promise<void> =>
    act(async ctx => {
      for (const posting of postings)
        await runOnce(ctx, posting.key, hashOf(posting), async () => {
          bookEntries(ctx, branchId, [entryOf(posting)])
          return {}
        })
      // the step before numbers and balances
      if (hold !== undefined) ctx.lastly('days', hold)
    })
  return {
    house: { code: '1002.02' },
    open: async () => ({ code: '2205.01', party: v7() }),
    post: (posting, hold) => postMany([posting], hold),
    postMany,
    reverse: key =>
      act(async ctx => {
        const open = await openEntriesOf(ctx, 'topUp', [key], [event])
        if (open.length === 0) throw new Problem('row.none')
        bookEntries(
          ctx,
          branchId,
          open.map(entry => redEntry(entry, '冲销试验')),
        )
      }),
    rewrite: key =>
      server.db(async tx => {
        await tx.run(
          sql`update journal_lines set debit_fen = debit_fen * 2, credit_fen = credit_fen * 2
            where entry_id = (select id from journal_entries where source_id = ${key}::uuid
              and event = ${event})`.compile(q),
        )
      }),
    ...readings(act),
    spend: (key, to, amount) =>
      act(async ctx => {
        await takeMoney(ctx, branchId, fen(amount))
        const amounts = [
          { account: to, fen: amount },
          { account: { code: '1002.02' as const }, fen: -amount },
        ]
        bookEntries(ctx, branchId, [entryOf({ key, amounts })])
      }),
    divide: (amount, weights) => splitExact(fen(amount), weights),
    ...(await pendings(server, act)),
    crash: async () => {
      await withClient(server.ownerUrl, client =>
        client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'yunshu_app'",
        ),
      )
      await until(
        () =>
          server
            .db(tx => tx.one(sql`select 1`.compile(q)))
            .then(
              () => true,
              () => false,
            ),
        'the ledger is back',
      )
    },
  }
}

type Act = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** Its balances and lines as the pages of the product read them. */
function readings(act: Act): Pick<Ledger, 'balance' | 'balanceOn' | 'history' | 'total' | 'numbers'> {
  const of = ({ code, party }: Account) => ({
    account: code,
    branchId,
    ...(party === undefined ? {} : { partyId: party }),
  })
  return {
    balance: ({ code, party = nilId }) =>
      act(async ctx => {
        const { balance } = await ctx.tx.one(
          sql<{
            balance: number
          }>`select coalesce(sum(debit_fen - credit_fen), 0)::bigint as balance from account_balances
            where branch_id = ${branchId}::uuid and account = ${code} and party_id = ${party}::uuid`.compile(q),
        )
        return balance
      }),
    balanceOn: (account, moment) =>
      act(async ctx => {
        const { balance } = await ctx.tx.one(
          sql<{
            balance: number
          }>`select (${balanceBefore(ctx, of(account), startOfDay(moment) + DAY_MS)})::bigint as balance`.compile(q),
        )
        return balance
      }),
    history: account =>
      act(async ctx => {
        const from = startOfPeriod(shiftPeriod(periodOf(ctx.now), -1))
        const span = { ...of(account), from, to: startOfDay(ctx.now) + DAY_MS }
        const { rows } = await findAccountLines(ctx, span, { limit: 200 })
        return rows.map(row => ({ fen: row.debit_fen - row.credit_fen, after: row.balance }))
      }),
    total: () =>
      act(async ctx => {
        const { rows } = await findTrialBalance(ctx, { period: periodOf(ctx.now), branchId })
        return rows.reduce((sum, { closing }) => sum + closing, 0)
      }),
    numbers: () =>
      act(async ctx => {
        const rows = await ctx.tx.rows(
          q
            .selectFrom('vouchers')
            .select('voucher_no')
            .where('branch_id', '=', branchId)
            .where('period', '=', periodOf(ctx.now)),
        )
        return rows.map(({ voucher_no: no }) => Number(no.split('-')[2]))
      }),
  }
}

/**
 * Money set aside: a refund a shipper asks for (E1f), which is paid (E1p) or taken back (E1fr). Nothing expires: a bank
 * that is silent has not refused, so time alone ends no money under way; facts do, or two people.
 */
async function pendings(
  server: TestServer,
  act: Act,
): Promise<Pick<Ledger, 'free' | 'fund' | 'reserve' | 'settle' | 'release'>> {
  const [shipper, admin, finance] = await Promise.all(
    ['shipper-finance', 'admin', 'platform-finance'].map(account => server.login(account)),
  )
  if (!shipper || !admin || !finance) throw new Error('nobody signed in')
  return {
    free: async () => (await shipper.send(getRefundable, {})).free,
    fund: amount => act(ctx => postTopUp(ctx, { id: v7(), shipperId, branchId, amount: fen(amount) })),
    reserve: async amount => {
      const accountId = (await shipper.send(getRefundable, {})).accounts[0]?.id ?? ''
      return (await shipper.send(askRefund, { amount: fen(amount), accountId, reason: '试验' })).id
    },
    settle: async id => {
      const asked = await shipper.send(getRefund, { id })
      const { version } = await admin.send(moveRefund, { id, version: asked.version, move: 'approve' })
      await finance.send(payRefund, { id, version, expectAmount: asked.amount, serial: randomUUID().slice(0, 18) })
    },
    release: async id => {
      const { version } = await shipper.send(getRefund, { id })
      await shipper.send(moveRefund, { id, version, move: 'withdraw' })
    },
  }
}
