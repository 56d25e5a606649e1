// Work around the house's own money: money in and back out, deposits, debts and receivables given up, stocks of fuel, the bank's file, and months that
// close. A second pair of hands is asked for, never the first again.
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import { debtOrigins } from '@yunshu/domain/debt'
import { depositPurposes, type DepositBackKind, type DepositBackMove } from '@yunshu/domain/deposit'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import { fuelShiftKinds } from '@yunshu/domain/fuel/fuelShift'
import { fundKinds } from '@yunshu/domain/fund'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql, type RawBuilder } from 'kysely'
import { dayTextInSql } from '../../db/conditions.ts'
import { allOf, bySide, isAnothers, rowsOfSide } from '../../work/scope.ts'
import type { Actor } from '../../work/ctx.ts'
import { isOwed, ownDebts } from '../debt/debt.queries.ts'
import { ownDeposits } from '../deposit/deposit.queries.ts'
import { ownFuel } from '../fuel/account.queries.ts'
import { ownFunds } from '../fund/fund.queries.ts'
import { ownEstimateEnds } from '../estimateEnd/estimateEnd.queries.ts'
import { ownBases } from '../invoice/baseChange.queries.ts'
import { ownRecon } from '../recon/reconRows.queries.ts'
import { ownRefunds } from '../refund/refund.queries.ts'
import { ownRemittances } from '../remittance/remittance.queries.ts'
import { ownWriteOffs } from '../writeOff/writeOff.queries.ts'
import { monthPath } from './bookWork.ts'
import { labelOf, type FoundWork, type TodaySource } from './work.ts'

const nameOf = (id: string): RawBuilder<string> =>
  sql<string>`(select o.name from companies o where o.id = ${sql.ref(id)})`

/** The row of a list, by its number, with the dialog of an act open. */
const onRow =
  (screen: ScreenName, act: string) =>
  ({ link }: Pick<FoundWork, 'link'>): string =>
    actUrl(listUrl(screen, { text: link }), act)

const remittances = (state: string, act: string, refuse?: string): TodaySource => ({
  find: ({ actor }) => sql<FoundWork>`select r.id, r.version, r.remittance_no as no, r.payer_name as beside,
    concat_ws('　', r.serial, '登记 ' || r.maker_name) as about, ${nameOf('r.branch_id')} as whose,
    null::bigint as deadline, r.amount_fen - r.claimed_fen - r.refunded_fen as amount, r.updated_at as since, r.remittance_no as link
    from remittances r where ${allOf([
      ownRemittances(actor, 'r'),
      sql<boolean>`r.state = ${state}`,
      state === 'recorded' ? sql<boolean>`r.return_payment_id is null` : undefined,
      state === 'recorded' ? isAnothers(actor, 'r.maker_id', 'r.maker_for') : undefined,
      state === 'refunding' || state === 'returning' ? isAnothers(actor, 'r.asker_id', 'r.asker_for') : undefined,
    ])}`,
  path: onRow('RemittanceList', act),
  ...(refuse === undefined ? {} : { refuse: onRow('RemittanceList', refuse) }),
})

/** Another account than the one the money came from takes the administrator of the platform. */
const maySeeAccount = (actor: Actor): RawBuilder<boolean> | undefined =>
  bySide(actor, { platform: actor.isAdmin, branch: () => false, company: () => false })
    ? undefined
    : sql<boolean>`r.source = 'ORIGIN'`

