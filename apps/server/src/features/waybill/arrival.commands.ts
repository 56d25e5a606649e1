// Arrivals that circles prove: proposed by the product, answered by a person, dead once their waybill or their visit is
// another. Nothing moves by itself.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/waybill/life'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import {
  arrivalMoveOf,
  arrivalMoves,
  chosenWithin,
  proposalStates,
  provenAt,
  type ArrivalAnswer,
  type ArrivalMove,
} from '@yunshu/domain/track/arrival'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { companyRows } from '../../work/scope.ts'
import {
  findStay,
  findMended,
  findMoved,
  findSpeaking,
  lastStepAt,
  lockProposal,
  type Mended,
  type Speaking,
} from './arrival.queries.ts'
import { endLeftStays } from './leftStays.commands.ts'
import { moveWaybill } from './waybill.commands.ts'
import { lockWaybills } from './waybill.queries.ts'
import { assertMove } from './waybillActs.queries.ts'
import { lockSeen, passOn, touchWaybill, wordsOfWaybill } from './writing.commands.ts'

const lineOf = (id: string, action: string) => ({ entity: 'waybill', entityId: id, action }) as const

/** A person takes a proven arrival, which moves the waybill with the proven time, or says why it is none. */
export async function answerArrival(
  ctx: Ctx,
  { id, version, proposalId, answer, reason, at }: Input<typeof calls.answerArrival>,
): Promise<Output<typeof calls.answerArrival>> {
  const waybill = await lockSeen(ctx, id, version)
  const proposal = await lockProposal(ctx.tx, id, proposalId)
  if (!proposal) throw new Problem('row.none')
  // the permit and the sides of the step itself
  assertMove(ctx, proposal.move, waybill)
  const stay = await findStay(ctx.tx, proposal.visit_id)
  if (at !== undefined) assertWithinStay(ctx, { at: proposal.at, leftAt: stay.leftAt }, { answer, at })
  // late positions took the stay back, and the next look will say so
  const standing = answer === 'take' && !stay.counts && proposal.state === 'open' ? 'withdrawn' : proposal.state
  await move(ctx, proposalStates, { ...proposal, state: standing }, answer, {
    reason: reason || undefined,
    set: { answered_name: writtenName(ctx.actor), answered_at: ctx.now },
  })
  const { label } = arrivalMoves[proposal.move]
  const proven = formatDateTime(proposal.at)
  const change = {
    field: `${label}时间`,
    ...(at === undefined ? { old: '--', new: proven } : { old: proven, new: formatDateTime(at) }),
  }
  const line = { ...lineOf(id, proposalStates.moves[answer].label), diff: [change] }
  if (answer === 'take') {
    await logEvent(ctx, line)
    return moveWaybill(ctx, { id, version, move: proposal.move, at: at ?? proposal.at })
  }
  const next = await touchWaybill(ctx, waybill)
  await logEvent(ctx, { ...line, reason: reason || undefined })
  ctx.touched('waybill', id)
  return { id, version: next }
}

/** Refuses a time that is given with a refusal, or at which the vehicle was not in the circle. */
function assertWithinStay(
  { now }: Pick<Ctx, 'now'>,
  stay: Parameters<typeof chosenWithin>[0],
  { answer, at }: { readonly answer: ArrivalAnswer; readonly at: number },
): void {
  const { from, to } = chosenWithin(stay, now)
  if (answer === 'take' && at >= from && at <= to) return
  throw wrongField(
    'at',
    answer === 'take'
      ? `应在车辆在围栏内的时间：${formatDateTime(from)} ～ ${formatDateTime(to)}`
      : '不采用时不用填写时间',
  )
}

/**
 * Looks once: lets go of what is no more, tells what late positions changed, and proposes what circles prove. Each of
 * them is a transaction that takes the lock of its waybill first, as people's acts do.
 */
export async function lookForArrivals(run: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>): Promise<void> {
  await run(endLeftStays)
  for (const { id, waybill_id: waybillId } of await run(findMoved)) await run(ctx => tidyProposal(ctx, id, waybillId))
  for (const mended of await run(findMended)) await run(ctx => tellMended(ctx, mended))
  const used = new Set<string>()
  for (const one of await run(findSpeaking)) {
    // one visit drives one waybill, and one waybill is asked about one arrival at a time: the next look sees the others
    const keys = [`${one.fence_id} ${one.track_no}`, one.waybill_id]
    if (keys.some(key => used.has(key))) continue
    if (await run(ctx => proposeArrival(ctx, one))) for (const key of keys) used.add(key)
  }
}

