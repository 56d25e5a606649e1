// Choosing vouchers, input invoices, applications and statements for one act of the books.
import type { Input, Output } from '@yunshu/contract/call'
import type { chooseBookRecords } from '@yunshu/contract/batch'
import { listInvoiceApps } from '@yunshu/contract/invoice/application'
import { listInputInvoices } from '@yunshu/contract/invoice/input'
import { listStatements } from '@yunshu/contract/statement/statement'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { batchActs, batchLimits } from '@yunshu/domain/batch'
import { Problem } from '@yunshu/domain/problems/problems'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { wrongField } from '../../http/fieldFault.ts'
import type { ChosenRecord } from '../../work/chosenRecord.ts'
import type { Ctx } from '../../work/ctx.ts'
import { appsUnder } from '../invoice/application.queries.ts'
import { findChosenApps, findChosenInputs } from '../invoice/batchInvoices.queries.ts'
import { inputsUnder } from '../invoice/input.queries.ts'
import { findChosenStatements } from '../statement/batchSending.queries.ts'
import { statementsUnder } from '../statement/statement.queries.ts'
import { findChosenVouchers } from '../voucher/batchVouchers.queries.ts'
import { vouchersUnder } from '../voucher/voucher.queries.ts'
import { keepChoice, readFilter } from './batch.commands.ts'

type Wish = Input<typeof chooseBookRecords>

/** Keeps the records with the versions they have now, and says apart which cannot be done. */
export async function chooseRecordsOfBooks(ctx: Ctx, wish: Wish): Promise<Output<typeof chooseBookRecords>> {
  const { act, ids, filter } = wish
  if (!ctx.can(batchActs[act].permit)) throw new Problem('permit.missing')
  if (ids === undefined && filter === undefined) throw wrongField('ids', '请选择记录')
  const period = wish.period ?? periodOf(ctx.now)
  const records = await findRecords(ctx, wish, { period, most: batchLimits.rows + 1 })
  return keepChoice(ctx, act, {
    ids,
    most: batchLimits.rows,
    ...(act === 'tickInput' ? { period } : {}),
    records: records.map(record => ({
      ...record,
      flags: [],
      isApart: record.fault === undefined ? null : 'skipped',
    })),
  })
}

/** The records of a wish: those named, or all under the filter of the list of their word. */
function findRecords(
  ctx: Ctx,
  { act, ids, filter }: Wish,
  { period, most }: { readonly period: string; readonly most: number },
): Promise<ChosenRecord[]> {
  const those = (column: string, under: () => RawBuilder<boolean>): RawBuilder<boolean> =>
    ids === undefined ? under() : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`
  switch (act) {
    case 'auditVoucher':
    case 'postVoucher': {
      const where = those('v.id', () => vouchersUnder(ctx, readFilter(listVouchers, filter)))
      return findChosenVouchers(ctx, act, where, most)
    }
    case 'verifyInput':
    case 'tickInput': {
      const where = those('i.id', () => inputsUnder(ctx, readFilter(listInputInvoices, filter)))
      return findChosenInputs(ctx, { act, where, period, most })
    }
    case 'deliverApp': {
      const where = those('a.id', () => appsUnder(ctx, readFilter(listInvoiceApps, filter)))
      return findChosenApps(ctx, where, most)
    }
    case 'sendStatement': {
      const where = those('m.id', () => statementsUnder(ctx, readFilter(listStatements, filter)))
      return findChosenStatements(ctx, where, most)
    }
  }
}
