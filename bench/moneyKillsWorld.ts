// The world of the money rig: a lasting database with signed waybills, the server and the bank in processes of their own, and
// the people who work.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loginByPost } from '@yunshu/contract/session/session'
import { fen } from '@yunshu/domain/figures/money'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { startPostgres, type Cluster } from '@yunshu/postgres/launcher'
import { freePort } from '@yunshu/postgres/postmaster'
import { withClient } from '@yunshu/postgres/withClient'
import { v7 } from 'uuid'
import { demoPassword } from '../apps/server/demo/accounts.ts'
import type { dice } from '../apps/server/demo/invented.ts'
import { demoCompanyId } from '../apps/server/demo/people.ts'
import { openPool } from '../apps/server/src/db/pool.ts'
import { inTransaction, q, systemReach, type Tx } from '../apps/server/src/db/tx.ts'
import { bookEntries } from '../apps/server/src/features/voucher/ledger.commands.ts'
import { noticeSecret } from '../apps/server/src/partners/notice.ts'
import { asSystem } from '../apps/server/src/work/system.ts'
import { readLedger, resultOf, type BankLine } from '../tests/server/killedBank/bankLedger.ts'
import { KeptProcess } from '../tests/server/keptProcess.ts'
import { payeeOf } from '../tests/server/payeeWorld.ts'
import { openFunds, payTo, signedWaybill } from '../tests/server/settlementWorld.ts'
import {
  clientAt,
  peopledDatabase,
  startOn,
  suiteSecret,
  type Client,
  type TestServer,
} from '../tests/server/testServer.ts'
import { processesOf } from './freeze.ts'
import type { Staff } from './moneyKillsWork.ts'

/** The planted fault of a control. */
export interface Plant {
  readonly channel?: string
  readonly bank?: string
}

export interface KillWorld {
  readonly server: KeptProcess
  readonly bank: KeptProcess
  readonly staff: Staff
  /** Waybills that can be put on a sheet, by the id of their carrier. */
  readonly free: ReadonlyMap<string, string[]>
  /** Whether the money of a payment is out at the bank, and stays away. */
  readonly isPaid: (taskNo: string) => Promise<boolean>
  readonly ownerUrl: string
  readonly ledger: () => BankLine[]
  readonly db: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly logFile: string
  readonly stop: () => Promise<void>
}

const carriers = ['carrier', 'carrier2', 'carrier3', 'carrier4'] as const

/** Signed waybills of some carriers; every third group is paid to a person the driver has authorised. */
async function fill(
  server: TestServer,
  waybills: number,
  chance: ReturnType<typeof dice>,
): Promise<Map<string, string[]>> {
  await openFunds(server, 'branch1', { channel: 1_000_000_000_000, fuel: 1_000_000_000_000 })
  await asSystem(server.server.deps, async ctx => {
    const [source, happenedAt] = [
      { type: 'fund', id: v7() } as const,
      startOfPeriod(shiftPeriod(periodOf(ctx.now), -1)) + 5 * 86_400_000,
    ]
    const line = (account: '1002.02' | '1002.01', debit: number, credit: number) => ({
      account,
      debitFen: fen(debit),
      creditFen: fen(credit),
    })
    bookEntries(ctx, demoCompanyId('branch1'), [
      {
        source,
        event: 'E18',
        summary: '上月',
        lines: [line('1002.02', 1000, 0), line('1002.01', 0, 1000)],
        happenedAt,
        voucher: { kind: 'OTHER', counterparty: '自有账户' },
      },
    ])
  })
  const free = new Map<string, string[]>()
  for (const carrier of carriers) {
    const ids: string[] = []
    await payTo(server, carrier, `62220200000${10_000 + free.size}`)
    while (ids.length < waybills / carriers.length) {
      const payable = 900_000 + chance.int(0, 99_999)
      const group = await Promise.all(Array.from({ length: 6 }, () => signedWaybill(server, { carrier, payable })))
      const made = group.map(({ id }) => id)
      if (chance.int(0, 2) === 0) await payeeOf(server, made.slice(0, 3))
      ids.push(...made)
    }
    free.set(demoCompanyId(carrier), ids)
  }
  return free
}

