// Special lines (专线): the line and its tickets saved together, and tickets moved together from the hub to the
// consignee.
import type { Input, Output } from '@yunshu/contract/call'
import { ticketsMoved } from '@yunshu/contract/happening/waybill'
import type * as calls from '@yunshu/contract/specialLine/specialLine'
import { fieldLabel } from '@yunshu/contract/labels'
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { isTicketOpen, specialPayModes, specialTicketStates } from '@yunshu/domain/specialLine'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { grams, printKg } from '@yunshu/domain/figures/weight'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, stale } from '../../work/history.ts'
import { moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import { type Change, type Ctx, writtenName } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { lockWaybill, passOn, wordsOfWaybill } from '../waybill/writing.commands.ts'
import type { LockedWaybill } from '../waybill/waybill.queries.ts'
import { assertAct } from '../waybill/waybillActs.queries.ts'
import { keepsLine, lockTickets, type LockedTicket } from './specialLine.queries.ts'

type Saved = Input<typeof calls.saveSpecialLine>
type Ticket = NonNullable<Saved['tickets']>[number]

/** Saves the whole sheet: tickets with an id are changed, those without are new, those left out are taken out. */
export async function saveSpecialLine(ctx: Ctx, input: Saved): Promise<Output<typeof calls.saveSpecialLine>> {
  const { waybillId, version, tickets = [], transfers = [] } = input
  await keep(ctx, waybillId)
  const line = await ctx.tx.first(
    q.selectFrom('special_lines').selectAll().where('waybill_id', '=', waybillId).forUpdate(),
  )
  if (version !== line?.version) throw await stale(ctx, waybillId)
  refuse(lineFaults(input, tickets))
  const kept = await lockTickets(ctx, waybillId)
  const changed = await changes(ctx, kept, tickets)

  const fields = {
    line_company: input.lineCompany,
    from_hub: input.fromHub,
    to_hub: input.toHub,
    shift_no: input.shiftNo,
    depart_at: input.departAt ?? null,
    arrive_at: input.arriveAt ?? null,
    transfers: JSON.stringify(transfers),
    remark: input.remark ?? '',
    updated_by: writtenName(ctx.actor),
    updated_at: ctx.now,
  }
  if (line === undefined) {
    // of two first savings at a time the second finds the line there
    const made = await ctx.tx.run(
      q
        .insertInto('special_lines')
        .values({ waybill_id: waybillId, ...fields })
        .onConflict(c => c.column('waybill_id').doNothing()),
    )
    if (made === 0) throw await stale(ctx, waybillId)
  } else
    await ctx.tx.run(
      q
        .updateTable('special_lines')
        .set({ ...fields, version: line.version + 1 })
        .where('waybill_id', '=', waybillId),
    )
  await write(ctx, waybillId, changed)

  const diff: Change[] = [
    ...(line === undefined
      ? [{ field: '专线', old: '--', new: `${input.lineCompany} ${input.fromHub}→${input.toHub} ${input.shiftNo}` }]
      : lineDiff(line, input)),
    ...changed.added.map(ticket => ({ field: `票 ${ticket.ticketNo}`, old: '--', new: summary(ticket) })),
    ...changed.updated.map(({ before, after }) => ({
      field: `票 ${after.ticketNo}`,
      old: summary(asTicket(before)),
      new: summary(after),
    })),
    ...changed.removed.map(ticket => ({ field: `票 ${ticket.ticket_no}`, old: summary(asTicket(ticket)), new: '--' })),
  ]
  if (diff.length > 0) await logEvent(ctx, { entity: 'specialLine', entityId: waybillId, action: '保存专线信息', diff })
  ctx.touched('waybill', waybillId)
  return { id: waybillId, version: (line?.version ?? 0) + 1 }
}

/** Moves tickets together; each must be as the person saw it. */
export async function moveTickets(
  ctx: Ctx,
  { waybillId, move: name, signer, tickets: wanted }: Input<typeof calls.moveSpecialTickets>,
): Promise<Output<typeof calls.moveSpecialTickets>> {
  const waybill = await keep(ctx, waybillId)
  if (name === 'sign' && !signer) refuse({ signer: '请填写签收人' })
  const kept = new Map((await lockTickets(ctx, waybillId)).map(ticket => [ticket.id, ticket]))
  const rows = wanted.map(({ id, version }) => {
    const ticket = kept.get(id)
    if (!ticket) throw new Problem('row.none')
    return { ...ticket, isSeen: ticket.version === version }
  })
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length) refuse({ tickets: '同一票不能重复选择' })
  const changed = rows.find(row => !row.isSeen)
  if (changed) throw await stale(ctx, changed.id)
  const signed = name === 'sign' ? { signer: signer ?? null, signed_at: ctx.now } : {}
  await moveAll(ctx, specialTicketStates, rows, name, { set: signed })
  const { label } = specialTicketStates.moves[name]
  const numbers = rows.map(row => row.ticket_no)
  const told = `${numbers.slice(0, 5).join('、')}${numbers.length > 5 ? ` 等 ${numbers.length} 票` : ''}`
  await logEvent(ctx, {
    entity: 'specialLine',
    entityId: waybillId,
    action: `专线票据${label}`,
    diff: [{ field: '票据', old: '--', new: name === 'sign' ? `${told}（${signer ?? ''} 签收）` : told }],
  })
  await passOn(ctx, waybill, {}, ticketsMoved[name], { ...wordsOfWaybill(waybill), tickets: told, move: label })
  ctx.touched('waybill', waybillId)
  return { moved: rows.length }
}

