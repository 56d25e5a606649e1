// Changes of lines of a sheet: of a draft paid to the carrier by its maker; of an approved one taken off, or paid to another
// account, when one asks and another agrees.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/settlement/sheetLines'
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sheetChanges, type SheetChange } from '@yunshu/domain/settlement/sheetChange'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import { AskedChange, linesWithout, meantBy, sumsWith } from './change.queries.ts'
import { assertSomeChannelTakes } from './channelState.queries.ts'
import { accountKey, accountOfCarrier, assertPayable, Payee, payeesOfLines } from './linePayees.queries.ts'
import { payLinesTo, takeLinesOff } from './lineChange.commands.ts'
import { layLinesAnew } from './lines.commands.ts'
import { answerSettlement } from './settlement.commands.ts'
import {
  assertSheetMove,
  findLines,
  isAdvanceUsed,
  lockSettlement,
  payersWith,
  sheetOn,
  type Sheet,
  type SheetLine,
} from './settlement.queries.ts'
import { askVoid } from './void.commands.ts'

/** Has waybills of a draft paid to the carrier's own account; amounts set off are laid on the lines anew. */
export async function payToCarrier(
  ctx: Ctx,
  { settlementNum, version, waybillIds }: Input<typeof calls.payToCarrier>,
): Promise<Output<typeof calls.payToCarrier>> {
  const sheet = await lockSettlement(ctx, settlementNum)
  const lines = await findLines(ctx, sheet.id)
  const chosen = new Set(waybillIds)
  const changed = lines.filter(line => chosen.has(line.waybill_id))
  // a waybill may stand on it with several parts
  if (new Set(changed.map(line => line.waybill_id)).size !== chosen.size) throw new Problem('row.none')
  const paysOthers = changed.some(line => line.payee_id !== null)
  assertSheetMove('payToCarrier', { ...(await sheetOn(ctx, sheet)), paysOthers })
  const moved = await move(ctx, settlementStates, sheet, 'payToCarrier', {
    version,
    diff: [{ field: '运单', old: '--', new: numbersOf(changed) }],
  })
  await layLinesAnew(
    ctx,
    sheet,
    lines.map(line => (chosen.has(line.waybill_id) ? { ...line, payee_id: null } : line)),
  )
  return answerSettlement(ctx, moved)
}

/** The waybills of lines: twenty at most by number, and how many they are. */
export function numbersOf(lines: readonly SheetLine[]): string {
  const numbers = [...new Set(lines.map(line => line.waybill_no))]
  const more = numbers.length > 20 ? `等 ${numbers.length} 张` : ''
  return `${numbers.slice(0, 20).join('、')}${more}`
}

/** A change in words, with the waybills it is about. */
const wordsOf = (kind: SheetChange, lines: readonly SheetLine[]): string => `${sheetChanges[kind]} ${numbersOf(lines)}`

/** The sheet and those of its lines a person means to change. */
async function lockMeant(
  ctx: Ctx,
  { settlementNum, version, partIds }: { settlementNum: string; version: number; partIds: readonly string[] },
): Promise<{ sheet: Sheet; lines: SheetLine[]; meant: SheetLine[] }> {
  const sheet = await lockSettlement(ctx, settlementNum)
  if (sheet.version !== version) throw await stale(ctx, sheet.id)
  assertSheetMove('askChange', await sheetOn(ctx, sheet))
  const lines = await findLines(ctx, sheet.id)
  const meant = meantBy({ partIds: [...partIds] }, lines)
  if (meant.length !== new Set(partIds).size) throw new Problem('row.none')
  return { sheet, lines, meant }
}