const refunds = (state: 'asked' | 'approved', act: string): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select r.id, r.version, r.refund_no as no, r.account_name as beside, r.reason as about,
    ${nameOf('r.shipper_id')} as whose, null::bigint as deadline, r.amount_fen as amount, r.updated_at as since,
    r.refund_no as link
    from refunds r where ${allOf([
      ownRefunds(actor, 'r'),
      sql<boolean>`r.state = ${state}`,
      isAnothers(actor, 'r.asker_id', 'r.asker_for', 'r.approver_id'),
      state === 'asked' ? maySeeAccount(actor) : undefined,
    ])}`,
  path: onRow('RefundList', act),
  ...(state === 'asked' ? { refuse: onRow('RefundList', 'reject') } : {}),
})

/** Receivables that are given up: whoever sees no price of shippers sees none of them. */
const writeOffs = (state: 'asked' | 'undoing', act: string, refuse: string): TodaySource => ({
  find: ctx => sql<FoundWork>`select g.id, g.version, g.write_off_no as no, '申请 ' || ${
    state === 'asked' ? sql`g.maker_name` : sql`g.undo_asker_name`
  } as beside, ${state === 'asked' ? sql`g.reason` : sql`g.undo_reason`} as about, ${nameOf('g.shipper_id')} as whose,
    null::bigint as deadline, g.amount_fen as amount, g.updated_at as since, g.write_off_no as link
    from write_offs g where ${allOf([
      ownWriteOffs(ctx.actor, 'g'),
      ctx.can('price.shipper') ? undefined : sql<boolean>`false`,
      sql<boolean>`g.state = ${sql.lit(state)}`,
      state === 'asked'
        ? isAnothers(ctx.actor, 'g.maker_id', 'g.maker_for')
        : isAnothers(ctx.actor, 'g.undo_asker_id', 'g.undo_asker_for'),
    ])}`,
  path: onRow('WriteOffList', act),
  refuse: onRow('WriteOffList', refuse),
})

const deposits = (state: 'recorded' | 'undoing', act: string, refuse: string): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select d.id, d.version, d.deposit_no as no, ${labelOf(sql`d.purpose`, depositPurposes)} as beside,
    ${state === 'recorded' ? sql`concat_ws('　', d.serial, '登记 ' || d.maker_name)` : sql`d.undo_reason`} as about,
    ${nameOf('d.carrier_id')} as whose, null::bigint as deadline, d.amount_fen as amount, d.updated_at as since,
    d.deposit_no as link
    from deposits d where ${allOf([
      ownDeposits(actor, 'd'),
      sql<boolean>`d.state = ${sql.lit(state)}`,
      state === 'recorded'
        ? isAnothers(actor, 'd.maker_id', 'd.maker_for')
        : isAnothers(actor, 'd.undo_asker_id', 'd.undo_asker_for'),
    ])}`,
  path: onRow('DepositList', act),
  refuse: onRow('DepositList', refuse),
})

interface BackWork {
  readonly state: 'asked' | 'approved' | 'bouncing' | 'undoing'
  readonly kind: DepositBackKind
  readonly act: DepositBackMove
  readonly refuse?: DepositBackMove
}
/** Ways out of deposits that wait: asked for, agreed to and not sent, or said to be there again. */
const depositBacks = ({ state, kind, act, refuse }: BackWork): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select k.id, k.version, k.back_no as no, coalesce(k.account_name, '抵欠款') as beside,
    ${state === 'asked' || state === 'approved' ? sql`k.reason` : sql`k.back_reason`} as about,
    ${nameOf('k.carrier_id')} as whose, null::bigint as deadline, k.amount_fen as amount, k.updated_at as since,
    k.back_no as link
    from deposit_backs k where ${allOf([
      ownDeposits(actor, 'k'),
      sql<boolean>`k.state = ${sql.lit(state)} and k.kind = ${kind}`,
      {
        asked: isAnothers(actor, 'k.asker_id', 'k.asker_for'),
        approved: isAnothers(actor, 'k.approver_id'),
        bouncing: isAnothers(actor, 'k.back_asker_id', 'k.back_asker_for'),
        undoing: isAnothers(actor, 'k.back_asker_id', 'k.back_asker_for'),
      }[state],
    ])}`,
  path: onRow('DepositBackList', act),
  ...(refuse === undefined ? {} : { refuse: onRow('DepositBackList', refuse) }),
})

const shifts = (state: 'asked' | 'undoing', act: string, refuse: string): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select s.id, s.version, s.shift_no as no, ${labelOf(sql`s.kind`, fuelShiftKinds)} as beside,
    ${state === 'asked' ? sql`s.reason` : sql`s.undo_reason`} as about, ${nameOf('s.branch_id')} as whose,
    null::bigint as deadline, s.amount_fen as amount, s.updated_at as since, s.shift_no as link
    from fuel_shifts s where ${allOf([
      ownFuel(actor, 's'),
      sql<boolean>`s.state = ${state}`,
      state === 'asked'
        ? isAnothers(actor, 's.maker_id', 's.maker_for')
        : isAnothers(actor, 's.undo_asker_id', 's.undo_asker_for'),
    ])}`,
  path: onRow('FuelShifts', act),
  refuse: onRow('FuelShifts', refuse),
})

