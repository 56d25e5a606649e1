// Steps of giving receivables up: asked by one person, booked when another agrees; taken back in red by two.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/writeOff/writeOff'
import { fen, printMoney, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import type { PickedItem } from '@yunshu/domain/voucher/offset'
import {
  faultOfGivenUp,
  faultOfWriteOffMove,
  givenUpFen,
  writeOffStates,
  type WriteOffMove,
} from '@yunshu/domain/writeOff'
import { v7 } from 'uuid'
import { takeNumber } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { columnsOfStep } from '../../work/reversible.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { itemsOf } from '../remittance/claimed.queries.ts'
import { lockReceivables, postWriteOff, postWriteOffUndone } from '../voucher/writeOffBooks.commands.ts'
import { lockWriteOff, ownWriteOffs, writeOffOn } from './writeOff.queries.ts'

type Locked = Awaited<ReturnType<typeof lockWriteOff>>

/** Refuses an amount that is more than is open of its waybill. */
function assertOpen({ waybillNo, open }: { readonly waybillNo: string; readonly open: Fen }, amount: Fen): void {
  if (amount <= open) return
  throw new Problem('writeOff.less', { waybillNo, open: printMoney(open), amount: printMoney(amount) })
}

/** Asks to give receivables of a shipper up; another person looks at it before the books move. */
export async function askWriteOff(
  ctx: Ctx,
  { shipperId, branchId, receivables, reason }: Input<typeof calls.askWriteOff>,
): Promise<Output<typeof calls.askWriteOff>> {
  const fault = faultOfGivenUp(receivables)
  if (fault !== undefined) throw wrongField('receivables', fault)
  const items = await ctx.tx.rows(
    itemsOf({ branchId, shipperId })
      .innerJoin('companies as c', 'c.id', 'i.shipper_id')
      .select(['i.waybill_id', 'i.waybill_no', 'i.open_fen', 'c.name'])
      .where(
        'i.waybill_id',
        'in',
        receivables.map(({ waybillId }) => waybillId),
      )
      .where(ownWriteOffs(ctx.actor, 'i')),
  )
  const itemOf = new Map(items.map(item => [item.waybill_id, item]))
  for (const { waybillId, amount } of receivables) {
    const item = itemOf.get(waybillId)
    if (item === undefined) throw new Problem('row.none')
    assertOpen({ waybillNo: item.waybill_no, open: fen(item.open_fen) }, amount)
  }
  const amount = givenUpFen(receivables)
  const id = v7()
  const writeOffNo = await takeNumber(ctx.tx, 'HX', 'write_off_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('write_offs').values({
      id,
      write_off_no: writeOffNo,
      state: writeOffStates.start,
      shipper_id: shipperId,
      branch_id: branchId,
      amount_fen: amount,
      waybills: receivables.length,
      reason,
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await ctx.tx.run(
    q.insertInto('write_off_items').values(
      receivables.map(item => ({
        write_off_id: id,
        waybill_id: item.waybillId,
        branch_id: branchId,
        amount_fen: item.amount,
      })),
    ),
  )
  await logEvent(ctx, {
    entity: 'writeOff',
    entityId: id,
    action: '申请核销应收坏账',
    to: writeOffStates.start,
    reason,
    diff: [{ field: '核销金额', old: '--', new: `${printMoney(amount)} 元，${receivables.length} 单` }],
  })
  const words = { writeOffNo, shipper: items[0]?.name ?? '', amount: printMoney(amount), reason }
  await tellCheckers(ctx, 'writeOff.asked', branchId, words)
  ctx.touched('writeOff', id, { writeOffNo, amount: printYuan(amount) })
  return { id, writeOffNo, version: 1 }
}

/** Tells those of the house who may agree: they see what the shipper owes too. */
async function tellCheckers(
  ctx: Ctx,
  name: 'writeOff.asked' | 'writeOff.undoAsked',
  branchId: string,
  words: { writeOffNo: string; shipper: string; amount: string; reason: string },
): Promise<void> {
  const told = { ...words, asker: writtenName(ctx.actor) }
  await tellHouse(ctx, name, { branch: branchId, permit: 'debt.confirm', also: 'price.shipper' }, told)
}

/** The money a step is about: what was asked for, or, where it takes back, what stands of it. */
const amountOf = (row: Locked, name: WriteOffMove): Fen =>
  fen(name === 'undo' || name === 'askUndo' || name === 'keep' ? row.standing_fen : row.amount_fen)

const wordsOf = (row: Locked, name: WriteOffMove) => ({
  writeOffNo: row.write_off_no,
  shipper: row.shipper_name,
  amount: printMoney(amountOf(row, name)),
})

/** A write-off under lock with the step asked for judged. */
async function lockFor(ctx: Ctx, id: string, name: WriteOffMove): Promise<Locked> {
  const row = await lockWriteOff(ctx, id)
  const fault = faultOfWriteOffMove(name, writeOffOn(ctx, row))
  if (fault) throw problemOf(fault)
  return row
}

/** The waybills of a write-off, by their ids. */
async function itemsOfWriteOff(ctx: Ctx, id: string): Promise<PickedItem[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('write_off_items')
      .select(['waybill_id', 'amount_fen'])
      .where('write_off_id', '=', id)
      .orderBy('waybill_id'),
  )
  return rows.map(row => ({ waybillId: row.waybill_id, amount: fen(row.amount_fen) }))
}

/**
 * Agrees with a write-off, or with taking it back: the books follow. Where less is open now than was asked for it is refused
 * with the figures, and has to be asked for anew.
 */
export async function confirmWriteOff(
  ctx: Ctx,
  { id, version, move: name, expectAmount }: Input<typeof calls.confirmWriteOff>,
): Promise<Output<typeof calls.confirmWriteOff>> {
  const row = await lockFor(ctx, id, name)
  const { amount } = wordsOf(row, name)
  const isBack = name === 'undo'
  if (amountOf(row, name) !== expectAmount)
    throw wrongField('expectAmount', `${isBack ? '现核销' : '申请'}金额为 ${amount} 元，请核对`)
  const { userId, name: own } = ctx.actor
  const moved = await move(ctx, writeOffStates, row, name, {
    version,
    set: isBack
      ? { undo_checker_id: userId, undo_checker_name: own, undone_at: ctx.now }
      : { checker_id: userId, checker_name: own, checked_at: ctx.now },
    diff: [{ field: isBack ? '冲销金额' : '核销金额', old: '--', new: `${amount} 元` }],
  })
  const of = { branchId: row.branch_id, shipperId: row.shipper_id }
  const items = await itemsOfWriteOff(ctx, id)
  const maker = { id: row.maker_id, name: row.maker_name }
  const booked = { id, writeOffNo: row.write_off_no, ...of, items, maker }
  if (isBack) await postWriteOffUndone(ctx, booked)
  else {
    const open = await lockReceivables(
      ctx,
      of,
      items.map(({ waybillId }) => waybillId),
    )
    for (const item of items) {
      const receivable = open.get(item.waybillId)
      if (receivable === undefined) throw new Problem('row.none')
      assertOpen(receivable, item.amount)
    }
    await postWriteOff(ctx, booked)
  }
  const asker = isBack ? (row.undo_asker_id ?? row.maker_id) : row.maker_id
  const told = { ...wordsOf(row, name), checker: own }
  await tellHappening(ctx, isBack ? 'writeOff.undone' : 'writeOff.booked', { users: [asker] }, told)
  ctx.touched('writeOff', id, { writeOffNo: row.write_off_no, amount: printYuan(amountOf(row, name)) })
  return { id, version: moved.version }
}

/** Rejects or takes back a request, asks to take a booked write-off back, or lets it stand. */
export async function moveWriteOff(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveWriteOff>,
): Promise<Output<typeof calls.moveWriteOff>> {
  const row = await lockFor(ctx, id, name)
  const why = reason.trim()
  const asks = name === 'reject' || name === 'askUndo'
  if (asks && why === '') throw wrongField('reason', '不能为空')
  const set = columnsOfStep(ctx, name, why)
  const moved = await move(ctx, writeOffStates, row, name, { version, set, ...(asks ? { reason: why } : {}) })
  const words = { ...wordsOf(row, name), reason: why }
  if (name === 'reject') await tellHappening(ctx, 'writeOff.rejected', { users: [row.maker_id] }, words)
  if (name === 'askUndo') await tellCheckers(ctx, 'writeOff.undoAsked', row.branch_id, words)
  if (name === 'keep' && row.undo_asker_id !== null)
    await tellHappening(ctx, 'writeOff.kept', { users: [row.undo_asker_id] }, wordsOf(row, name))
  ctx.touched('writeOff', id, { writeOffNo: row.write_off_no })
  return { id, version: moved.version }
}

/** Keeps papers with a write-off: the house alone sees them. */
export async function keepWriteOffPaper(
  ctx: Ctx,
  { id }: Input<typeof calls.uploadWriteOffPaper>,
  stored: StoredUploads,
): Promise<Output<typeof calls.uploadWriteOffPaper>> {
  const row = await lockWriteOff(ctx, id)
  const files = await keepUploads(ctx, stored, {
    entity: 'writeOff',
    id,
    category: 'PROOF',
    shipperId: nilId,
    carrierId: nilId,
    branchId: row.branch_id,
  })
  ctx.touched('writeOff', id, { writeOffNo: row.write_off_no, files: String(files.length) })
  return { files }
}
