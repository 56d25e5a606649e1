// Reconciliation in the demo: each branch has the bank's files of three days, all lines found but one the bank alone
// knows, and one of the books that two people explained.
import { createHash } from 'node:crypto'
import { addFen, fen, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { Insertable } from 'kysely'
import type { ReconFiles, ReconItems, ReconLines } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { bankDayBalance } from '../src/features/recon/balance.queries.ts'
import { accountTrades, directionOf } from '../src/features/recon/reconRows.queries.ts'
import { insertAll } from './bulk.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoBranches, demoCompanyId, demoUserId } from './people.ts'

const days = 3
/** Interest the bank paid in, which nobody booked. */
const interest = fen(1_286)

type Line = Insertable<ReconLines>
interface Rows {
  readonly files: Insertable<ReconFiles>[]
  readonly lines: Line[]
  readonly items: Insertable<ReconItems>[]
}
interface Day {
  readonly branch: string
  readonly day: number
  readonly fileId: string
  /** The moment it was read. */
  readonly at: number
}
interface Person {
  readonly id: string
  readonly name: string
}
interface Hands {
  readonly maker: Person
  readonly checker: Person
}

/** Writes them. */
export async function seedRecon(tx: Tx, now: number): Promise<number> {
  const [fileId, lineId, itemId] = [idMaker(111), idMaker(112), idMaker(113)]
  const personOf = (account: string): Promise<Person> =>
    tx.one(q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId(account)))
  const hands = { maker: await personOf('platform-finance'), checker: await personOf('admin') }
  const rows: Rows = { files: [], lines: [], items: [] }
  const first = startOfDay(now) - (days + 1) * DAY_MS
  for (const { key } of demoBranches) {
    const branch = demoCompanyId(key)
    let opening = await bankDayBalance({ tx }, branch, first)
    for (let n = 0; n < days; n++) {
      const day = first + n * DAY_MS
      const at = day + DAY_MS + 9 * HOUR_MS
      const of = { branch, day, fileId: fileId(at), at }
      const lines = await linesOf(tx, of, lineId)
      // on the first day the bank is one movement behind, on the last one ahead
      const behind = n === 0 ? lines.pop() : undefined
      if (behind?.trade_id) rows.items.push(explained(of, itemId(at), behind.trade_id, hands))
      if (n === days - 1) {
        const ahead = interestOf(of, lineId(at), lines.length + 1)
        lines.push(ahead)
        rows.items.push({ ...stamps(of, itemId(at)), kind: 'THEIRS_ONLY', state: 'open', line_id: ahead.id })
      }
      const file = fileOf(of, lines, opening, hands)
      opening = fen(file.closing_fen)
      rows.files.push(file)
      rows.lines.push(...lines)
    }
  }
  const written = (await insertAll(tx, 'recon_files', rows.files)) + (await insertAll(tx, 'recon_lines', rows.lines))
  for (const item of rows.items) await tx.run(q.insertInto('recon_items').values(item))
  return written + rows.items.length
}

/** The movements of a day as the bank would write them, each found. */
async function linesOf(tx: Tx, { branch, day, fileId, at }: Day, makeId: MakeId): Promise<Line[]> {
  const trades = await tx.rows(
    accountTrades(branch)
      .where('t.happened_at', '>=', day)
      .where('t.happened_at', '<', day + DAY_MS)
      .orderBy('t.happened_at')
      .orderBy('t.id'),
  )
  return trades.map((trade, n) => ({
    id: makeId(at),
    file_id: fileId,
    branch_id: branch,
    day,
    n: n + 1,
    serial: trade.bank_serial ?? `SIM-${trade.trade_no}`,
    order_key: trade.task_no,
    direction: trade.direction,
    amount_fen: trade.amount_fen,
    at: trade.happened_at,
    other_name: directionOf(trade) === 'IN' ? trade.payer : trade.payee,
    trade_id: trade.id,
    matched_by: trade.task_no === null ? 'SERIAL' : 'KEY',
  }))
}

const interestOf = ({ branch, day, fileId }: Day, id: string, n: number): Line & { id: string } => ({
  id,
  file_id: fileId,
  branch_id: branch,
  day,
  n,
  serial: `LX${day}`,
  order_key: '结息',
  direction: 'IN',
  amount_fen: interest,
  at: day + 20 * HOUR_MS,
  other_name: '存管银行',
  trade_id: null,
  matched_by: null,
})

const stamps = ({ branch, day, at }: Day, id: string) => ({
  id,
  branch_id: branch,
  day,
  created_at: at,
  updated_at: at,
})

const explained = (of: Day, id: string, tradeId: string, { maker, checker }: Hands): Insertable<ReconItems> => ({
  ...stamps(of, id),
  kind: 'OURS_ONLY',
  state: 'explained',
  trade_id: tradeId,
  reason: '银行次日入账，已与客户经理核实',
  asker_id: maker.id,
  asker_name: maker.name,
  checker_id: checker.id,
  checker_name: checker.name,
  version: 3,
})

/** The file of a day with its sums. */
function fileOf({ branch, day, fileId, at }: Day, lines: readonly Line[], opening: Fen, { maker, checker }: Hands) {
  const of = (direction: string): Fen =>
    sumFen(lines.filter(line => line.direction === direction).map(line => fen(line.amount_fen)))
  return {
    id: fileId,
    branch_id: branch,
    day,
    channel: 'SIM',
    name: '模拟银行对账文件',
    sha256: createHash('sha256').update(`${branch} ${day}`).digest('hex'),
    state: 'taken',
    lines: lines.length,
    income_fen: of('IN'),
    outgo_fen: of('OUT'),
    opening_fen: opening,
    closing_fen: subtractFen(addFen(opening, of('IN')), of('OUT')),
    maker_id: maker.id,
    maker_name: maker.name,
    checker_id: checker.id,
    checker_name: checker.name,
    checked_at: at + HOUR_MS,
    version: 2,
    created_at: at,
    updated_at: at + HOUR_MS,
  }
}
