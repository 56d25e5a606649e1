// Work on invoices, vouchers, posting rules, months and agreements: steps of the house, second people, and the parties' answers.
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { invoiceKinds, type InvoiceAppMove, type InvoiceAppState } from '@yunshu/domain/invoice/invoice'
import type { InputTurn } from '@yunshu/domain/invoice/input'
import { redReasons, redStates, type RedMove } from '@yunshu/domain/invoice/red'
import type { TodayKind } from '@yunshu/domain/today/today'
import type { VoucherTurn } from '@yunshu/domain/voucher/manual'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { awaitedOf, isAwaited } from '../../db/awaitedInvoices.ts'
import { dayAtInSql, dayTextInSql } from '../../db/conditions.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, bySide, isAnothers, ownVouchers, ownRows } from '../../work/scope.ts'
import { ownAgreements, waitsFor } from '../agreement/agreement.queries.ts'
import { ownInvoices } from '../invoice/application.queries.ts'
import { inputsWaiting, ownInputs } from '../invoice/input.queries.ts'
import { ownPeriods } from '../voucher/closing.queries.ts'
import { openingsWaiting, vouchersWaiting } from '../voucher/manual.queries.ts'
import { nextMonth } from '../voucher/months.queries.ts'
import { ownVersions } from '../voucher/posting.queries.ts'
import { isUnsigned } from '../waybill/waybillAlert.queries.ts'
import { pileByBranch } from './pile.ts'
import { asSide, labelOf, type FoundWork, type TodaySource } from './work.ts'

type Condition = RawBuilder<boolean>
const named = (id: string): RawBuilder<string> =>
  sql<string>`(select o.name from companies o where o.id = ${sql.ref(id)})`

interface Applications {
  readonly state: InvoiceAppState
  readonly act: InvoiceAppMove
  readonly refuse?: InvoiceAppMove
  /** Another person than the one who asked for the invoice does it. */
  readonly takesAnother?: boolean
}
const applications = ({ state, act, refuse, takesAnother = false }: Applications): TodaySource => {
  const pageOf = ({ link }: Pick<FoundWork, 'link'>): string => screenUrl('InvoiceApp', { id: link })
  return {
    find: ({
      actor,
    }) => sql<FoundWork>`select a.id, a.version, a.app_no as no, ${labelOf(sql`a.kind`, invoiceKinds)} as beside,
      concat_ws('　', a.title_name, a.waybills || ' 单') as about, ${named('a.shipper_id')} as whose,
      null::bigint as deadline, a.gross_fen as amount, a.updated_at as since, a.id::text as link
      from invoice_apps a where ${allOf([
        ownInvoices(actor, 'a'),
        sql<boolean>`a.state = ${sql.lit(state)}`,
        takesAnother ? isAnothers(actor, 'a.maker_id', 'a.maker_for') : undefined,
      ])}`,
    path: found => actUrl(pageOf(found), act),
    ...(refuse === undefined ? {} : { refuse: found => actUrl(pageOf(found), refuse) }),
  }
}

/** The condition of the index red_confirms_live. */
const isUnderWay = sql<boolean>`(r.state in ('asking', 'noNeed', 'sellerAsked', 'buyerAsked', 'agreed')
  and r.issue_state <> 'issued')`

