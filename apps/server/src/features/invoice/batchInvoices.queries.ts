// Input invoices and applications as a batch chooses them: checked, ticked in one month, delivered to the mail of their title.
import { InvoiceTitle } from '@yunshu/contract/invoice/title'
import { recordsOfAct } from '@yunshu/domain/batch'
import { fen } from '@yunshu/domain/figures/money'
import { faultOfInputMove, inputStates } from '@yunshu/domain/invoice/input'
import { invoiceAppStates } from '@yunshu/domain/invoice/invoice'
import { faultWords, problemText, type Fault } from '@yunshu/domain/problems/problems'
import { faultOfTaxPeriod } from '@yunshu/domain/voucher/taxPeriod'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { faultOfState, type ChosenRecord } from '../../work/chosenRecord.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownInvoices } from './application.queries.ts'
import { inputOn, ownInputs } from './input.queries.ts'
import { closedBranches } from './taxPeriod.queries.ts'

const moveOf = { verifyInput: 'verify', tickInput: 'tick' } as const
type InputAct = keyof typeof moveOf

const inWords = (fault: Fault | undefined): string | undefined => fault && faultWords(fault)

/** Input invoices in reach that meet a condition on `input_invoices as i`, for a month of return: at most `most`, newest first. */
export async function findChosenInputs(
  ctx: Ctx,
  { act, where, period, most }: { act: InputAct; where: RawBuilder<boolean>; period: string; most: number },
): Promise<ChosenRecord[]> {
  const move = moveOf[act]
  const rows = await ctx.tx.rows(
    q
      .selectFrom('input_invoices as i')
      .selectAll('i')
      .where(allOf([where, ownInputs(ctx.actor, 'i')]))
      .orderBy('i.id', 'desc')
      .limit(most),
  )
  const closed = move === 'tick' ? await closedBranches(ctx, period) : new Set()
  return rows.map(raw => {
    const row = { ...raw, state: keyOf(inputStates.states, raw.state) }
    const isClosed = closed.has(row.branch_id)
    return {
      id: row.id,
      number: row.invoice_no,
      name: row.seller_name,
      version: row.version,
      branchId: row.branch_id,
      amount: fen(move === 'tick' ? row.tax_fen : row.gross_fen),
      fault:
        faultOfState(inputStates, { from: recordsOfAct[act], state: row.state, move }) ??
        inWords(faultOfInputMove(move, inputOn(ctx, row))) ??
        (move === 'tick' ? faultOfTaxPeriod({ period, issuedAt: row.issued_at, now: ctx.now, isClosed }) : undefined),
    }
  })
}

/** Applications in reach that meet a condition on `invoice_apps as a`: at most `most`, newest first. */
export async function findChosenApps(ctx: Ctx, where: RawBuilder<boolean>, most: number): Promise<ChosenRecord[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('invoice_apps as a')
      .selectAll('a')
      .where(allOf([where, ownInvoices(ctx.actor, 'a')]))
      .orderBy('a.id', 'desc')
      .limit(most),
  )
  return rows.map(row => {
    const mail = mailOf(row.title)
    const state = keyOf(invoiceAppStates.states, row.state)
    return {
      id: row.id,
      number: row.app_no,
      name: mail === '' ? row.title_name : `${row.title_name} ${mail}`,
      version: row.version,
      branchId: row.branch_id,
      amount: fen(row.gross_fen),
      fault:
        faultOfState(invoiceAppStates, { from: recordsOfAct.deliverApp, state, move: 'deliver' }) ??
        (mail === '' ? problemText('invoice.noMail') : undefined),
    }
  })
}

/** The mail address invoices of an application go to. */
const mailOf = (title: unknown): string => z.parse(InvoiceTitle, title).email?.trim() ?? ''

/** The mail address of one application in reach. */
export async function mailOfApp(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.tx.one(
    q
      .selectFrom('invoice_apps as a')
      .select('a.title')
      .where(allOf([sql<boolean>`a.id = ${id}::uuid`, ownInvoices(ctx.actor, 'a')])),
  )
  return mailOf(row.title)
}
