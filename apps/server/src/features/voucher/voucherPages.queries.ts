// The pages of vouchers of fuel, of deductions, and of everything else: what each kind has beside its lines.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/voucherPages'
import { addFen, fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import { chargeCodes, claimSides, claimStates, cutCodes, dealsWith } from '@yunshu/domain/settlement/charges'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { penaltyCodes } from '@yunshu/domain/settlement/treatment'
import { deductWays, fuelMoveOf, otherCategoryOf } from '@yunshu/domain/voucher/voucherPages'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownJournalLines, ownRows, ownSheets } from '../../work/scope.ts'
import { findFilesOf } from '../file/file.queries.ts'
import { balanceBefore } from './accountLines.queries.ts'
import { findVoucherOf, type VoucherFrame } from './voucher.queries.ts'

/** Fuel: the stock around it, the purchase, and the waybills it was for. */
export async function findFuelCardVoucher(
  ctx: Ctx,
  { id }: Input<typeof calls.getFuelCardVoucher>,
): Promise<Output<typeof calls.getFuelCardVoucher>> {
  const frame = await findVoucherOf(ctx, 'FUEL', id)
  const { voucher } = frame
  const waybills = await ctx.tx.rows(
    sql<{ id: string; waybill_no: string; plate: string; driver_name: string; oil_fen: number; amount: number }>`
    select w.id, w.waybill_no, w.plate, w.driver_name, w.oil_fen, x.amount
    from (
      -- handed out and set off on the debit side, given back on the credit side
      select l.waybill_id, coalesce(nullif(sum(l.debit_fen), 0), -sum(l.credit_fen))::bigint as amount
      from journal_lines l
      where l.entry_id = ${frame.entryId}::uuid and ${ownJournalLines(ctx.actor, 'l')} and l.account in ('2202.01', '1123.03')
      group by 1
    ) as x join waybills w on w.id = x.waybill_id
    where ${ownRows(ctx.actor, 'w')}
    order by w.waybill_no`.compile(q),
  )
  return {
    ...voucher,
    move: fuelMoveOf(frame.event, voucher.amount < 0),
    ...(isHouseSide(ctx.actor.side) && ctx.can('ledger.view') ? { stock: await stockAround(ctx, frame) } : {}),
    ...(isHouseSide(ctx.actor.side) ? await purchaseOf(ctx, frame) : {}),
    waybills: waybills.map(row => ({
      waybillId: row.id,
      waybillNo: row.waybill_no,
      plate: row.plate,
      driver: row.driver_name,
      planned: fen(row.oil_fen),
      amount: fen(row.amount),
    })),
  }
}

/** The fuel the branch had before the entry, in the order of the books, and after it. */
async function stockAround(ctx: Ctx, { voucher, entryId }: VoucherFrame) {
  const day = startOfDay(voucher.date)
  const of = { account: '1123.01', branchId: voucher.branchCompanyId } as const
  const line = sql`coalesce(sum(l.debit_fen - l.credit_fen) filter (where`
  const { kept, earlier, own } = await ctx.tx.one(
    sql<{ kept: number; earlier: number; own: number }>`
    select (${balanceBefore(ctx, of, day)})::bigint as kept,
      ${line} l.entry_id < ${entryId}::uuid), 0)::bigint as earlier, ${line} l.entry_id = ${entryId}::uuid), 0)::bigint as own
    from journal_lines l where l.account = '1123.01' and l.branch_id = ${voucher.branchCompanyId}::uuid and l.day = ${day}::bigint`.compile(
      q,
    ),
  )
  const before = addFen(fen(kept), fen(earlier))
  return { before, after: addFen(before, fen(own)) }
}

async function purchaseOf(ctx: Ctx, { sourceType, sourceId }: VoucherFrame) {
  if (sourceType !== 'fund') return {}
  const fund = await ctx.tx.first(
    q
      .selectFrom('fund_records')
      .select(['record_no', 'serial', 'date', 'maker_name', 'checker_name', 'remark'])
      .where('id', '=', sourceId),
  )
  if (!fund) return {}
  return {
    purchase: {
      recordNo: fund.record_no,
      serial: fund.serial,
      date: fund.date,
      maker: fund.maker_name,
      ...(fund.checker_name === null ? {} : { checker: fund.checker_name }),
      ...(fund.remark === null ? {} : { remark: fund.remark }),
    },
  }
}