/** Red confirmations; their page is that of the invoice they take back, the list shows them by their number. */
const reds = (where: (actor: Actor) => Condition, act?: RedMove): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select r.id, r.version, r.confirm_no as no, ${labelOf(sql`r.state`, redStates.states)} as beside,
    concat_ws('　', ${labelOf(sql`r.reason_code`, redReasons)}, (select '发票 ' || i.invoice_no from invoices i
      where i.id = r.invoice_id)) as about,
    ${bySide(actor, { platform: named('r.shipper_id'), branch: () => named('r.shipper_id'), company: () => named('r.branch_id') })} as whose,
    case when r.state in ('sellerAsked', 'buyerAsked') then r.deadline_at end as deadline, r.gross_fen as amount,
    r.updated_at as since, r.confirm_no as link
    from red_confirms r where ${allOf([ownInvoices(actor, 'r'), isUnderWay, where(actor)])}`,
  path: ({ link }) => redPath(link, act),
})
const redPath = (confirmNo: string, act: RedMove | undefined): string => {
  const list = listUrl('QueryInvoiceRed', { text: confirmNo })
  return act === undefined ? list : actUrl(list, act)
}

const inputs = (turn: InputTurn): TodaySource => ({
  find: ({ actor }) =>
    pileByBranch({
      from: sql`from input_invoices i where ${allOf([ownInputs(actor, 'i'), inputsWaiting(actor, turn, 'i')])}`,
      alias: 'i',
      amount: sql<number>`i.gross_fen`,
      since: sql<number>`i.updated_at`,
      unit: '张',
    }),
  path: ({ link }) => listUrl('QueryInvoiceInput', { waits: turn, branchId: link }),
})

const vouchers = (turn: VoucherTurn): TodaySource => ({
  find: ({ actor }) =>
    pileByBranch({
      from: sql`from vouchers v where ${allOf([ownVouchers(actor, 'v'), vouchersWaiting(actor, turn, 'v')])}`,
      alias: 'v',
      amount: sql<number>`v.amount_fen`,
      since: sql<number>`v.updated_at`,
      unit: '张',
    }),
  path: ({ link }) => listUrl('VoucherList', { waits: turn, branchId: link }),
})

/** Opening balances of a branch: one voucher, which is read before it is audited. */
const openings = (turn: VoucherTurn): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select v.id, v.version, v.voucher_no as no, '制单 ' || v.maker_name as beside, v.summary as about,
    ${named('v.branch_id')} as whose, null::bigint as deadline, v.amount_fen as amount, v.updated_at as since,
    concat_ws(' ', v.kind, v.branch_id) as link
    from vouchers v where ${allOf([ownVouchers(actor, 'v'), openingsWaiting(actor, turn, 'v')])}`,
  path: ({ id, link }) => {
    const [kind = '', branchCompanyId = ''] = link.split(' ')
    return voucherUrl({ id, kind, branchCompanyId })
  },
})

/** The newest signatures that are looked through for invoices a carrier owes; with more of them the figures are told as a part. */
const owedMost = 5000

/** Freight a carrier was paid and has issued no invoice for, a piece for each branch; each waybill is reckoned once. */
const owedInvoices = (ctx: Ctx): RawBuilder<FoundWork> => sql<FoundWork>`with looked as materialized (
      select w.branch_id, w.signed_at, ${awaitedOf.FREIGHT} as open_fen
      from (select w.* from waybills w where ${allOf([
        ownRows(ctx.actor, 'w'),
        asSide(ctx.actor, 'carrier', 'w'),
        isAwaited('FREIGHT', ctx.now),
        // the list of them shows amounts
        sql<boolean>`${ctx.can('invoice.view') && ctx.can('price.carrier')}::boolean`,
      ])} order by w.signed_at desc limit ${sql.lit(owedMost)}) w)
    select x.branch_id as id,
    ((count(*) + sum(x.open_fen)) % 2000000000)::int as version, case when (select count(*) from looked) = ${sql.lit(owedMost)} then '≥ ' else '' end || count(*) || ' 单' as no, null as beside,
    '最早 ' || ${dayTextInSql(sql`min(x.signed_at)`, 'MM-DD')} || ' 签收' as about, ${named('x.branch_id')} as whose,
    null::bigint as deadline, sum(x.open_fen)::bigint as amount, min(x.signed_at) as since, x.branch_id::text as link
    from looked x where x.open_fen > 0 group by x.branch_id`

/** The month of each branch that is over and the next to be closed, while nobody has asked to. */
const monthsToClose = ({ actor, now }: Ctx): RawBuilder<FoundWork> => sql<FoundWork>`select m.branch_id as id,
    m.period::int as version, m.period as no, null as beside, null as about, ${named('m.branch_id')} as whose,
    null::bigint as deadline, null::bigint as amount,
    ${dayAtInSql(sql`(to_date(m.period, 'YYYYMM') + interval '1 month')::date`)}
      as since, concat_ws(' ', m.branch_id, m.period) as link
    from (select b.id as branch_id, ${nextMonth(sql`b.id`)} as period from companies b where b.kind = 'BRANCH') m
    where ${allOf([
      ownPeriods(actor, 'm'),
      sql<boolean>`m.period <= ${shiftPeriod(periodOf(now), -1)}`,
      sql<boolean>`not exists (select from period_closings c where c.branch_id = m.branch_id and c.period = m.period
        and c.state in ('asked', 'closed', 'reopening'))`,
    ])}`

/** The month of a branch, open beside the list. */
export const monthPath = ({ link }: Pick<FoundWork, 'link'>): string => {
  const [branchId = '', month = ''] = link.split(' ')
  return listUrl('PeriodList', { branchId, month })
}