async function ask(
  ctx: Ctx,
  { sheet, meant }: { sheet: Sheet; meant: readonly SheetLine[] },
  { version, ...wish }: Pick<AskedChange, 'kind' | 'payeeId' | 'account' | 'reason'> & { version: number },
): Promise<Output<typeof calls.askChangePayee>> {
  const { kind, reason } = wish
  const asked: AskedChange = {
    ...wish,
    partIds: meant.map(line => line.part_id),
    asker: writtenName(ctx.actor),
    at: ctx.now,
  }
  const what = wordsOf(kind, meant)
  const moved = await move(ctx, settlementStates, sheet, 'askChange', {
    version,
    reason,
    diff: [{ field: '变更', old: '--', new: what }],
    set: {
      asked_change: JSON.stringify(asked),
      change_asker_id: ctx.actor.userId,
      change_asker_for: ctx.actor.actingFor?.userId ?? null,
    },
  })
  await tellHappening(ctx, 'settlement.changeAsked', payersWith(sheet, 'settlement.approve'), {
    settlementNum: sheet.settlement_num,
    what,
    reason,
  })
  return answerSettlement(ctx, moved)
}

/** An advance a signature has counted on stays on its sheet: it can only be paid. */
function assertNotUsed(lines: readonly SheetLine[]): void {
  const used = lines.find(isAdvanceUsed)
  if (used !== undefined) throw new Problem('advance.used', { waybillNo: used.waybill_no })
}

/** Asks to take lines off an approved sheet; all of them is asking to void it. */
export async function askRemoveLines(
  ctx: Ctx,
  { settlementNum, version, partIds, reason }: Input<typeof calls.askRemoveLines>,
): Promise<Output<typeof calls.askRemoveLines>> {
  const { sheet, lines, meant } = await lockMeant(ctx, { settlementNum, version, partIds })
  assertNotUsed(meant)
  if (meant.length === lines.length)
    return { ...(await askVoid(ctx, { settlementNum, version, reason })), isVoiding: true }
  const asked = await ask(ctx, { sheet, meant }, { kind: 'removeLine', payeeId: null, account: null, reason, version })
  return { ...asked, isVoiding: false }
}

/**
 * Refuses an account lines cannot be paid to: of a payee their driver's earnings may not go to, none at all, the one they
 * are paid to already, or one that would get more at once than any channel takes.
 */
async function assertAccount(
  ctx: Ctx,
  sheet: Sheet,
  { lines, meant }: { lines: readonly SheetLine[]; meant: readonly SheetLine[] },
  payeeId: string | null,
): Promise<Payee> {
  const changed = meant.map(line => ({ ...line, payee_id: payeeId, payee: null }))
  if (payeeId !== null && meant.some(({ part }) => part === 'fee'))
    throw wrongField('payeeId', '转派服务费只付到承运商自己的账户')
  await assertPayable(ctx, sheet.carrier_id, changed, 'choose')
  const [account] = await payeesOfLines(ctx, sheet.carrier_id, changed)
  if (account === undefined) {
    const { name } = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', sheet.carrier_id))
    throw new Problem('payment.account', { payee: name })
  }
  const same = meant.find(
    line => line.payee_id === payeeId && accountKey(z.parse(Payee, line.payee)) === accountKey(account),
  )
  if (same !== undefined) throw new Problem('payment.samePayee', { waybillNo: same.waybill_no })
  await assertSomeChannelTakes(ctx, sheet, [
    ...linesWithout(lines, meant),
    ...meant.map(line => ({ ...line, payee_id: payeeId })),
  ])
  return account
}

/** Asks to pay lines of an approved sheet to another account. */
export async function askChangePayee(
  ctx: Ctx,
  { settlementNum, version, partIds, payeeId: chosen, reason }: Input<typeof calls.askChangePayee>,
): Promise<Output<typeof calls.askChangePayee>> {
  const found = await lockMeant(ctx, { settlementNum, version, partIds })
  const payeeId = chosen ?? null
  if (payeeId === null && (await accountOfCarrier(ctx, found.sheet.carrier_id)) === undefined)
    throw wrongField('payeeId', '承运商未登记收款账户')
  const account = await assertAccount(ctx, found.sheet, found, payeeId)
  return ask(ctx, found, { kind: 'changePayee', payeeId, account, reason, version })
}

const noChange = { asked_change: null, change_asker_id: null, change_asker_for: null }

