// Fifteen faulty ledgers, one for each rule: the product with one fault over it, which no other rule may notice.
import { Problem } from '@yunshu/domain/problems/problems'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q } from '../../../apps/server/src/db/tx.ts'
import { demoCompanyId } from '../../../apps/server/demo/people.ts'
import { reachAll } from '../oldDatabase.ts'
import type { TestServer } from '../testServer.ts'
import type { Ledger, Posting } from './ledger.ts'
import type { Rule } from './rules.ts'

type Mutant = (ledger: Ledger, server: TestServer) => Ledger

/** A statement of the owner, for whom nothing of the ledger is closed. */
const asOwner = (server: TestServer, text: string, values: unknown[] = []): Promise<void> =>
  withClient(server.ownerUrl, async client => {
    await reachAll(client)
    await client.query(text, values)
  })
const branchId = demoCompanyId('branch1')

/** Each by the rule that kills it. */
export const mutants = {
  balanced: ledger => ({
    ...ledger,
    // puts what is missing on the last line
    post: ({ amounts, ...more }, hold) => {
      const off = amounts.reduce((sum, { fen }) => sum + fen, 0)
      const plugged = amounts.map(({ account, fen }, n) => ({
        account,
        fen: n === amounts.length - 1 ? fen - off : fen,
      }))
      return ledger.post({ ...more, amounts: plugged }, hold)
    },
  }),
  conservation: (ledger, server) => ({
    ...ledger,
    // loses the last line of an entry of three and more, with its balances
    post: async (posting, hold) => {
      await ledger.post(posting, hold)
      const lost = posting.amounts.length > 2 ? posting.amounts.at(-1) : undefined
      if (lost === undefined) return
      const { code, party } = lost.account
      await asOwner(
        server,
        `delete from journal_lines where party_id = $1 and entry_id = (select id from journal_entries where source_id = $2)`,
        [party, posting.key],
      )
      for (const table of ['account_balances', 'account_days'])
        await asOwner(server, `update ${table} set debit_fen = debit_fen - $1 where account = $2 and party_id = $3`, [
          lost.fen,
          code,
          party,
        ])
    },
  }),
  'atomic multi-posting': ledger => ({
    ...ledger,
    // one after another
    postMany: async (postings, hold) => {
      for (const posting of postings) await ledger.post(posting)
      await hold?.()
    },
  }),
  'immutable lines': (ledger, server) => ({
    ...ledger,
    rewrite: key =>
      asOwner(
        server,
        `update journal_lines set debit_fen = debit_fen * 2, credit_fen = credit_fen * 2
          where entry_id = (select id from journal_entries where source_id = $1)`,
        [key],
      ),
  }),
  'idempotent key': ledger => {
    const asked = new Set<string>()
    return {
      ...ledger,
      // the same once more is something new
      post: (posting, hold) => {
        const text = JSON.stringify(posting)
        const isRepeat = asked.has(text)
        asked.add(text)
        return ledger.post(isRepeat ? { ...posting, key: v7() } : posting, hold).catch((error: unknown) => {
          if (!isRepeat) asked.delete(text)
          throw error
        })
      },
    }
  },
  'reused key refused': ledger => ({
    ...ledger,
    // takes whatever comes under a known key for a repeat
    post: (posting, hold) =>
      ledger.post(posting, hold).catch((error: unknown) => {
        if (!(error instanceof Problem && error.problem === 'key.reused')) throw error
      }),
  }),
  'reversal exact and once': ledger => {
    const posted = new Map<string, Posting>()
    return {
      ...ledger,
      post: async (posting, hold) => {
        await ledger.post(posting, hold)
        posted.set(posting.key, posting)
      },
      // posts the opposite, as often as it is asked
      reverse: async key => {
        const amounts = posted.get(key)?.amounts ?? []
        await ledger.post({ key: v7(), amounts: amounts.map(({ account, fen }) => ({ account, fen: -fen })) })
      },
    }
  },
  'balance = history': (ledger, server) => {
    const asked = new Set<string>()
    return {
      ...ledger,
      // reads the balance before it posts and writes it back with its own amount: what others wrote meanwhile is lost
      post: async (posting, hold) => {
        const { key, amounts, at } = posting
        if (asked.has(key) || at !== undefined || amounts.length > 2) return ledger.post(posting, hold)
        asked.add(key)
        const before = await Promise.all(
          amounts.map(async ({ account, fen }) => ({ account, balance: (await ledger.balance(account)) + fen })),
        )
        await ledger.post(posting, hold)
        for (const { account, balance } of before)
          await asOwner(
            server,
            `update account_balances set debit_fen = $1::bigint + credit_fen
              where branch_id = $2 and account = $3 and party_id = $4 and period = $5`,
            [balance, branchId, account.code, account.party ?? nilId, periodOf(Date.now())],
          )
      },
    }
  },
  'balance as of a past moment': ledger => ({
    ...ledger,
    // answers the balance of today, whatever day is asked for
    balanceOn: account => ledger.balance(account),
  }),
  'no overdraft without flag': ledger => ({
    ...ledger,
    // one fen too far
    spend: async (key, to, fen) => {
      if ((await ledger.balance(ledger.house)) !== fen - 1) return ledger.spend(key, to, fen)
      await ledger.post({
        key,
        amounts: [
          { account: to, fen },
          { account: ledger.house, fen: -fen },
        ],
      })
    },
  }),
  'no double spend under 64 writers': ledger => ({
    ...ledger,
    // looks whether the money is there and takes it, with no lock between
    spend: async (key, to, fen) => {
      if ((await ledger.balance(ledger.house)) < fen) throw new Error('not enough')
      await ledger.post({
        key,
        amounts: [
          { account: to, fen },
          { account: ledger.house, fen: -fen },
        ],
      })
    },
  }),
  'serial order visible to readers': (ledger, server) => ({
    ...ledger,
    // numbers drawn from a sequence while the entry is written
    numbers: () =>
      server.db(async tx => {
        const rows = await tx.rows(
          sql<{
            n: number
          }>`select right(entry_no, 8)::bigint as n from journal_entries where branch_id = ${branchId}::uuid`.compile(
            q,
          ),
        )
        return rows.map(({ n }) => n)
      }),
  }),
  'pending reserves, posts, voids': ledger => ({
    ...ledger,
    // money given back stays set aside
    release: async () => {},
  }),
  'precision at 2⁵³ and of remainders': ledger => ({
    ...ledger,
    // keeps fifteen digits, as spreadsheets do
    post: ({ amounts, ...more }, hold) =>
      ledger.post(
        { ...more, amounts: amounts.map(({ account, fen }) => ({ account, fen: Number(fen.toPrecision(15)) })) },
        hold,
      ),
  }),
  'nothing acknowledged is lost by a crash': writtenBehind,
} as const satisfies Readonly<Record<Rule, Mutant>>

