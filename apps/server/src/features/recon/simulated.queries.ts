// The simulated bank's file of a day: what moved on the account as a bank would have seen it, and payments it made whose
// answer was lost.
import { addFen, fen, printYuan, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { SheetText } from '../../imports/sheetText.ts'
import { slowFileTail } from '../../partners/simulator.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bankDayBalance } from './balance.queries.ts'
import { accountTrades, directionOf } from './reconRows.queries.ts'

interface Moved {
  readonly at: number
  readonly serial: string
  readonly key: string
  readonly isIn: boolean
  readonly amount: Fen
  readonly other: string
}

/** The file as a sheet, in the form every bank's is read in. */
export async function simulatedSheet(ctx: Ctx, branchId: string, day: number): Promise<SheetText> {
  if (await isStillMade(ctx, branchId, day)) throw wrongField('day', '银行的对账文件还没有生成，请第二天中午以后再取')
  const moved = [...(await booked(ctx, branchId, day)), ...(await lost(ctx, branchId, day))].sort((a, b) => a.at - b.at)
  const of = (isIn: boolean): Fen => sumFen(moved.filter(line => line.isIn === isIn).map(({ amount }) => amount))
  const opening = await openingOf(ctx, branchId, day)
  const head = {
    对账文件: formatDate(day),
    笔数: String(moved.length),
    收入合计: printYuan(of(true)),
    支出合计: printYuan(of(false)),
    期初余额: printYuan(opening),
    期末余额: printYuan(subtractFen(addFen(opening, of(true)), of(false))),
  }
  const rows = [
    Object.entries(head).flat(),
    ['交易时间', '流水号', '订单号', '收支', '金额', '对方户名'],
    ...moved.map(line => [
      formatDateTime(line.at),
      line.serial,
      line.key,
      line.isIn ? '收入' : '支出',
      printYuan(line.amount),
      line.other,
    ]),
  ]
  return { sheet: `模拟银行 ${formatDate(day)}`, lines: rows.map((texts, at) => ({ row: at + 1, texts })) }
}

/** The moment a late file of a day is there, from the beginning of that day, ms: noon of the day after. */
const slowFileMs = 1.5 * DAY_MS

/** Whether the bank is still at its file of a day: a payment of that day made it late. */
async function isStillMade(ctx: Ctx, branchId: string, day: number): Promise<boolean> {
  if (ctx.now >= day + slowFileMs) return false
  const slow = await ctx.tx.first(
    sql`select 1 from sim_orders o join payments p on p.idem_key = o.idem_key
      where p.branch_id = ${branchId}::uuid and o.account_no like ${`%${slowFileTail}`}
        and o.created_at >= ${day} and o.created_at < ${day + DAY_MS} limit 1`.compile(q),
  )
  return slow !== undefined
}

/** The closing of the file before, else the balance by what moved before the day. */
async function openingOf(ctx: Ctx, branchId: string, day: number): Promise<Fen> {
  const before = await ctx.tx.first(
    q
      .selectFrom('recon_files')
      .select('closing_fen')
      .where('branch_id', '=', branchId)
      .where('state', '<>', 'dropped')
      .where('day', '<', day)
      .orderBy('day', 'desc')
      .limit(1),
  )
  return before ? fen(before.closing_fen) : bankDayBalance(ctx, branchId, day)
}

async function booked(ctx: Ctx, branchId: string, day: number): Promise<Moved[]> {
  const rows = await ctx.tx.rows(
    accountTrades(branchId)
      .where('t.happened_at', '>=', day)
      .where('t.happened_at', '<', day + DAY_MS),
  )
  // the bank moves the money of one word once, whatever the books make of it
  const words = Map.groupBy(rows, row => (row.word_id === null ? row.id : `${row.word_id} ${row.direction}`))
  return [...words.values()].flatMap(([row, ...more]) => {
    if (row === undefined) return []
    const isIn = directionOf(row) === 'IN'
    return [
      {
        at: row.happened_at,
        serial: row.bank_serial ?? `SIM-${row.trade_no}`,
        key: row.idem_key ?? '',
        isIn,
        amount: sumFen([row, ...more].map(each => fen(each.amount_fen))),
        other: isIn ? row.payer : row.payee,
      },
    ]
  })
}

/** Orders the bank paid on the day that have no result in the books. */
async function lost(ctx: Ctx, branchId: string, day: number): Promise<Moved[]> {
  const rows = await ctx.tx.rows(
    sql<{ idem_key: string; amount_fen: number; bank_serial: string; created_at: number; payee: string }>`
        select o.idem_key, o.amount_fen, o.bank_serial, o.created_at, p.payee from sim_orders o join payments p on p.idem_key = o.idem_key
        where p.branch_id = ${branchId}::uuid and p.state in ('sent', 'unknown') and o.result = 'success'
          and o.created_at >= ${day} and o.created_at < ${day + DAY_MS} limit 1000`.compile(q),
  )
  return rows.map(row => ({
    at: row.created_at,
    serial: row.bank_serial,
    key: row.idem_key,
    isIn: false,
    amount: fen(row.amount_fen),
    other: row.payee,
  }))
}