async function tidyProposal(ctx: Ctx, id: string, waybillId: string): Promise<void> {
  const [waybill] = await lockWaybills(ctx, [waybillId], companyRows)
  // a visit found then may hold no more
  const row = (await findMoved(ctx, id))[0]
  if (!waybill || !row) return
  const proposal = { id, state: proposalStates.start, version: row.version }
  const at = provenTime(row)
  if (!row.is_living) await move(ctx, proposalStates, proposal, 'overtake')
  else if (!row.is_proven || at === undefined) await move(ctx, proposalStates, proposal, 'withdraw')
  else if (at !== row.at)
    await ctx.tx.run(q.updateTable('waybill_proposals').set({ at, updated_at: ctx.now }).where('id', '=', id))
  else return
  // open pages of the waybill follow; there is nothing for anybody to read
  await passOn(ctx, waybill, {}, 'waybill.judged')
}

/** A change by late positions: of the time before, or of none where a person had entered one. */
const Correction = z.union([
  z.object({ was: z.number(), now: z.optional(z.number()) }),
  z.object({ told: z.number(), now: z.number() }),
])

/** A change by late positions is a line of the waybill's history, and told where somebody has taken it already. */
async function tellMended(ctx: Ctx, { id, waybill_id: waybillId }: Mended): Promise<void> {
  const [waybill] = await lockWaybills(ctx, [waybillId], companyRows)
  const mended = (await findMended(ctx, id))[0]
  if (!mended) return
  await ctx.tx.run(q.updateTable('fence_visits').set({ correction: null }).where('id', '=', id))
  const name = arrivalMoveOf(mended.kind)
  const correction = z.parse(Correction, mended.correction)
  if (!waybill || !name) return
  const { label } = arrivalMoves[name]
  if ('told' in correction) {
    const at = {
      field: `围栏：${label}`,
      old: `登记 ${formatDateTime(correction.told)}`,
      new: formatDateTime(correction.now),
    }
    return logEvent(ctx, { ...lineOf(waybillId, '补传定位后证明到达'), diff: [at] })
  }
  const { was, now } = correction
  const said = { was: formatDateTime(was), now: now === undefined ? '未到达' : formatDateTime(now) }
  await logEvent(ctx, {
    ...lineOf(waybillId, '补传定位后更正'),
    diff: [{ field: `围栏：${label}`, old: said.was, new: said.now }],
  })
  if (mended.is_taken)
    await passOn(ctx, waybill, {}, 'waybill.arrivalMended', { ...wordsOfWaybill(waybill), move: label, ...said })
}

/** Writes a proposal and tells the carrier; answers whether there was one to make. */
async function proposeArrival(ctx: Ctx, one: Speaking): Promise<boolean> {
  const name = arrivalMoveOf(one.kind)
  const at = provenTime(one)
  const [waybill] = await lockWaybills(ctx, [one.waybill_id], companyRows)
  if (name === undefined || at === undefined || at > ctx.now || waybill?.state !== arrivalMoves[name].from) return false
  await ctx.tx.run(
    q.insertInto('waybill_proposals').values({
      id: v7(),
      waybill_id: one.waybill_id,
      move: name,
      at,
      visit_id: one.visit_id,
      place: one.place,
      state: proposalStates.start,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logProven(ctx, waybill.id, name, at)
  const { place } = arrivalMoves[name]
  await passOn(ctx, waybill, { permit: 'waybill.advance', only: 'carrier' }, 'waybill.arrivalProven', {
    ...wordsOfWaybill(waybill),
    at: formatDateTime(at),
    place,
  })
  await passOn(ctx, waybill, { only: 'shipper' }, 'waybill.judged')
  return true
}

const provenTime = (
  row: Pick<Speaking, keyof Parameters<typeof lastStepAt>[0] | 'entered_at' | 'left_at' | 'carried_at'>,
) =>
  provenAt(
    { enteredAt: row.entered_at, leftAt: row.left_at ?? undefined },
    Math.max(lastStepAt(row), row.carried_at ?? 0),
  )

const logProven = (ctx: Ctx, id: string, name: ArrivalMove, at: number): Promise<void> =>
  logEvent(ctx, {
    ...lineOf(id, '围栏证明到达'),
    diff: [{ field: arrivalMoves[name].label, old: '--', new: formatDateTime(at) }],
  })
