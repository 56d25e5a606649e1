// Debts paid by money that came: laid on the debts of one carrier, the one asked for first, and taken back with the claim.
import { debtStages, layOnDebts } from '@yunshu/domain/debt'
import { fen, printMoney, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { toldField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import { ownDebts, type Debt } from './debt.queries.ts'
import { lockOwed, openOf } from './owed.queries.ts'

/** Money of a claim as the debts see it. */
interface Claim {
  /** The remittance it came as, or the way out of a deposit. */
  readonly remittanceId?: string
  readonly depositBackId?: string
  readonly moneyNo: string
  readonly claimId: string
  readonly branchId: string
}

/** A carrier whose debts were paid, and the accounts they stood on. */
export interface Collected {
  readonly carrierId: string
  readonly carrierName: string
  readonly parts: { account: '1221.01' | '1221.02'; amount: Fen }[]
}

const accountOf = (origin: string) => (origin === 'DOUBLE' ? ('1221.02' as const) : ('1221.01' as const))

/** Lays money on the debts of the carrier of `debtId` in the branch it came to; refuses what is more than they are. */
export async function collectDebts(ctx: Ctx, debtId: string, amount: Fen, claim: Claim): Promise<Collected> {
  const of = await ctx.tx.one(
    q
      .selectFrom('debts as d')
      .innerJoin('companies as c', 'c.id', 'd.carrier_id')
      .select(['d.carrier_id', 'c.name'])
      .where('d.id', '=', debtId)
      .where('d.branch_id', '=', claim.branchId)
      .where(ownDebts(ctx.actor)),
  )
  const debts = await lockOwed(ctx, of.carrier_id, claim.branchId, debtId)
  if (debts[0]?.id !== debtId) throw await notOwed(ctx, debtId)
  const { laid, rest } = layOnDebts(
    debts.map(debt => ({ ...debt, open: debt.open_fen })),
    amount,
  )
  if (rest > 0) throw new Problem('debt.tooMuch', { amount: printMoney(amount), owed: printMoney(openOf(debts)) })
  await writeMoves(
    ctx,
    laid.map(each => ({ debt: each.debt, amount: fen(each.amount) })),
    claim,
    'COLLECT',
  )
  const sumOn = (account: '1221.01' | '1221.02') =>
    sumFen(laid.flatMap(each => (accountOf(each.debt.origin) === account ? [fen(each.amount)] : [])))
  return {
    carrierId: of.carrier_id,
    carrierName: of.name,
    parts: [
      { account: '1221.01', amount: sumOn('1221.01') },
      { account: '1221.02', amount: sumOn('1221.02') },
    ],
  }
}

/** The refusal of a debt money cannot be laid on: a sheet has it, somebody asks to give it up, or it is over. */
async function notOwed(ctx: Ctx, debtId: string): Promise<Problem> {
  const debt = await ctx.tx.one(
    q.selectFrom('debts').select(['debt_no', 'state', 'taken_by', 'returned_at']).where('id', '=', debtId),
  )
  const why =
    debt.taken_by !== null
      ? `已在结算单${await sheetNumOf(ctx, debt.taken_by)}中抵扣`
      : debt.state === 'asking'
        ? debtStages.asking.label
        : undefined
  if (why !== undefined) return new Problem('debt.held', { debtNo: debt.debt_no, why })
  const over = debt.returned_at !== null ? '已退汇' : debt.state === 'written' ? debtStages.written.label : '已收回'
  return toldField('debtId', `欠款${debt.debt_no}${over}，请选择其他欠款`)
}

/** Takes a claim off the debts it paid; refuses where a sheet has taken one since, or it is being given up. */
export async function uncollectDebts(ctx: Ctx, claim: Claim): Promise<void> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('debts as d')
      .innerJoin('debt_moves as m', 'm.debt_id', 'd.id')
      .selectAll('d')
      .select('m.amount_fen as paid_fen')
      .where('m.claim_id', '=', claim.claimId)
      .where('m.kind', '=', 'COLLECT')
      .orderBy('d.id')
      .forUpdate('d'),
  )
  for (const row of rows) {
    const why =
      row.taken_by !== null
        ? `已在结算单${await sheetNumOf(ctx, row.taken_by)}中抵扣`
        : row.state === 'open'
          ? row.returned_at === null
            ? undefined
            : '银行已退汇，多收的款已另记来款待退'
          : '正在核销或已核销'
    if (why !== undefined) throw new Problem('debt.held', { debtNo: row.debt_no, why })
  }
  await writeMoves(
    ctx,
    rows.map(row => ({ debt: row, amount: fen(row.paid_fen) })),
    claim,
    'UNDONE',
  )
}

/** Asked after the lock: a sheet joined to the row before it is the one the row had when the wait began. */
const sheetNumOf = async (ctx: Ctx, id: string): Promise<string> =>
  (await ctx.tx.one(q.selectFrom('settlements').select('settlement_num').where('id', '=', id))).settlement_num

async function writeMoves(
  ctx: Ctx,
  laid: readonly {
    debt: Pick<Debt, 'id' | 'shipper_id' | 'carrier_id' | 'branch_id' | 'debt_no' | 'open_fen'>
    amount: Fen
  }[],
  { remittanceId, depositBackId, moneyNo, claimId }: Claim,
  kind: 'COLLECT' | 'UNDONE',
): Promise<void> {
  const sign = kind === 'COLLECT' ? 1 : -1
  await ctx.tx.run(
    sql`update debts d set collected_fen = d.collected_fen + m.amount, version = d.version + 1, updated_at = ${ctx.now}
      from unnest(${laid.map(({ debt }) => debt.id)}::uuid[], ${laid.map(({ amount }) => sign * amount)}::bigint[])
        as m (id, amount)
      where d.id = m.id`.compile(q),
  )
  await ctx.tx.run(
    q.insertInto('debt_moves').values(
      laid.map(({ debt, amount }) => ({
        id: v7(),
        debt_id: debt.id,
        shipper_id: debt.shipper_id,
        carrier_id: debt.carrier_id,
        branch_id: debt.branch_id,
        kind,
        amount_fen: amount,
        remittance_id: remittanceId ?? null,
        deposit_back_id: depositBackId ?? null,
        claim_id: claimId,
        by_name: writtenName(ctx.actor),
        created_at: ctx.now,
      })),
    ),
  )
  await logEvents(
    ctx,
    laid.map(({ debt, amount }) => ({
      entity: 'debt',
      entityId: debt.id,
      action: kind === 'COLLECT' ? '收回欠款' : '撤销收回',
      diff: [{ field: remittanceId ? '来款' : '押金', old: '--', new: `${moneyNo}，${printMoney(amount)} 元` }],
    })),
  )
}
