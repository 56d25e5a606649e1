// One settlement sheet whole: lines, payments, vouchers, history, and what the reader can do with it.
import type { Input } from '@yunshu/contract/call'
import type { getSettlement, SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { linesAtOnce } from '@yunshu/contract/settlement/sheetLines'
import type { Awaited } from '@yunshu/contract/urged'
import { debtOrigins } from '@yunshu/domain/debt'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { sheetMovesOf } from '@yunshu/domain/settlement/acts'
import { sheetTurns } from '@yunshu/domain/settlement/settlement'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../work/history.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { urgedBefore } from '../../work/urging.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { changeOn } from './change.queries.ts'
import { findFamily, isOver } from './family.queries.ts'
import { groupPayees, payeesOfLines } from './linePayees.queries.ts'
import { isPayer, sheetOn, sheetRows, toSettlementRow } from './settlement.queries.ts'
import { linesFor, roundingsOf, shownLines, sumsOfLines } from './sheetLines.queries.ts'
import { findSheetPayments } from './sheetPayments.queries.ts'
import { findCarriedOf } from './sheetPaper.queries.ts'

/** The most vouchers a sheet shows; those of single waybills come last. */
const vouchersMax = 100

/** The sheet with this number, if it is in the actor's reach, with its first lines. */
export async function findSettlement(ctx: Ctx, input: Input<typeof getSettlement>): Promise<SettlementDetail> {
  return findSheetWith(ctx, input, linesAtOnce)
}

/** The same with as many of its lines as told. */
export async function findSheetWith(
  ctx: Ctx,
  { settlementNum, pSettlementNum }: Input<typeof getSettlement>,
  most: number,
): Promise<SettlementDetail> {
  const found = await ctx.tx.one(
    sheetRows
      .where('st.settlement_num', '=', settlementNum)
      .where(
        allOf([
          ownSheets(ctx.actor, 'st'),
          pSettlementNum === undefined ? undefined : sql<boolean>`st.p_settlement_num = ${pSettlementNum}`,
        ]),
      ),
  )
  const row = toSettlementRow(found)
  const lines = await linesFor(ctx, found)
  const payees = await payeesOfLines(ctx, found.carrier_id, lines)
  const payments = await findSheetPayments(ctx, found)
  const roundings = await roundingsOf(ctx, found.id)
  const family = await findFamily(ctx, found, lines)
  const change = changeOn(found, lines)
  const moves = isPayer(ctx.actor, found)
    ? sheetMovesOf(
        {
          ...(await sheetOn(ctx, { ...found, state: row.state }, await policiesOfCompany(ctx.tx, found.shipper_id))),
          paysOthers: lines.some(line => line.payee_id !== null),
          child: family.children.find(({ state }) => !isOver(state))?.settlementNum,
          failures: family.failures,
        },
        permit => ctx.can(permit),
      )
    : []
  const rounding = sumFen([...roundings.values()])
  return {
    ...row,
    dueInWords: moneyInWords(row.due),
    rounding,
    ...(found.remark === null ? {} : { remark: found.remark }),
    payees: groupPayees(lines, payees),
    lines: shownLines(lines.slice(0, most), { payees, roundings, sheet: row, paid: paidOf(payments) }),
    lineSums: sumsOfLines(lines, payees, rounding),
    carried: (await findCarriedOf(ctx, [found.id])).get(found.id) ?? [],
    debts: await findDebtsOf(ctx, found),
    payments,
    ...family,
    ...(isPayer(ctx.actor, found) ? change : {}),
    log: await findLog(ctx, found.id),
    awaits: awaitedOf({ ...row, ...change, isClosing: found.close_asker_id !== null }, moves),
    urged: await urgedBefore(ctx, found.id),
    moves,
    vouchers: await vouchersOf(ctx, found.id),
  }
}

/** The vouchers of a sheet, those of single waybills last. */
async function vouchersOf(ctx: Ctx, id: string): Promise<SettlementDetail['vouchers']> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('vouchers')
      .select(['id', 'voucher_no', 'branch_id', 'kind', 'amount_fen'])
      .where('settlement_id', '=', id)
      .orderBy(sql`waybill_id is not null`)
      .orderBy('id')
      .limit(vouchersMax),
  )
  return rows.map(voucher => ({
    id: voucher.id,
    voucherNo: voucher.voucher_no,
    branchCompanyId: voucher.branch_id,
    kind: voucher.kind,
    amount: fen(voucher.amount_fen),
  }))
}

/** The party a sheet waits for: its maker by name, or the company that checks and pays it. */
function awaitedOf(
  {
    state,
    maker,
    shipperName,
    change,
    isClosing,
  }: Pick<SettlementDetail, 'state' | 'maker' | 'shipperName' | 'change'> & { isClosing: boolean },
  moves: readonly string[],
): Awaited | undefined {
  if (change !== undefined) return { name: shipperName, act: '确认变更', isOwn: moves.includes('confirmChange') }
  if (isClosing && state === 'partial')
    return { name: shipperName, act: '确认关闭', isOwn: moves.includes('confirmClose') }
  if (!Object.hasOwn(sheetTurns, state)) return undefined
  const { by, act, move } = sheetTurns[keyOf(sheetTurns, state)]
  return { name: by === 'maker' ? maker : shipperName, act, isOwn: moves.includes(move) }
}

/** The debts that come of a sheet. */
async function findDebtsOf(ctx: Ctx, sheet: { id: string }): Promise<SettlementDetail['debts']> {
  const own = await ctx.tx.rows(
    q
      .selectFrom('debts as d')
      .leftJoin('settlements as st', 'st.id', 'd.taken_by')
      .select(['d.origin', 'd.amount_fen', 'st.settlement_num'])
      .where('d.settlement_id', '=', sheet.id)
      .where('d.returned_at', 'is', null)
      .orderBy('d.id'),
  )
  return own.map(row => ({
    origin: keyOf(debtOrigins, row.origin),
    amount: fen(row.amount_fen),
    ...(row.settlement_num === null ? {} : { takenBy: row.settlement_num }),
  }))
}

/** The payments that arrived. */
const paidOf = (payments: SettlementDetail['payments']): ReadonlySet<string> =>
  new Set(payments.filter(({ state }) => state === 'success').map(({ id }) => id))