/** Money taken from a carrier: the claims behind it as the reader's side may see them, and the debts it moved. */
export async function findDeductMoneyVoucher(
  ctx: Ctx,
  { id }: Input<typeof calls.getDeductMoneyVoucher>,
): Promise<Output<typeof calls.getDeductMoneyVoucher>> {
  const frame = await findVoucherOf(ctx, 'DEDUCT', id)
  const way = (frame.event.split(' ')[0] ?? '').replace(/r+$/, '')
  const isKnown = (text: string): text is keyof typeof deductWays => Object.hasOwn(deductWays, text)
  return {
    ...frame.voucher,
    ...(isKnown(way) ? { way } : {}),
    claims: await claimsBehind(ctx, frame),
    debts: await debtsOf(ctx, frame),
  }
}

/** True for a line `l` of the part that claim `c` charged: its own one, or any of the signature; lines older than parts are those. */
const isOfClaim = sql<boolean>`case when c.part_id is not null then l.part_id = c.part_id
  else not exists (select from waybill_parts a where a.id = l.part_id and a.part = 'adjust') end`

type DeductClaims = Output<typeof calls.getDeductMoneyVoucher>['claims']

/**
 * The deductions charged to the carrier that a voucher is about: of penalties (E5) and of cuts beyond the freight (E13c)
 * those of the waybills on its own lines, of a debt all of its sheet's. One that was agreed on after the signature stands
 * with its own part alone, the others with any part but such.
 */
async function claimsBehind(ctx: Ctx, { entryId, settlementId, event }: VoucherFrame): Promise<DeductClaims> {
  const { side } = ctx.actor
  const [isPenalty, isBeyond] = [event.startsWith('E5'), event.startsWith('E13c')]
  const onSheet = sql`select l.waybill_id from settlement_lines l where l.settlement_id = ${settlementId ?? null}::uuid
    and ${isOfClaim}`
  const onEntry = sql`select l.waybill_id from journal_lines l where l.entry_id = ${entryId}::uuid and ${isOfClaim}`
  const seen = Object.keys(claimSides).filter(account => dealsWith(keyOf(claimSides, account), side satisfies RoleSide))
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_claims as c')
      .innerJoin('waybills as w', 'w.id', 'c.waybill_id')
      .selectAll('c')
      .select('w.waybill_no')
      .where('c.side', '=', 'CARRIER')
      .where('c.side', 'in', seen)
      .where('c.amount_fen', '<', 0)
      .where('c.code', 'in', isPenalty ? penaltyCodes : cutCodes)
      .where(
        allOf([
          ownRows(ctx.actor, 'w'),
          // one that was refused or taken back before the signature took nothing; one that ended with its waybill did
          sql<boolean>`(c.state = 'agreed' or c.charge_id is not null)`,
          isPenalty || isBeyond
            ? sql<boolean>`w.id in (${onEntry})`
            : sql<boolean>`w.id in (${onSheet} union all ${onEntry})`,
          // a penalty lowers no freight, but on sheets that were approved before the two were told apart
          isBeyond
            ? sql<boolean>`(c.code <> all(${[...penaltyCodes]}::text[])
              or w.id not in (${onSheet} and l.penalty_fen > 0))`
            : undefined,
        ]),
      )
      .orderBy('w.waybill_no')
      .orderBy('c.id')
      .limit(200),
  )
  const files = await findFilesOf(
    ctx,
    'claim',
    rows.map(row => row.id),
  )
  return rows.map(row => ({
    id: row.id,
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    code: keyOf(chargeCodes, row.code),
    amount: fen(row.amount_fen),
    reason: row.reason,
    state: keyOf(claimStates.states, row.state),
    askedBy: row.created_name,
    askedAt: row.created_at,
    ...(row.answered_name === null ? {} : { answeredBy: row.answered_name }),
    ...(row.answered_at === null ? {} : { answeredAt: row.answered_at }),
    ...(row.answer_reason === null ? {} : { answerReason: row.answer_reason }),
    isDispute: row.is_dispute,
    files: files.get(row.id) ?? [],
  }))
}