/** A sheet with the change that waits, as the person saw it: who comes second is told that it was changed. */
async function lockAsked(
  ctx: Ctx,
  name: 'withdrawChange' | 'refuseChange' | 'confirmChange',
  { settlementNum, version }: Input<typeof calls.withdrawChange>,
): Promise<Sheet> {
  const sheet = await lockSettlement(ctx, settlementNum)
  if (sheet.version !== version) throw await stale(ctx, sheet.id)
  assertSheetMove(name, await sheetOn(ctx, sheet, await policiesOfCompany(ctx.tx, sheet.shipper_id)))
  return sheet
}

/** Takes the wish to change a sheet back. */
export async function withdrawChange(
  ctx: Ctx,
  { settlementNum, version }: Input<typeof calls.withdrawChange>,
): Promise<Output<typeof calls.withdrawChange>> {
  const sheet = await lockAsked(ctx, 'withdrawChange', { settlementNum, version })
  return answerSettlement(ctx, await move(ctx, settlementStates, sheet, 'withdrawChange', { version, set: noChange }))
}

/** Refuses to change a sheet; the person who asked hears why. */
export async function refuseChange(
  ctx: Ctx,
  { settlementNum, version, reason }: Input<typeof calls.refuseChange>,
): Promise<Output<typeof calls.refuseChange>> {
  const sheet = await lockAsked(ctx, 'refuseChange', { settlementNum, version })
  const moved = await move(ctx, settlementStates, sheet, 'refuseChange', { version, reason, set: noChange })
  const asker = sheet.change_asker_id === null ? [] : [sheet.change_asker_id]
  await tellHappening(ctx, 'settlement.changeRefused', { users: asker }, { settlementNum, reason })
  return answerSettlement(ctx, moved)
}

/** True where money would go to the same account of the same bank. */
const isSameAccount = (one: Payee, other: Payee): boolean =>
  accountKey(one) === accountKey(other) && one.bank === other.bank

/** Makes the change of a sheet another person asked for; its payers look at its new amount. */
export async function confirmChange(
  ctx: Ctx,
  { settlementNum, version, expectDue }: Input<typeof calls.confirmChange>,
): Promise<Output<typeof calls.confirmChange>> {
  const sheet = await lockAsked(ctx, 'confirmChange', { settlementNum, version })
  const asked = z.parse(AskedChange, sheet.asked_change)
  const lines = await findLines(ctx, sheet.id)
  const meant = meantBy(asked, lines)
  // a late success may have taken lines off a sheet that pays again
  if (meant.length !== asked.partIds.length) throw new Problem('settlement.noChange')
  const isRemoval = asked.kind === 'removeLine'
  const rest = linesWithout(lines, meant)
  if (isRemoval && rest.length === 0) throw new Problem('settlement.emptied')
  if (isRemoval) assertNotUsed(meant)
  const due = isRemoval ? sumsWith(sheet, rest).due_fen : fen(sheet.due_fen)
  if (due !== expectDue) throw new Problem('settlement.changed', { settlementNum, due: printMoney(due) })
  const what = wordsOf(asked.kind, meant)
  const moved = await move(ctx, settlementStates, sheet, 'confirmChange', {
    version,
    diff: [{ field: '变更', old: '--', new: what }],
    set: noChange,
  })
  if (isRemoval) await takeLinesOff(ctx, sheet, { meant, rest })
  else {
    const account = await assertAccount(ctx, sheet, { lines, meant }, asked.payeeId)
    // both people named one account: another one its payee has by now nobody asked for
    if (asked.account === null || !isSameAccount(asked.account, account))
      throw new Problem('payment.accountChanged', { payee: account.name })
    await payLinesTo(ctx, sheet, meant, { payeeId: asked.payeeId, account })
  }
  await tellChanged(ctx, sheet, { what, due })
  return answerSettlement(ctx, moved)
}

/** Those who pay a sheet, and the person who asked to change it, hear of its amount, each once. */
async function tellChanged(ctx: Ctx, sheet: Sheet, { what, due }: { what: string; due: Fen }): Promise<void> {
  const said = { settlementNum: sheet.settlement_num, what, due: printMoney(due) }
  const asker = sheet.change_asker_id === null ? [] : [sheet.change_asker_id]
  const payers = payersWith(sheet, 'settlement.pay')
  await tellHappening(ctx, 'settlement.changeDone', 'company' in payers ? { ...payers, users: asker } : payers, said)
}