/** Says that a posting is done once it is written, and commits it a while later, or when somebody looks. */
function writtenBehind(ledger: Ledger): Ledger {
  const behind = new Set<{ commit: () => void; done: Promise<void> }>()
  const flush = async (): Promise<void> => {
    for (const { commit } of behind) commit()
    await Promise.all([...behind].map(({ done }) => done))
  }
  const after =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await flush()
      return work(...args)
    }
  return {
    ...ledger,
    post: async (posting, hold) => {
      await flush()
      if (hold !== undefined) return ledger.post(posting, hold)
      const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const late = setTimeout(committed.resolve, 400)
      const posted = ledger.post(posting, () => {
        written.resolve()
        return committed.promise
      })
      const one = { commit: committed.resolve, done: posted.catch(() => {}) }
      behind.add(one)
      void one.done.then(() => {
        clearTimeout(late)
        behind.delete(one)
      })
      await Promise.race([written.promise, posted])
    },
    postMany: after(ledger.postMany),
    reverse: after(ledger.reverse),
    rewrite: after(ledger.rewrite),
    balance: after(ledger.balance),
    balanceOn: after(ledger.balanceOn),
    history: after(ledger.history),
    total: after(ledger.total),
    numbers: after(ledger.numbers),
    spend: after(ledger.spend),
    fund: after(ledger.fund),
  }
}