async function signIn(url: string, account: string): Promise<Client> {
  const { envelope, data } = await clientAt(url, suiteSecret, {}).ask(loginByPost, { account, password: demoPassword })
  if (envelope.code !== 0) throw new Error(`login ${account}: ${envelope.message}`)
  return clientAt(url, suiteSecret, { token: data.id, account, name: data.name })
}

/** Opens a database on this cluster, and a server and a bank for it. */
export async function openKillWorld(
  waybills: number,
  chance: ReturnType<typeof dice>,
  { channel = '', bank: bankFault = '' }: Plant = {},
): Promise<KillWorld> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-moneykills-'))
  const [logFile, ledgerFile] = [path.join(folder, 'log.txt'), path.join(folder, 'bank.jsonl')]
  const database = await peopledDatabase()
  const before = await startOn(database, { DEMO: '1', LOG_LEVEL: 'fatal' })
  const free = await fill(before, waybills, chance)
  const secret = noticeSecret(before.server.deps.fileSecret, 'SIM')
  await before.server.stop()
  const [port, bankPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const bank = new KeptProcess(
    'tests/server/killedBank/bankProcess.ts',
    {
      BANK_PORT: String(bankPort),
      BANK_LEDGER: ledgerFile,
      BANK_FAULT: bankFault,
      PRODUCT_URL: url,
      NOTICE_SECRET: secret,
    },
    logFile,
  )
  const server = new KeptProcess(
    'tests/server/killedBank/wiredServer.ts',
    {
      DATABASE_URL: database.appUrl,
      MIGRATE_DATABASE_URL: database.ownerUrl,
      DATA_DIR: folder,
      PORT: String(port),
      DEMO: '1',
      SIGN_SECRET: suiteSecret,
      LOG_LEVEL: 'fatal',
      TRACKING: 'off',
      BANK_URL: `http://127.0.0.1:${bankPort}`,
      CHANNEL_FAULT: channel,
    },
    logFile,
  )
  await bank.start()
  await server.start()
  const pool = openPool({ url: database.appUrl, max: 2, log: () => {} })
  const staff = {
    maker: await signIn(url, 'shipper-freight'),
    finance: await signIn(url, 'shipper-finance'),
    house: await signIn(url, 'platform-finance'),
    branch: await signIn(url, 'branch'),
    admin: await signIn(url, 'admin'),
  }
  const db = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(pool, systemReach, work)
  return {
    server,
    bank,
    staff,
    free,
    isPaid: async taskNo => {
      const row = await again(() =>
        db(tx => tx.first(q.selectFrom('payments').select('idem_key').where('task_no', '=', taskNo))),
      )
      return resultOf(readLedger(ledgerFile).filter(({ order }) => order === row?.idem_key)) === 'success'
    },
    ownerUrl: database.ownerUrl,
    ledger: () => readLedger(ledgerFile),
    db,
    logFile,
    stop: async () => {
      await server.end()
      await bank.end()
      await pool.end()
      await database.drop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A database server that keeps what it acknowledged, and is brought back when it dies. */
export async function withLastingCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-moneykills-pg-'))
  fs.chmodSync(dataDir, 0o755)
  const cluster = await startPostgres({ dataDir, log: () => {} })
  process.env['TEST_DATABASE_URL'] = cluster.ownerUrl('postgres')
  await withClient(cluster.adminUrl(), client =>
    client.query('alter role yunshu_owner createdb; grant yunshu_app to yunshu_owner'),
  )
  try {
    return await work(cluster)
  } finally {
    delete process.env['TEST_DATABASE_URL']
    await cluster.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

export const targets = ['server', 'database', 'bank', 'all'] as const

/** Kills what is named, in the middle of whatever it does. */
export function strike(name: (typeof targets)[number], { server, bank }: KillWorld, cluster: Cluster): void {
  if (name === 'server' || name === 'all') server.kill()
  if (name === 'bank' || name === 'all') bank.kill()
  if ((name === 'database' || name === 'all') && cluster.pid > 0)
    for (const pid of processesOf(cluster.pid))
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        /* it had ended already */
      }
}

/** Tries until it is done: a database that was killed is back in a moment. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries > 200) throw error
      await pause(50)
    }
}