export const bookWork = {
  reviewInvoice: applications({ state: 'submitted', act: 'approve', refuse: 'reject', takesAnother: true }),
  issueInvoice: applications({ state: 'approved', act: 'issue' }),
  deliverInvoice: applications({ state: 'issued', act: 'deliver' }),
  confirmInvoice: {
    find: ({ actor }) => sql<FoundWork>`select i.id, i.version, coalesce(i.invoice_no, i.serial_no) as no,
      case i.record when 'NONE' then '登记未开出' else '登记已开具' end as beside,
      concat_ws('　', i.title_name, '登记 ' || i.recorder_name) as about, ${named('i.shipper_id')} as whose,
      null::bigint as deadline, i.gross_fen as amount, i.updated_at as since, i.id::text as link
      from invoices i join invoice_apps a on a.id = i.app_id where ${allOf([
        ownInvoices(actor, 'i'),
        sql<boolean>`i.state = 'recorded' and a.state = 'issuing'`,
        isAnothers(actor, 'i.recorder_id', 'i.recorder_for'),
      ])}`,
    path: ({ link }) => screenUrl('QueryInvoiceVoucher', { id: link }),
  },
  answerRed: {
    ...reds(() => sql<boolean>`r.state = 'sellerAsked'`, 'confirmBuyer'),
    refuse: ({ link }) => redPath(link, 'denyBuyer'),
  },
  judgeRed: reds(actor =>
    allOf([sql<boolean>`r.state in ('asking', 'buyerAsked')`, isAnothers(actor, 'r.maker_id', 'r.maker_for')]),
  ),
  issueRed: reds(() => sql<boolean>`r.state in ('noNeed', 'agreed') and r.issue_state in ('waiting', 'failed')`),
  confirmRed: reds(actor =>
    allOf([sql<boolean>`r.issue_state = 'recorded'`, isAnothers(actor, 'r.recorder_id', 'r.recorder_for')]),
  ),
  checkInput: inputs('check'),
  tickInput: inputs('tick'),
  owedInvoice: {
    find: owedInvoices,
    isElevated: true,
    path: () => screenUrl('ExpectedInvoiceList'),
  },
  auditVoucher: vouchers('audit'),
  postVoucher: vouchers('post'),
  auditOpening: openings('audit'),
  postOpening: openings('post'),
  judgePosting: {
    find: ({
      actor,
    }) => sql<FoundWork>`select p.id, p.version, p.version_no as no, '提出 ' || p.maker_name as beside, p.note as about,
      coalesce(${named('p.branch_id')}, '全部分公司') as whose, p.valid_from as deadline, null::bigint as amount,
      p.created_at as since, p.id::text as link
      from posting_versions p where ${allOf([
        ownVersions(actor, 'p'),
        // rules for all branches are the platform's to judge
        bySide(actor, {
          platform: undefined,
          branch: () => sql<boolean>`p.branch_id is not null`,
          company: () => undefined,
        }),
        sql<boolean>`p.state = 'asked'`,
        isAnothers(actor, 'p.maker_id', 'p.maker_for'),
      ])}`,
    path: ({ link }) => listUrl('PostingRuleList', { id: link }),
  },
  closeMonth: { find: monthsToClose, path: monthPath, isMonth: true },
  signAgreement: {
    find: ctx => sql<FoundWork>`select (array_agg(x.id order by x.id))[1] as id,
      ((count(*) + sum(x.version)) % 2000000000)::int as version, count(*) || ' 份' as no, null as beside, null as about,
      null as whose, min(x.until_at) as deadline, null::bigint as amount, min(x.since) as since, '' as link
      from (select a.id, a.version, a.until_at, coalesce(a.asked_at, a.updated_at) as since from agreements a
        where ${allOf([ownAgreements(ctx.actor, 'a'), waitsFor(ctx)])} order by a.id limit 5000) x
      having count(*) > 0`,
    path: () => listUrl('AgreementList', { state: 'mine' }),
  },
  unsignedLoad: {
    find: ({ actor }) =>
      pileByBranch({
        from: sql`from waybills w where ${allOf([ownRows(actor, 'w'), isUnsigned(actor)])}`,
        alias: 'w',
        since: sql<number>`coalesce(w.arrived_load_at, w.state_since)`,
        unit: '单',
      }),
    path: ({ link }) => listUrl('WaybillList', { alert: 'unsigned', branchId: link }),
  },
  confirmPaper: {
    find: ({
      actor,
    }) => sql<FoundWork>`select a.id, a.version, a.agreement_no as no, '上传 ' || a.filer_name as beside, a.title as about,
      coalesce(${named('a.carrier_id')}, ${named('a.shipper_id')}) as whose, null::bigint as deadline,
      null::bigint as amount, a.updated_at as since, a.id::text as link
      from agreements a where ${allOf([
        ownAgreements(actor, 'a'),
        sql<boolean>`a.state = 'paper'`,
        isAnothers(actor, 'a.filer_id', 'a.filer_for'),
      ])}`,
    path: ({ link }) => screenUrl('AgreementDetails', { id: link }),
  },
} satisfies Partial<Record<TodayKind, TodaySource>>
