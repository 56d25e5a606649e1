// Proven arrivals of a waybill that ended or has another vehicle come to nothing.
import { proposalStates } from '@yunshu/domain/track/arrival'
import type { Ctx } from '../../work/ctx.ts'
import { moveAll } from '../../work/move.ts'
import { lockProposals } from './arrival.queries.ts'

/** Ends the proposals of a waybill; the caller holds its lock. */
export async function dropArrivals(ctx: Ctx, waybillId: string): Promise<void> {
  await moveAll(ctx, proposalStates, await lockProposals(ctx.tx, waybillId), 'overtake')
}