/** The waybill under lock, refused to those who do not keep its line. */
async function keep(ctx: Ctx, waybillId: string): Promise<LockedWaybill> {
  const waybill = await lockWaybill(ctx, waybillId)
  assertAct(ctx, 'special', waybill)
  if (!keepsLine(ctx, waybill)) throw new Problem('permit.missing')
  return waybill
}

function refuse(fields: Record<string, string>): void {
  const fault = fieldFault(fields)
  if (fault) throw fault
}

function lineFaults({ departAt, arriveAt, fromHub, toHub }: Saved, tickets: readonly Ticket[]): Record<string, string> {
  const again = tickets.findIndex((ticket, n) => tickets.findIndex(other => other.ticketNo === ticket.ticketNo) < n)
  return {
    ...(departAt !== undefined && arriveAt !== undefined && arriveAt < departAt
      ? { arriveAt: '不能早于发车时间' }
      : {}),
    ...(fromHub === toHub ? { toHub: '不能与发站网点相同' } : {}),
    ...(again >= 0 ? { [`tickets.${again}.ticketNo`]: '票号重复' } : {}),
    ...Object.fromEntries(
      tickets.flatMap((ticket, n) =>
        ticket.weightG === 0 && !ticket.volume ? [[`tickets.${n}.weightG`, '重量与体积至少填写一项']] : [],
      ),
    ),
  }
}

interface Changes {
  added: readonly Ticket[]
  updated: readonly { before: LockedTicket; after: Ticket }[]
  removed: readonly LockedTicket[]
}

/** The changes a sheet makes to the tickets kept; refuses tickets somebody else changed, and those on the road. */
async function changes(ctx: Ctx, kept: readonly LockedTicket[], tickets: readonly Ticket[]): Promise<Changes> {
  const byId = new Map(kept.map(ticket => [ticket.id, ticket]))
  const updated: { before: LockedTicket; after: Ticket }[] = []
  for (const [n, after] of tickets.entries()) {
    if (after.id === undefined) continue
    const before = byId.get(after.id)
    if (!before) throw new Problem('row.none')
    byId.delete(after.id)
    if (summary(asTicket(before)) === summary(after)) continue
    if (before.version !== after.version) throw await stale(ctx, before.id)
    if (!isTicketOpen(before.state))
      refuse({ [`tickets.${n}.ticketNo`]: `${specialTicketStates.states[before.state].label}，不能修改` })
    updated.push({ before, after })
  }
  const removed = [...byId.values()]
  const gone = removed.find(ticket => !isTicketOpen(ticket.state))
  if (gone) refuse({ tickets: `票 ${gone.ticket_no} ${specialTicketStates.states[gone.state].label}，不能移除` })
  return { added: tickets.filter(({ id }) => id === undefined), updated, removed }
}

