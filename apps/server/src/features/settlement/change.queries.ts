// The change of an approved sheet that waits for another person: as it was asked for, and as the sheet would be after it.
import type { Input, Output } from '@yunshu/contract/call'
import { zKey } from '@yunshu/contract/fields'
import type { LinePayee, listLinePayees } from '@yunshu/contract/settlement/sheetLines'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { fen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { sheetChanges, sheetSums } from '@yunshu/domain/settlement/sheetChange'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { findPayableFor } from '../payee/payee.queries.ts'
import { isChild } from './family.queries.ts'
import { accountOfCarrier, Payee, payeesOfLines, payeeText } from './linePayees.queries.ts'
import { findLines, payerRows, type Sheet, type SheetLine } from './settlement.queries.ts'

/** A change as it was asked for (column settlements.asked_change). */
export const AskedChange = z.object({
  kind: zKey(sheetChanges),
  partIds: z.array(z.string()),
  /** Null: the carrier's own account. */
  payeeId: z.nullable(z.string()),
  /** The account as it was when it was asked for; null where lines are taken off. */
  account: z.nullable(Payee),
  reason: z.string(),
  asker: z.string(),
  at: z.number(),
})
export type AskedChange = z.output<typeof AskedChange>

/** Lines of a sheet that are meant by a change. */
export function meantBy({ partIds }: Pick<AskedChange, 'partIds'>, lines: readonly SheetLine[]): SheetLine[] {
  const meant = new Set(partIds)
  return lines.filter(line => meant.has(line.part_id))
}

/** The lines of a sheet but for these. */
export function linesWithout(lines: readonly SheetLine[], left: readonly SheetLine[]): SheetLine[] {
  const gone = new Set(left)
  return lines.filter(line => !gone.has(line))
}

/** The columns of sums of a sheet of these lines; one that pays again pays what its lines were to be paid. */
export function sumsWith(
  sheet: Pick<Sheet, 'p_settlement_num' | 'carried_in_fen'>,
  lines: readonly SheetLine[],
): Readonly<
  Record<
    | 'payable_fen'
    | 'oil_fen'
    | 'advanced_fen'
    | 'deducted_fen'
    | 'penalty_fen'
    | 'carried_in_fen'
    | 'carried_out_fen'
    | 'due_fen',
    Fen
  >
> {
  const sumOf = (read: (line: SheetLine) => number): Fen => sumFen(lines.map(line => fen(read(line))))
  const carriedIn = isChild(sheet) ? sumOf(line => line.set_off_fen) : fen(sheet.carried_in_fen)
  const sums = sheetSums(
    lines.map(line => ({
      freight: fen(line.freight_fen),
      oil: fen(line.oil_fen),
      advanced: fen(line.advanced_fen),
      deducted: fen(line.deducted_fen),
      penalty: fen(line.penalty_fen),
    })),
    carriedIn,
  )
  return {
    payable_fen: sums.freight,
    oil_fen: sums.oil,
    advanced_fen: sums.advanced,
    deducted_fen: sums.deducted,
    penalty_fen: sums.penalty,
    carried_in_fen: carriedIn,
    carried_out_fen: sums.carriedOut,
    due_fen: sums.due,
  }
}

/** The change that waits, for the page of its sheet. */
export function changeOn(
  sheet: Pick<Sheet, 'p_settlement_num' | 'carried_in_fen' | 'asked_change' | 'due_fen'> & {
    state: string
    carried_out_fen: number
  },
  lines: readonly SheetLine[],
): Pick<SettlementDetail, 'change'> {
  if (sheet.asked_change === null || sheet.state !== 'approved') return {}
  const asked = z.parse(AskedChange, sheet.asked_change)
  const meant = meantBy(asked, lines)
  const isRemoval = asked.kind === 'removeLine'
  const after = isRemoval ? sumsWith(sheet, linesWithout(lines, meant)) : sheet
  return {
    change: {
      kind: asked.kind,
      lines: meant.map(line => ({
        partId: line.part_id,
        waybillNo: line.waybill_no,
        part: keyOf(waybillParts, line.part),
      })),
      ...(asked.account === null ? {} : { payee: payeeText(asked.account) }),
      reason: asked.reason,
      asker: asked.asker,
      at: asked.at,
      due: fen(after.due_fen),
      carriedOut: fen(after.carried_out_fen),
    },
  }
}

/** The accounts a line of a sheet may be paid to: the carrier's own, and those its driver's earnings may go to. */
export async function findLinePayees(
  ctx: Ctx,
  { settlementNum, partId }: Input<typeof listLinePayees>,
): Promise<Output<typeof listLinePayees>> {
  const sheet = await ctx.tx.one(
    q
      .selectFrom('settlements as st')
      .select(['st.id', 'st.carrier_id'])
      .where('st.settlement_num', '=', settlementNum)
      .where(allOf([payerRows(ctx.actor, 'st'), ownSheets(ctx.actor, 'st')])),
  )
  const [line] = await findLines(ctx, sheet.id, { where: sql<boolean>`l.part_id = ${partId}::uuid` })
  if (line === undefined) throw new Problem('row.none')
  const [current] = await payeesOfLines(ctx, sheet.carrier_id, [line])
  const own = await accountOfCarrier(ctx, sheet.carrier_id)
  const others =
    line.part === 'fee'
      ? []
      : ((await ctx.tx.elevated(() => findPayableFor(ctx, [line.driver_id], ctx.now))).get(line.driver_id) ?? [])
  const shown = (payee: { name: string; account: string; bank: string }, payeeId?: string): LinePayee => ({
    ...(payeeId === undefined ? {} : { payeeId }),
    name: payee.name,
    account: maskBankCard(payee.account),
    bank: payee.bank,
    isCurrent: (line.payee_id ?? undefined) === payeeId && current?.account === payee.account,
  })
  return {
    payees: [
      ...(own === undefined ? [] : [shown(own)]),
      ...others.map(({ payeeId, name, bank, accountNo }) => shown({ name, bank, account: accountNo }, payeeId)),
    ],
  }
}