/** Debts its sheet left, and debts of other sheets it took off. */
async function debtsOf(
  ctx: Ctx,
  { settlementId }: VoucherFrame,
): Promise<Output<typeof calls.getDeductMoneyVoucher>['debts']> {
  if (settlementId === undefined) return []
  const rows = await ctx.tx.rows(
    q
      .selectFrom('debts as d')
      .leftJoin('settlements as st', 'st.id', 'd.settlement_id')
      .leftJoin('settlements as t', 't.id', 'd.taken_by')
      .leftJoin('waybills as w', 'w.id', 'd.waybill_id')
      .select([
        'd.id',
        'd.amount_fen',
        'd.returned_at',
        'w.id as waybill_id',
        'w.waybill_no',
        'st.settlement_num as from_num',
        't.settlement_num as taken_num',
      ])
      .where(
        allOf([
          sql<boolean>`${settlementId}::uuid in (d.settlement_id, d.taken_by)`,
          sql<boolean>`(${ownSheets(ctx.actor, 'st')} or st.id is null and ${ownSheets(ctx.actor, 't')})`,
        ]),
      )
      .orderBy('d.id')
      .limit(200),
  )
  return rows.map(row => ({
    id: row.id,
    amount: fen(row.amount_fen),
    ...(row.from_num === null ? {} : { from: row.from_num }),
    ...(row.waybill_id === null || row.waybill_no === null
      ? {}
      : { waybill: { id: row.waybill_id, waybillNo: row.waybill_no } }),
    ...(row.taken_num === null ? {} : { takenBy: row.taken_num }),
    ...(row.returned_at === null ? {} : { returnedAt: row.returned_at }),
  }))
}

/** Everything else: its category, the payment it is about, and the movements of money with their slips. */
export async function findOtherVoucher(
  ctx: Ctx,
  { id }: Input<typeof calls.getOtherVoucher>,
): Promise<Output<typeof calls.getOtherVoucher>> {
  const frame = await findVoucherOf(ctx, 'OTHER', id)
  const trades = ctx.can('trade.view')
    ? await ctx.tx.rows(
        q
          .selectFrom('trades as t')
          .select(['t.id', 't.trade_no', 't.amount_fen', 't.bank_serial', 't.happened_at'])
          .where('t.entry_id', '=', frame.entryId)
          .orderBy('t.n'),
      )
    : []
  const files = ctx.can('trade.slip')
    ? await findFilesOf(
        ctx,
        'trade',
        trades.map(row => row.id),
      )
    : new Map<string, []>()
  return {
    ...frame.voucher,
    category: frame.voucher.category ?? otherCategoryOf(frame.event),
    ...(await paymentOf(ctx, frame)),
    trades: trades.map(row => ({
      tradeNo: row.trade_no,
      amount: fen(row.amount_fen),
      ...(row.bank_serial === null ? {} : { bankSerial: row.bank_serial }),
      happenedAt: row.happened_at,
      files: files.get(row.id) ?? [],
    })),
  }
}

async function paymentOf(ctx: Ctx, { sourceType, sourceId }: VoucherFrame) {
  const payments = q
    .selectFrom('payments as p')
    .select(['p.task_no', 'p.state', 'p.payee', 'p.bank', 'p.amount_fen', 'p.reason'])
  const found =
    sourceType === 'payment'
      ? await ctx.tx.first(payments.where('p.id', '=', sourceId))
      : sourceType === 'channelFact'
        ? await ctx.tx.first(
            payments
              .innerJoin('channel_facts as f', join =>
                join.onRef('f.order_key', '=', 'p.idem_key').onRef('f.channel', '=', 'p.channel'),
              )
              .where('f.id', '=', sourceId),
          )
        : undefined
  if (found === undefined) return {}
  return {
    payment: {
      taskNo: found.task_no,
      state: keyOf(paymentStates.states, found.state),
      payee: found.payee,
      bank: found.bank,
      amount: fen(found.amount_fen),
      ...(found.reason === null ? {} : { reason: found.reason }),
    },
  }
}