async function write(ctx: Ctx, waybillId: string, { added, updated, removed }: Changes): Promise<void> {
  // a number taken out before is free again
  if (removed.length > 0)
    await ctx.tx.run(
      sql`update special_tickets
        set removed_at = ${ctx.now}, updated_at = ${ctx.now}, ticket_no = ticket_no || ' #' || id,
        version = version + 1 where id = any(${removed.map(({ id }) => id)}::uuid[])`.compile(q),
    )
  // two tickets may change numbers with each other: first all stand aside
  if (updated.length > 1)
    await ctx.tx.run(
      sql`update special_tickets set ticket_no = id::text
        where id = any(${updated.map(({ before }) => before.id)}::uuid[])`.compile(q),
    )
  for (const { before, after } of updated)
    await ctx.tx.run(
      q
        .updateTable('special_tickets')
        .set({ ...columns(after), updated_at: ctx.now, version: before.version + 1 })
        .where('id', '=', before.id),
    )
  if (added.length > 0)
    await ctx.tx.run(
      q.insertInto('special_tickets').values(
        added.map(ticket => ({
          id: v7(),
          waybill_id: waybillId,
          state: specialTicketStates.start,
          ...columns(ticket),
          created_by: ctx.actor.userId,
          created_at: ctx.now,
          updated_at: ctx.now,
        })),
      ),
    )
}

const columns = (ticket: Ticket) => ({
  ticket_no: ticket.ticketNo,
  consignee: ticket.consignee,
  mobile: ticket.mobile,
  address: ticket.address ?? '',
  item_name: ticket.itemName,
  pieces: ticket.pieces,
  weight_g: ticket.weightG,
  volume: ticket.volume ?? 0,
  pickup_fen: ticket.pickupFee ?? 0,
  freight_fen: ticket.freightFee ?? 0,
  deliver_fen: ticket.deliverFee ?? 0,
  cod_fen: ticket.codAmount ?? 0,
  pay_mode: ticket.payMode,
})

const asTicket = (row: LockedTicket): Ticket => ({
  ticketNo: row.ticket_no,
  consignee: row.consignee,
  mobile: row.mobile,
  address: row.address,
  itemName: row.item_name,
  pieces: row.pieces,
  weightG: grams(row.weight_g),
  volume: row.volume,
  pickupFee: fen(row.pickup_fen),
  freightFee: fen(row.freight_fen),
  deliverFee: fen(row.deliver_fen),
  codAmount: fen(row.cod_fen),
  payMode: keyOf(specialPayModes, row.pay_mode),
})

/** A ticket in words: for histories, and to find out whether anything changed. */
function summary({
  ticketNo,
  consignee,
  mobile,
  address,
  itemName,
  pieces,
  weightG,
  volume: room,
  pickupFee,
  freightFee,
  deliverFee,
  codAmount,
  payMode,
}: Ticket): string {
  const money = (label: string, amount: Fen | undefined): string => (amount ? ` ${label} ${printMoney(amount)}` : '')
  return `${ticketNo} ${consignee} ${mobile}${address ? ` ${address}` : ''} ${itemName} ${pieces} 件 ${printKg(weightG)} 公斤${room ? ` ${printVolume(volume(room))} 方` : ''}${money('提货', pickupFee)}${money('运费', freightFee)}${money('送货', deliverFee)}${money('代收', codAmount)} ${specialPayModes[payMode]}`
}

interface LineRow {
  line_company: string
  from_hub: string
  to_hub: string
  shift_no: string
  depart_at: number | null
  arrive_at: number | null
  remark: string
  transfers: unknown
}

function lineDiff(line: LineRow, input: Saved): Change[] {
  const moment = (at: number | null | undefined): string =>
    at === null || at === undefined ? '--' : formatDateTime(at)
  const hubs = (transfers: unknown): string =>
    Array.isArray(transfers) ? transfers.map((each: { hub?: unknown }) => String(each.hub)).join('、') : ''
  const pairs: readonly [string, string, string][] = [
    ['lineCompany', line.line_company, input.lineCompany],
    ['fromHub', line.from_hub, input.fromHub],
    ['toHub', line.to_hub, input.toHub],
    ['shiftNo', line.shift_no, input.shiftNo],
    ['departAt', moment(line.depart_at), moment(input.departAt)],
    ['arriveAt', moment(line.arrive_at), moment(input.arriveAt)],
    ['transfers', hubs(line.transfers), hubs(input.transfers ?? [])],
    ['remark', line.remark, input.remark ?? ''],
  ]
  return pairs
    .filter(([, old, next]) => old !== next)
    .map(([field, old, next]) => ({ field: fieldLabel(field), old: old || '--', new: next || '--' }))
}
