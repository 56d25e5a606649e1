// Invariants of the books, asked of the database in SQL alone after vouchers, bindings, invoices and a closed month; and each
// found broken where a fault is planted.
import { bindWaybills } from '@yunshu/contract/voucher/bind'
import { askClose, getPeriod, movePeriod } from '@yunshu/contract/voucher/closing'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuedInvoice } from '../../../../../tests/server/invoiceWorld.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { bookEntries } from './ledger.commands.ts'

const branchId = demoCompanyId('branch1')
const last = shiftPeriod(periodOf(Date.now()), -1)
const nil = '00000000-0000-0000-0000-000000000000'

/** The number of rows against each invariant, by its number in the design of money. */
const invariants = {
  '7 an entry balances':
    'select entry_id from journal_lines group by entry_id having sum(debit_fen) <> sum(credit_fen)',
  '10 bound waybills come to no more than the voucher':
    'select v.id from vouchers v join voucher_waybills b on b.voucher_id = v.id and b.unbound_at is null group by v.id having sum(b.amount_fen) > v.amount_fen',
  '11, 35 a waybill is on one live line of an invoice':
    "select l.waybill_id from invoice_lines l join invoices i on i.id = l.invoice_id join waybills w on w.id = l.waybill_id where i.state in ('issued', 'partRed', 'red') group by l.waybill_id, w.shipper_freight_fen, w.compensated_fen having sum(l.gross_fen - l.red_fen) > w.shipper_freight_fen + w.compensated_fen",
  '19 the product removes nothing that is kept for the tax office':
    "select table_name from information_schema.role_table_grants where grantee = 'yunshu_app' and privilege_type in ('DELETE', 'TRUNCATE') and table_name = any ('{vouchers,journal_entries,journal_lines,invoices,invoice_lines,input_invoices,input_bindings,period_closings,period_snapshots,trades,settlements,payments,audit_log}')",
  '34 the tax of an invoice is that of its waybills, in the books too':
    "select l.waybill_id from invoice_lines l join invoices i on i.id = l.invoice_id where i.state in ('issued', 'partRed', 'red') group by l.waybill_id having sum(l.tax_fen - l.red_tax_fen) <> (select coalesce(sum(j.credit_fen - j.debit_fen), 0) from journal_lines j where j.account = '2221.05' and j.waybill_id = l.waybill_id)",
  '36 bound freight comes to no more than the cost of the waybill':
    "select w.id from waybills w join voucher_waybills b on b.waybill_id = w.id and b.unbound_at is null and b.class = 'FREIGHT' group by w.id having sum(b.amount_fen) > w.payable_fen - w.deducted_fen + w.penalty_fen + w.late_cut_fen",
  '37 nothing is dated in a month after it was closed':
    'select e.id from journal_entries e join periods p on p.branch_id = e.branch_id and p.period = e.period where p.closed_at < e.created_at',
  '38 the snapshot of a closed month is the sum of its lines': `select s.account from period_snapshots s
    join period_closings c on c.id = s.closing_id and c.state = 'closed'
    cross join lateral (select coalesce(sum(l.debit_fen), 0) as debit, coalesce(sum(l.credit_fen), 0) as credit from journal_lines l
      where l.branch_id = c.branch_id and l.period = c.period and l.account = s.account and coalesce(l.party_id, '${nil}') = s.party_id) x
    where s.debit_fen <> x.debit or s.credit_fen <> x.credit`,
  'tax that waits is that of its lines': `select waybill_id from (select waybill_id, credit_fen - debit_fen as tax from journal_lines where account = '2221.07'
    union all select waybill_id, -tax_fen from waiting_tax) x where waybill_id is not null group by 1 having sum(tax) <> 0`,
} as const
type Invariant = keyof typeof invariants
/** A fault for each, as a statement of the owner. */
const faults: Readonly<Record<Invariant, string>> = {
  '7 an entry balances':
    "update journal_lines set debit_fen = debit_fen + 1 where account = '1122.01' and debit_fen > 0",
  '10 bound waybills come to no more than the voucher':
    'update vouchers set amount_fen = 1 where id in (select voucher_id from voucher_waybills)',
  '11, 35 a waybill is on one live line of an invoice': 'update invoice_lines set gross_fen = gross_fen * 2',
  '19 the product removes nothing that is kept for the tax office': 'grant delete on invoices to yunshu_app',
  '34 the tax of an invoice is that of its waybills, in the books too':
    'update invoice_lines set tax_fen = tax_fen + 1',
  '36 bound freight comes to no more than the cost of the waybill':
    'update waybills set payable_fen = 1, deducted_fen = 0 where id in (select waybill_id from voucher_waybills)',
  '37 nothing is dated in a month after it was closed': `update journal_entries set created_at = created_at + 999999999999 where period = '${last}'`,
  '38 the snapshot of a closed month is the sum of its lines': `update journal_lines set debit_fen = debit_fen + 1, credit_fen = 0 where period = '${last}' and debit_fen > 0`,
  'tax that waits is that of its lines': 'update waiting_tax set tax_fen = tax_fen + 1',
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const login = (account: string) => server.login(account)
  const [branch, finance, admin, shipper] = [
    await login('branch'),
    await login('platform-finance'),
    await login('admin'),
    await login('shipper-finance'),
  ]
  const inBranch = { raw: { branchCompanyId: branchId } }
  const trip = await signedWaybill(server, { shipperFreight: 1_000_000, payable: 90_000, deducted: 0, oil: 0 })
  await issuedInvoice({ shipper, finance }, [trip])
  const line = { summary: '运费发票', debit: fen(0), credit: fen(0) }
  const { id } = await branch.send(saveVoucher, {
    kind: 'ACCOUNTING',
    date: Date.now(),
    summary: '运费凭据',
    lines: [
      { ...line, account: '6401.01', debit: fen(50_000) },
      { ...line, account: '1002.01', credit: fen(50_000) },
    ],
  })
  for (const [version, move] of [
    [1, 'audit'],
    [2, 'post'],
  ] as const)
    await finance.send(moveVoucher, { id, version, move }, inBranch)
  await branch.send(bindWaybills, { id, branchId, rows: [{ waybillId: trip.id, amount: fen(50_000) }] }, inBranch)
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'fund', id: v7() },
        event: 'E18',
        summary: '上月',
        lines: [
          { account: '1002.02', debitFen: fen(1000), creditFen: fen(0) },
          { account: '1002.01', debitFen: fen(0), creditFen: fen(1000) },
        ],
        happenedAt: startOfPeriod(last) + 20 * DAY_MS,
        voucher: { kind: 'OTHER', counterparty: '自有账户' },
      },
    ]),
  )
  await branch.send(askClose, { period: last }, inBranch)
  const { closing } = await finance.send(getPeriod, { branchId, period: last }, inBranch)
  await admin.send(movePeriod, { id: closing?.id ?? '', version: closing?.version ?? 1, move: 'confirm' }, inBranch)
})
afterAll(() => server.stop())

/** The invariants that are broken, after a statement that is undone. */
const broken = (planted?: string): Promise<Invariant[]> =>
  withClient(server.server.deps.config.migrateUrl, async client => {
    await client.query("begin; select set_config('app.reach', 'system', true)")
    if (planted !== undefined) {
      const { rowCount } = await client.query(planted)
      // a grant has no rows
      expect([planted, (rowCount ?? 1) > 0]).toEqual([planted, true])
    }
    const found: Invariant[] = []
    for (const key of Object.keys(invariants) as Invariant[])
      if (((await client.query(invariants[key])).rowCount ?? 0) > 0) found.push(key)
    await client.query('rollback')
    return found
  })

test('they hold after vouchers by hand, bindings, an invoice and a closed month', async () => {
  expect(await broken()).toEqual([])
})

test('each is found broken where a fault is planted (control)', async () => {
  for (const [key, planted] of Object.entries(faults))
    expect([key, await broken(planted)]).toEqual([key, expect.arrayContaining([key])])
  expect(await broken()).toEqual([])
})