/** Differences of a day are one piece of work: people look at them beside each other. */
const differences = (state: 'open' | 'asked'): TodaySource => ({
  find: ({ actor }) => sql<FoundWork>`select (array_agg(i.id order by i.id))[1] as id, sum(i.version)::int as version,
    ${dayTextInSql(sql`i.day`, 'YYYY-MM-DD')} as no, count(*) || ' 笔' as beside,
    null as about, ${nameOf('i.branch_id')} as whose, null::bigint as deadline, null::bigint as amount,
    min(i.created_at) as since, i.day::text as link
    from recon_items i where ${allOf([
      ownRecon(actor, 'i'),
      sql<boolean>`i.state = ${state}`,
      state === 'asked' ? isAnothers(actor, 'i.asker_id', 'i.asker_for') : undefined,
    ])} group by i.branch_id, i.day`,
  path: ({ link }) => listUrl('ReconList', { state, from: link, to: String(Number(link) + DAY_MS - 1) }),
})

export const houseMoneyWork = {
  fund: {
    find: ({
      actor,
    }) => sql<FoundWork>`select f.id, f.version, f.record_no as no, ${labelOf(sql`f.kind`, fundKinds)} as beside,
      concat_ws('　', f.serial, '登记 ' || f.maker_name) as about, (select o.name from companies o
        where o.id = coalesce(f.shipper_id, f.branch_id)) as whose,
      null::bigint as deadline, f.amount_fen as amount, f.created_at as since, f.record_no as link
      from fund_records f where ${allOf([
        ownFunds(actor, 'f'),
        sql<boolean>`f.state = 'recorded'`,
        isAnothers(actor, 'f.maker_id', 'f.maker_for'),
      ])}`,
    path: onRow('FundList', 'confirm'),
    refuse: onRow('FundList', 'reject'),
  },
  remittance: remittances('recorded', 'confirm', 'reject'),
  claimRemittance: remittances('unclaimed', 'claim'),
  returnRemittance: remittances('refunding', 'refund'),
  paymentBack: {
    // one entered from a line of the bank's file is no money of ours yet: it is rejected, the other is nobody's again
    find: ({ actor }) => sql<FoundWork>`select r.id, r.version, r.remittance_no as no, r.payer_name as beside,
      concat_ws('　', r.serial, '登记 ' || r.asker_name) as about, ${nameOf('r.branch_id')} as whose,
      null::bigint as deadline, r.amount_fen as amount, r.updated_at as since,
      r.remittance_no || case r.state when 'recorded' then ' ' else '' end as link
      from remittances r where ${allOf([
        ownRemittances(actor, 'r'),
        sql<boolean>`r.state in ('recorded', 'returning') and r.return_payment_id is not null`,
        isAnothers(actor, 'r.asker_id', 'r.asker_for'),
      ])}`,
    path: ({ link }) => onRow('RemittanceList', 'confirmReturn')({ link: link.trim() }),
    refuse: ({ link }) => onRow('RemittanceList', link.endsWith(' ') ? 'reject' : 'dropReturn')({ link: link.trim() }),
  },
  approveRefund: refunds('asked', 'approve'),
  payRefund: refunds('approved', 'pay'),
  writeOff: {
    find: ({
      actor,
    }) => sql<FoundWork>`select d.id, d.version, d.debt_no as no, '申请 ' || d.asker_name as beside, d.reason as about,
      ${nameOf('d.carrier_id')} as whose, null::bigint as deadline, d.open_fen as amount, d.updated_at as since,
      d.debt_no as link
      from debts d where ${allOf([
        ownDebts(actor),
        sql<boolean>`d.state = 'asking'`,
        isAnothers(actor, 'd.asker_id', 'd.asker_for'),
      ])}`,
    path: onRow('DebtList', 'confirmWriteOff'),
    refuse: onRow('DebtList', 'refuseWriteOff'),
  },
  chaseDebt: {
    find: ({
      actor,
    }) => sql<FoundWork>`select d.id, d.version, d.debt_no as no, '已满 ' || d.told_days || ' 天' as beside,
      ${labelOf(sql`d.origin`, debtOrigins)} as about, ${nameOf('d.carrier_id')} as whose, null::bigint as deadline,
      d.open_fen as amount, d.created_at as since, d.debt_no as link
      from debts d where ${allOf([ownDebts(actor), isOwed, sql<boolean>`d.told_days > d.chased_days`])}`,
    path: onRow('DebtList', 'chase'),
  },
  giveUpReceivable: writeOffs('asked', 'confirm', 'reject'),
  undoGivenUp: writeOffs('undoing', 'undo', 'keep'),
  deposit: deposits('recorded', 'confirm', 'reject'),
  undoDeposit: deposits('undoing', 'undo', 'keep'),
  returnDeposit: depositBacks({ state: 'asked', kind: 'RETURN', act: 'approve', refuse: 'reject' }),
  setOffDeposit: depositBacks({ state: 'asked', kind: 'OFFSET', act: 'setOff', refuse: 'reject' }),
  payDepositBack: depositBacks({ state: 'approved', kind: 'RETURN', act: 'pay' }),
  bouncedDeposit: depositBacks({ state: 'bouncing', kind: 'RETURN', act: 'bounce', refuse: 'keepPaid' }),
  undoSetOff: depositBacks({ state: 'undoing', kind: 'OFFSET', act: 'undo', refuse: 'keepOffset' }),
  baseChange: {
    find: ({
      actor,
    }) => sql<FoundWork>`select k.id, k.version, w.waybill_no as no, ${labelOf(sql`k.to_base`, inputBases)} as beside,
      concat_ws('　', '申请 ' || k.asker_name, k.reason) as about, ${nameOf('w.carrier_id')} as whose,
      null::bigint as deadline, null::bigint as amount, k.updated_at as since, k.waybill_id::text as link
      from base_changes k join waybills w on w.id = k.waybill_id where ${allOf([
        ownBases(actor, 'k'),
        sql<boolean>`k.state = 'asked'`,
        isAnothers(actor, 'k.asker_id', 'k.asker_for'),
      ])}`,
    path: ({ link }) => screenUrl('WaybillDetails', { id: link }),
  },
  endEstimate: {
    find: ({
      actor,
    }) => sql<FoundWork>`select k.id, k.version, w.waybill_no as no, '申请 ' || k.asker_name as beside, k.reason as about,
      ${nameOf('k.carrier_id')} as whose, null::bigint as deadline, k.amount_fen as amount, k.updated_at as since,
      k.voucher_id::text as link
      from estimate_ends k join waybills w on w.id = k.waybill_id where ${allOf([
        ownEstimateEnds(actor, 'k'),
        sql<boolean>`k.state = 'asked'`,
        isAnothers(actor, 'k.asker_id', 'k.asker_for'),
      ])}`,
    path: ({ link }) => screenUrl('TentativeVoucher', { id: link }),
  },
  fuelShift: shifts('asked', 'confirm', 'reject'),
  undoFuelShift: shifts('undoing', 'undo', 'keep'),
  recon: differences('open'),
  explainedRecon: differences('asked'),
  closing: {
    find: ({ actor }) => sql<FoundWork>`select c.id, c.version, c.period as no,
      case c.state when 'asked' then '申请结账 ' || c.asker_name else '申请反结账 ' || c.reopener_name end as beside,
      case c.state when 'asked' then null else c.reason end as about,
      ${nameOf('c.branch_id')} as whose, null::bigint as deadline, null::bigint as amount, c.updated_at as since,
      concat_ws(' ', c.branch_id, c.period) as link
      from period_closings c where ${allOf([
        rowsOfSide(actor, { branch: 'c.branch_id', company: () => sql<boolean>`false` }),
        sql<boolean>`(c.state = 'asked' and ${isAnothers(actor, 'c.asker_id', 'c.asker_for')}
          or c.state = 'reopening' and ${isAnothers(actor, 'c.reopener_id', 'c.reopener_for')})`,
      ])}`,
    path: monthPath,
    isMonth: true,
  },
} satisfies Partial<Record<TodayKind, TodaySource>>
