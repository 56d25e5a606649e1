// The parts of money that came as they are kept: written with the move that takes them, and taken back.
import { addFen, fen, printMoney, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { remittanceStates } from '@yunshu/domain/remittance'
import { q } from '../../db/tx.ts'
import { writtenName, type Change, type Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { restOf, type Remittance } from './remittance.queries.ts'

/** A part of money, and whose it is: one of the two companies. */
interface Claim {
  readonly id: string
  readonly amount: Fen
  readonly shipperId?: string
  /** The carrier whose debts it pays, or whose deposit it is. */
  readonly carrierId?: string
  readonly depositId?: string
}

interface Told {
  readonly version?: number
  readonly diff: readonly Change[]
}

/** Takes a part of money under lock for somebody; answers the remittance as it stands. */
export async function writeClaim(
  ctx: Ctx,
  row: Remittance,
  { id, amount, shipperId, carrierId, depositId }: Claim,
  { version, diff }: Told,
): Promise<Remittance> {
  const isRest = amount === restOf(row)
  const whole = row.refunded_fen > 0 ? 'claimRest' : 'claim'
  const name = depositId !== undefined ? 'hold' : isRest ? whole : 'claimPart'
  const isWhole = amount === row.amount_fen
  const moved = await move(ctx, remittanceStates, row, name, {
    version,
    set: { claimed_fen: addFen(fen(row.claimed_fen), amount), reason: null },
    diff: isWhole ? diff : [...diff, { field: '认领金额', old: '--', new: `${printMoney(amount)} 元` }],
  })
  await ctx.tx.run(
    q.insertInto('remittance_claims').values({
      id,
      remittance_id: row.id,
      branch_id: row.branch_id,
      amount_fen: amount,
      shipper_id: shipperId ?? null,
      carrier_id: carrierId ?? null,
      deposit_id: depositId ?? null,
      claimer_name: writtenName(ctx.actor),
      claimed_at: ctx.now,
    }),
  )
  return moved
}

/** A claim that stands, with the name of its company. */
export interface Standing {
  readonly id: string
  readonly amount_fen: number
  readonly shipper_id: string | null
  readonly carrier_id: string | null
  readonly deposit_id: string | null
  readonly name: string
}

/** The claims of money under lock that stand, the oldest first. */
export const standingClaims = (ctx: Ctx, remittanceId: string): Promise<Standing[]> =>
  ctx.tx.rows(
    q
      .selectFrom('remittance_claims as m')
      .innerJoin('companies as c', join =>
        join.on(eb => eb('c.id', '=', eb.fn.coalesce('m.shipper_id', 'm.carrier_id'))),
      )
      .select(['m.id', 'm.amount_fen', 'm.shipper_id', 'm.carrier_id', 'm.deposit_id', 'c.name'])
      .where('m.remittance_id', '=', remittanceId)
      .where('m.undone_at', 'is', null)
      .orderBy('m.id'),
  )

/** Takes a part back: its money is nobody's again. */
export async function undoClaim(
  ctx: Ctx,
  row: Remittance,
  claim: Standing,
  {
    version,
    reason,
    name,
  }: { readonly version?: number; readonly reason: string; readonly name: 'unclaim' | 'release' },
): Promise<Remittance> {
  const amount = fen(claim.amount_fen)
  const moved = await move(ctx, remittanceStates, row, name, {
    version,
    reason,
    set: { claimed_fen: subtractFen(fen(row.claimed_fen), amount), reason },
    ...(amount === row.amount_fen
      ? {}
      : { diff: [{ field: '认领', old: `${claim.name} ${printMoney(amount)} 元`, new: '--' }] }),
  })
  await ctx.tx.run(
    q
      .updateTable('remittance_claims')
      .set({ undone_at: ctx.now, undone_name: writtenName(ctx.actor), undone_reason: reason })
      .where('id', '=', claim.id),
  )
  return moved
}
