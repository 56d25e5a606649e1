// Choosing vouchers, input invoices, applications, statements and agreements for one act of the books.
import type { Input, Output } from '@yunshu/contract/call'
import type { chooseBookRecords } from '@yunshu/contract/batch'
import { listAgreements } from '@yunshu/contract/agreement/agreement'
import { listInvoiceApps } from '@yunshu/contract/invoice/application'
import { listInputInvoices } from '@yunshu/contract/invoice/input'
import { listStatements } from '@yunshu/contract/statement/statement'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { batchActs, batchLimits, recordsOfAct } from '@yunshu/domain/batch'
import { Problem } from '@yunshu/domain/problems/problems'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { wrongField } from '../../http/fieldFault.ts'
import type { ChosenRecord } from '../../work/chosenRecord.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { agreementsUnder } from '../agreement/agreement.queries.ts'
import { findChosenAgreements } from '../agreement/batchAgreements.queries.ts'
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
  // under a filter those are meant that the act can begin with; one that is named is told why it cannot
  const those = (alias: string, under: () => RawBuilder<boolean>): RawBuilder<boolean> =>
    ids === undefined
      ? allOf([under(), sql<boolean>`${sql.ref(`${alias}.state`)} = any(${[...recordsOfAct[act]]}::text[])`])
      : sql<boolean>`${sql.ref(`${alias}.id`)} = any(${ids}::uuid[])`
  switch (act) {
    case 'auditVoucher':
    case 'postVoucher': {
      const where = those('v', () => vouchersUnder(ctx, readFilter(listVouchers, filter)))
      return findChosenVouchers(ctx, act, where, most)
    }
    case 'verifyInput':
    case 'tickInput': {
      const where = those('i', () => inputsUnder(ctx, readFilter(listInputInvoices, filter)))
      return findChosenInputs(ctx, { act, where, period, most })
    }
    case 'deliverApp': {
      const where = those('a', () => appsUnder(ctx, readFilter(listInvoiceApps, filter)))
      return findChosenApps(ctx, where, most)
    }
    case 'sendStatement': {
      const where = those('m', () => statementsUnder(ctx, readFilter(listStatements, filter)))
      return findChosenStatements(ctx, where, most)
    }
    case 'sendAgreement': {
      const where = those('a', () => agreementsUnder(ctx, readFilter(listAgreements, filter)))
      return findChosenAgreements(ctx, where, most)
    }
  }
}
