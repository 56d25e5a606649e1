// Records that have numbers to be told, each within the reach of who asks.
import type { SecretKind } from '@yunshu/domain/identity/secretNumbers'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { faultOfOfflineRecord } from '@yunshu/domain/settlement/offline'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownCompany, servedCompanies } from '../company/company.queries.ts'
import { ownDeposits } from '../deposit/deposit.queries.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { ownInvoices } from '../invoice/application.queries.ts'
import { ownTitles } from '../invoice/title.queries.ts'
import { ownRefunds } from '../refund/refund.queries.ts'
import { sheetHandOf, ownHandRows } from '../settlement/offline.queries.ts'

interface Found {
  /** The record in the audit log. */
  readonly entity: string
  readonly entityId: string
  readonly name: string
  readonly numbers: Readonly<Record<string, string | null | undefined>>
}

const finders: Readonly<Record<SecretKind, (ctx: Ctx, id: string) => Promise<Found>>> = {
  async driver(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('drivers as d')
        .select(['d.name', 'd.id_no', 'd.licence_no', 'd.qualification_no', 'd.mobile'])
        .where('d.id', '=', id)
        .where(ownFleet(ctx.actor, 'd')),
    )
    const { name, id_no: idNo, licence_no: licenceNo, qualification_no: qualificationNo, mobile } = row
    return { entity: 'driver', entityId: id, name, numbers: { idNo, licenceNo, qualificationNo, mobile } }
  },
  async payee(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('payees as p')
        .select(['p.name', 'p.id_no', 'p.account_no', 'p.mobile'])
        .where('p.id', '=', id)
        .where(ownFleet(ctx.actor, 'p')),
    )
    const { name, id_no: idNo, account_no: accountNo, mobile } = row
    return { entity: 'payee', entityId: id, name, numbers: { idNo, accountNo, mobile } }
  },
  async company(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('companies as c')
        .innerJoin('company_profiles as p', 'p.company_id', 'c.id')
        .select(['c.name', 'c.contact_mobile', 'p.legal_id_no'])
        .select(sql<string | null>`p.invoice_title ->> 'accountNo'`.as('invoice_account_no'))
        .where('c.id', '=', id)
        .where(reachedCompany(ctx)),
    )
    const { contact_mobile: contactMobile, legal_id_no: legalIdNo, invoice_account_no: invoiceAccountNo } = row
    return {
      entity: 'company',
      entityId: id,
      name: row.name,
      numbers: { contactMobile, legalIdNo, invoiceAccountNo },
    }
  },
  async companyAccount(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('company_accounts as a')
        .innerJoin('companies as c', 'c.id', 'a.company_id')
        .select(['c.id', 'c.name', 'a.account_no'])
        .where('a.id', '=', id)
        .where('a.removed_at', 'is', null)
        .where(reachedCompany(ctx)),
    )
    return { entity: 'company', entityId: row.id, name: row.name, numbers: { accountNo: row.account_no } }
  },
  async invoiceApp(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('invoice_apps as a')
        .select('a.app_no')
        .select(sql<string | null>`a.title ->> 'accountNo'`.as('account_no'))
        .where('a.id', '=', id)
        .where(ownInvoices(ctx.actor, 'a')),
    )
    return { entity: 'invoiceApp', entityId: id, name: row.app_no, numbers: { accountNo: row.account_no } }
  },
  async invoiceTitle(ctx, id) {
    const row = await ctx.tx.one(ownTitles(ctx).where('id', '=', id))
    return { entity: 'invoiceTitle', entityId: id, name: row.name, numbers: { accountNo: row.account_no } }
  },
  async refund(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('refunds as r')
        .select(['r.refund_no', 'r.account_no'])
        .where('r.id', '=', id)
        .where(ownRefunds(ctx.actor, 'r')),
    )
    return { entity: 'refund', entityId: id, name: row.refund_no, numbers: { accountNo: row.account_no } }
  },
  async depositBack(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('deposit_backs as k')
        .select(['k.back_no', 'k.account_no'])
        .where('k.id', '=', id)
        .where(ownDeposits(ctx.actor, 'k')),
    )
    return { entity: 'depositBack', entityId: id, name: row.back_no, numbers: { accountNo: row.account_no } }
  },
  async offlinePayment(ctx, id) {
    const row = await ctx.tx.one(
      q
        .selectFrom('payments as p')
        .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
        .select(['p.task_no', 'p.account_no', 'st.shipper_id', 'st.maker_id', 'st.maker_for'])
        .select(['st.submitter_id', 'st.submitter_for', 'st.auditor_id'])
        .where('p.id', '=', id)
        .where('p.channel', '=', 'OFFLINE')
        .where('p.state', 'in', ['created', 'sent', 'unknown'])
        .where(ownHandRows(ctx.actor, 'p')),
    )
    // a person who pays nothing of the sheet types no account at the bank
    if (faultOfOfflineRecord(await sheetHandOf(ctx, row))) throw new Problem('row.none')
    return { entity: 'payment', entityId: id, name: row.task_no, numbers: { accountNo: row.account_no } }
  },
}

/** Companies `c` whose papers the actor sees: their own, and for verifiers of the house those it serves. */
function reachedCompany(ctx: Ctx) {
  const isHouse = isHouseSide(ctx.actor.side)
  if (!ctx.can(isHouse ? 'company.verify' : 'company.view')) throw new Problem('row.none')
  return isHouse ? servedCompanies(ctx.actor) : ownCompany(ctx.actor)
}

/** The record with its numbers, in the actor's reach; throws `row.none` otherwise. */
export const findSecretRecord = (ctx: Ctx, kind: SecretKind, id: string): Promise<Found> => finders[kind](ctx, id)
