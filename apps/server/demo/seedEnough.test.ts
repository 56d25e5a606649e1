// The demo has enough of everything to look at: of every kind, in every state, for everybody.
import { agreementStates } from '@yunshu/domain/agreement/agreement'
import { checkAccountNo, checkPayeeNo, payeeKinds } from '@yunshu/domain/fleet/payee'
import { inputStates } from '@yunshu/domain/invoice/input'
import { fuelCardStates, fuelIssueStates } from '@yunshu/domain/fuel/fuel'
import { fundStates } from '@yunshu/domain/fund'
import { refundStates } from '@yunshu/domain/refund'
import { listChains } from '@yunshu/contract/chain/chain'
import { sumAging } from '@yunshu/contract/report/aging'
import { sumPayables } from '@yunshu/contract/report/payable'
import { letterStates } from '@yunshu/domain/letter'
import { statementStates } from '@yunshu/domain/statement'
import { stateKeys } from '@yunshu/domain/states'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { expect, test } from 'vitest'
import { keyOf } from '../src/db/keyOf.ts'
import { demoCompanyId, demoUserId } from './people.ts'
import { wantingReasons } from './wantingChains.ts'
import { brokenInvariants } from '../../../tests/server/moneyInvariants.ts'
import { moneyFaults } from '../../../tests/server/payeeWorld.ts'
import { askSeeded, seededAt, startDemoServer } from '../../../tests/server/seededDemo.ts'
import { drift } from '../../../tests/server/settlementWorld.ts'

const { rows, broken, count } = askSeeded()

test('half of the goods are bulk, trunk lines run, prices are to rise, and a change waits for carrier', async () => {
  const share = async (kind: string): Promise<number> =>
    (await count(`goods where kind = '${kind}'`)) / (await count('goods'))
  expect(await share('SH')).toBeGreaterThan(0.4)
  expect(await share('SH')).toBeLessThan(0.6)
  expect(await share('GX')).toBeGreaterThan(0.1)
  expect(await count('goods where next_price_at is not null')).toBeGreaterThan(2)
  expect(
    (await rows<{ state: string }>('select distinct state from goods_changes')).map(row => row.state).toSorted(),
  ).toEqual(['applied', 'pending', 'refused'])
  expect(await count(`goods_consents where state = 'asked' and carrier_id = '${demoCompanyId('carrier')}'`)).toBe(1)
})

test('refunds stand in every state', async () => {
  const states = (await rows<{ state: string }>('select distinct state from refunds')).map(({ state }) => state)
  expect(states.toSorted()).toEqual(stateKeys(refundStates).toSorted())
})

test('deposits are held, on their way back, gone and taken back in each branch, and a carrier sees its own', async () => {
  const states = (await rows<{ state: string }>('select distinct state from deposits')).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['ended', 'recorded', 'rejected', 'standing', 'withdrawn'])
  const backs = (await rows<{ state: string }>('select distinct state from deposit_backs')).map(({ state }) => state)
  expect(backs.toSorted()).toEqual(['approved', 'asked', 'paid', 'rejected'])
  expect(await count(`deposits where carrier_id = '${demoCompanyId('carrier')}'`)).toBeGreaterThan(5)
})

test('some waybills have four flows that meet', async () => {
  const server = await startDemoServer()
  const admin = await server.login('admin')
  const whole = await admin.send(listChains, { state: 'whole', limit: 5 })
  expect(whole.rows.length).toBeGreaterThan(2)
  // others lack one thing each, so that every flow shows a reason of its own
  const papers = await rows<{ id: string }>(
    `select distinct waybill_id as id from agreements where state in ('signed', 'signing') and waybill_id is not null`,
  )
  const found = await admin.send(listChains, { ids: papers.map(({ id }) => id), limit: 100 })
  const alone = found.rows.flatMap(({ contract, goods, money, invoice }) => {
    const reasons = [contract, goods, money, invoice].flatMap(leg => leg.reasons)
    return reasons.length === 1 ? reasons.map(({ key }) => key) : []
  })
  expect(alone.toSorted()).toEqual(wantingReasons.toSorted())
  await server.stop()
})

test('months that take nothing any more were closed by two people, with their balances', async () => {
  const open = await rows(
    `select p.period from periods p where p.closed_at is not null and not exists (select from period_closings c
      join period_snapshots s on s.closing_id = c.id where c.branch_id = p.branch_id and c.period = p.period
        and c.state = 'closed' and c.confirmer_id <> c.asker_id and c.confirmed_at = p.closed_at)`,
  )
  expect(open).toEqual([])
  expect(await count('period_closings')).toBeGreaterThan(1)
  // none was passed over
  const holes = await rows(
    `select branch_id, min(period) from periods group by branch_id having count(*) <> 1
      + extract(year from age(to_date(max(period), 'YYYYMM'), to_date(min(period), 'YYYYMM'))) * 12
      + extract(month from age(to_date(max(period), 'YYYYMM'), to_date(min(period), 'YYYYMM')))`,
  )
  expect(holes).toEqual([])
})

test('letters of balances stand in every state, on both sides', async () => {
  const found = await rows<{ state: string; flags: number }>(
    'select distinct m.state, c.role_flags & 6 as flags from balance_letters m join companies c on c.id = m.party_id',
  )
  expect([...new Set(found.map(row => row.state))].toSorted()).toEqual(stateKeys(letterStates).toSorted())
  expect(new Set(found.map(row => row.flags)).size).toBeGreaterThan(1)
})

test('what shippers owe and what carriers are owed is of every age, and the control accounts say the same', async () => {
  const server = await startDemoServer()
  const finance = await server.login('platform-finance')
  for (const { sums, check } of [await finance.send(sumAging, {}), await finance.send(sumPayables, {})]) {
    // amounts the accounts hold beside the parts are no age
    expect(Object.entries(sums).filter(([key, amount]) => key !== 'rest' && amount <= 0)).toEqual([])
    expect(check?.isEqual).toBe(true)
  }
  await server.stop()
})

test('statements of shippers stand in every state', async () => {
  const states = (await rows<{ state: string }>('select distinct state from shipper_statements')).map(row => row.state)
  expect(states.toSorted()).toEqual(stateKeys(statementStates).toSorted())
})

test('agreements stand in every state but those of a moment', async () => {
  const states = (await rows<{ state: string }>('select distinct state from agreements')).map(({ state }) => state)
  expect(stateKeys(agreementStates).filter(state => !states.includes(state))).toEqual(['sending', 'revoking'])
})

test('there is enough of everything to look at', async () => {
  expect(await count('vehicles')).toBe(120)
  expect(await count('drivers')).toBe(130)
  expect(await count('waybills')).toBeGreaterThan(5_300)
  expect((await rows<{ state: string }>('select distinct state from waybills')).map(row => row.state).sort()).toEqual(
    stateKeys(waybillStates).sort(),
  )
  for (const [table, least] of [
    ['vehicles', 3],
    ['drivers', 2],
    ['payees', 2],
  ] as const)
    expect(await count(`${table} where paper = 'pending'`), table).toBeGreaterThanOrEqual(least)
  for (const table of ['vehicles', 'drivers', 'payees'])
    expect(
      await count(
        `${table} where paper = 'rejected' and jsonb_path_exists(papers, '$.* ? (@.state == "rejected" && @.reason <> "" && @.fields.size() > 0)')`,
      ),
      table,
    ).toBe(1)
  for (const table of ['vehicles', 'payees'])
    expect(await count(`${table} where blacklisted_at is not null`), table).toBe(1)
  for (const state of ['pending', 'active', 'rejected', 'revoked', 'expired'])
    expect(await count(`payee_auths where state = '${state}'`), state).toBeGreaterThan(0)
  expect(
    await broken(
      'select p.name, p.account_no from payees p join drivers d on d.id = p.driver_id where p.name <> d.name or p.id_no <> d.id_no or p.carrier_id <> d.carrier_id',
    ),
  ).toEqual([])
  expect(
    (await rows<{ kind: string; account_no: string; id_no: string }>('select * from payees'))
      .flatMap(p => [
        checkAccountNo(keyOf(payeeKinds, p.kind), p.account_no),
        checkPayeeNo(keyOf(payeeKinds, p.kind), p.id_no),
      ])
      .filter(fault => fault !== undefined),
  ).toEqual([])
  expect(await count(`vehicles where transport_cert_expiry < ${seededAt}`)).toBe(2)
  for (const state of ['draft', 'submitted', 'rejected', 'approved', 'paying', 'paid', 'partial', 'closed', 'void'])
    expect(await count(`settlements where state = '${state}'`), state).toBeGreaterThan(0)
  expect(
    (await rows<{ reason: string }>("select distinct reason from payments where state = 'failed' order by 1")).length,
  ).toBe(3)
  expect(
    await broken(
      'select u.account from users u where u.company_id is not null and u.type in (1, 2) and (select count(*) from messages m where m.user_id = u.id) < 5',
    ),
  ).toEqual([])
  expect(await count(`messages where read_at is null and user_id = '${demoUserId('shipper')}'`)).toBeGreaterThan(0)
  // a payment is told to each carrier however much it drove since
  expect(
    await broken(
      "select u.account from users u where u.account ~ '^carrier\\d?$' and not exists (select from messages m where m.user_id = u.id and m.kind = 'payment')",
    ),
  ).toEqual([])
})

test('a demo whose branches stood without money and fuel: nobody could approve or pay; fund records of every state and kind say whence they came', async () => {
  const room = await rows<{ branch_id: string; account: string; n: number }>(
    "select branch_id, case account when '1123.01' then 'fuel' else 'money' end as account, sum(debit_fen - credit_fen)::bigint as n from account_balances where account in ('1002.02', '2202.02', '1123.01') group by 1, 2",
  )
  expect(room).toHaveLength(6)
  for (const { account, n } of room) expect(n).toBeGreaterThanOrEqual(account === 'fuel' ? 50_000_000 : 200_000_000)
  for (const state of stateKeys(fundStates))
    expect(await count(`fund_records where state = '${state}'`), state).toBeGreaterThanOrEqual(3)
  expect(await count("fund_records where kind = 'TRANSFER'")).toBeGreaterThan(3)
  expect(
    await broken(`select f.record_no from fund_records f left join journal_entries e on e.source_id = f.id and e.event in ('E1', 'E18', 'E6a', 'E10')
    where (f.state = 'confirmed') <> (e.id is not null) or (f.checked_at is not null and f.state = 'confirmed' and e.date <> f.checked_at) or f.updated_at > ${seededAt}`),
  ).toEqual([])
})

test('cards and issues of fuel stand in every state, on waybills on their way, and the stocks are what the books say', async () => {
  for (const [table, machine] of [
    ['fuel_cards', fuelCardStates],
    ['fuel_issues', fuelIssueStates],
  ] as const)
    for (const state of stateKeys<string>(machine))
      expect(await count(`${table} where state = '${state}'`), `${table} ${state}`).toBeGreaterThanOrEqual(3)
  expect(
    await broken(`select a.id from fuel_accounts a where a.balance_fen <>
      (select coalesce(sum(f.amount_fen), 0) from fund_records f where f.fuel_account_id = a.id and f.state = 'confirmed')
      - (select coalesce(sum(i.amount_fen - i.recovered_fen), 0) from fuel_issues i where i.account_id = a.id)`),
  ).toEqual([])
  expect(
    await broken(`select p.id from waybill_parts p join fuel_issues i on i.part_id = p.id group by p.id
      having p.issued_fen <> sum(i.amount_fen - i.recovered_fen)
        or (select coalesce(sum(l.debit_fen - l.credit_fen), 0) from journal_lines l where l.part_id = p.id and l.account = '1123.03') <> p.issued_fen`),
  ).toEqual([])
})

test('red invoices stand in the books: errors take the tax of their waybills back, allowances lower what is owed', async () => {
  expect(await count("red_confirms where issue_state = 'issued'")).toBeGreaterThanOrEqual(4)
  const booked = await rows<{ reason_code: string; event: string; kind: string }>(
    `select r.reason_code, e.event, v.kind from red_confirms r join journal_entries e on e.source_id = r.id
      and e.source_type = 'invoice' and e.event in ('E8r', 'E8a') join vouchers v on v.entry_id = e.id
      where r.issue_state = 'issued'`,
  )
  expect(booked.length).toBe(await count("red_confirms where issue_state = 'issued'"))
  expect(new Set(booked.map(row => row.event))).toEqual(new Set(['E8r', 'E8a']))
  expect(booked.filter(row => row.kind !== 'INVOICE' || (row.reason_code === '01') !== (row.event === 'E8r'))).toEqual(
    [],
  )
  expect(
    await broken(`select i.id from invoices i left join (select r.invoice_id, sum(r.gross_fen) as red from red_confirms r
      where r.issue_state = 'issued' group by 1) as r on r.invoice_id = i.id
      where i.red_fen <> coalesce(r.red, 0) or i.red_fen <> (select coalesce(sum(l.red_fen), 0) from invoice_lines l where l.invoice_id = i.id)
        or (i.state = 'red') <> (i.red_fen > 0 and i.red_fen = i.gross_fen) or (i.state in ('red', 'partRed')) <> (i.red_fen > 0)`),
  ).toEqual([])
  // the tax an invoice names for a waybill is the tax the books owe for it
  expect(
    await broken(`select l.waybill_id from (select waybill_id, sum(l.tax_fen - l.red_tax_fen) as tax from invoice_lines l
        join invoices i on i.id = l.invoice_id where i.state in ('issued', 'partRed', 'red') group by 1) as l
      where l.tax <> (select coalesce(sum(credit_fen - debit_fen), 0) from journal_lines j where j.waybill_id = l.waybill_id and j.account = '2221.05')`),
  ).toEqual([])
  expect(await broken('select id from ar_items where open_fen < 0 or open_fen > amount_fen')).toEqual([])
})

test('carriers invoiced most of what they cost, and what was deducted is in the books binding by binding', async () => {
  expect(await count('input_invoices')).toBeGreaterThanOrEqual(25)
  expect(await count("input_invoices where state = 'ticked'")).toBeGreaterThanOrEqual(15)
  for (const state of stateKeys(inputStates))
    expect(await count(`input_invoices where state = '${state}'`), state).toBeGreaterThanOrEqual(3)
  expect(await count('input_invoices where bound_fen = 0')).toBeGreaterThanOrEqual(8)
  expect(await count("input_invoices where state = 'ticked' and bound_fen < gross_fen")).toBeGreaterThanOrEqual(3)
  expect(await count("journal_entries where event = 'E9'")).toBeGreaterThan(1000)
  expect(
    await broken(`select n.id from input_bindings n join input_invoices i on i.id = n.input_id
      left join journal_entries e on e.source_id = n.id and e.event = 'E9' left join vouchers v on v.entry_id = e.id
      left join journal_lines l on l.entry_id = e.id and l.account = '2221.01'
      where (i.state = 'ticked') <> (e.id is not null)
        or e.id is not null and (v.kind <> 'INVOICE' or v.waybill_id <> n.waybill_id or l.debit_fen <> n.tax_fen)`),
  ).toEqual([])
  expect(
    await broken(`select i.id from input_invoices i left join (select input_id, sum(bound_fen) as bound, sum(tax_fen) as tax
        from input_bindings where unbound_at is null group by 1) as n on n.input_id = i.id
      where i.bound_fen <> coalesce(n.bound, 0) or i.used_tax_fen <> coalesce(n.tax, 0)`),
  ).toEqual([])
  expect(
    await broken(`select w.waybill_no from waybills w join (select waybill_id, sum(bound_fen) as bound from input_bindings where unbound_at is null group by 1) as n
      on n.waybill_id = w.id where n.bound > w.payable_fen - w.deducted_fen + w.penalty_fen - w.oil_fen`),
  ).toEqual([])
})

/** Profit of each group of waybills by its net revenue, in percent. */
const marginsBy = async (group: string): Promise<{ key: string; margin: number; days: number }[]> =>
  rows(`select ${group} as key, (sum(l.credit_fen - l.debit_fen) * 100.0
      / sum(l.credit_fen - l.debit_fen) filter (where l.account in ('6001.01', '6051.01')))::float8 as margin,
      count(distinct l.day)::int as days
    from journal_lines l join journal_entries e on e.id = l.entry_id left join waybills w on w.id = l.waybill_id
    where l.account like '6%' and e.event not like 'E16%' group by 1`)

test('a demo whose every month lost money: each month earns what the trade earns, lines and shippers more and less', async () => {
  const [all] = await marginsBy("'all'")
  expect(all?.margin).toBeGreaterThan(2)
  expect(all?.margin).toBeLessThan(10)
  const months = await marginsBy('l.period')
  expect(months.length).toBeGreaterThan(2)
  for (const { key, margin, days } of months) {
    // of the first weeks not all invoices have come, in the first days of a month those of the last come
    expect(margin, key).toBeGreaterThan(days > 20 ? 2 : -2)
    expect(margin, key).toBeLessThan(days > 9 ? 10 : 14)
  }
  const lines = (await marginsBy('left(w.load_region, 4) || left(w.unload_region, 4)')).filter(
    ({ key }) => key !== null,
  )
  const sorted = lines.map(({ margin }) => margin).toSorted((a, b) => a - b)
  expect(sorted.filter(margin => margin < 0)).toHaveLength(1)
  expect(sorted.filter(margin => margin > 0 && margin < 3).length).toBeGreaterThan(1)
  expect(sorted[0]).toBeGreaterThan(-6)
  expect(sorted.at(-1)).toBeGreaterThan(6)
  expect(sorted.at(-1)).toBeLessThan(14)
  for (const { key, margin } of (await marginsBy('w.shipper_id')).filter(each => each.key !== null)) {
    expect(margin, key).toBeGreaterThan(0)
    expect(margin, key).toBeLessThan(14)
  }
})

test('fees of work handed down wait, stand on sheets and are paid by the house', async () => {
  const states = (await rows<{ state: string }>("select state from settlements where kind = 'FEE'")).map(
    row => row.state,
  )
  expect(states.toSorted()).toEqual(['approved', 'draft', 'paid', 'paid'])
  expect(
    new Set(
      (await rows<{ state: string }>("select distinct state from waybill_parts where part = 'fee'")).map(
        row => row.state,
      ),
    ),
  ).toEqual(new Set(['ready', 'onSheet', 'paid']))
  expect(
    await broken(`select w.waybill_no from waybills w left join waybill_fees f on f.waybill_id = w.id
      left join waybill_parts p on p.waybill_id = w.id and p.part = 'fee'
      where w.fees_fen <> coalesce(f.amount_fen, 0) or (f.state = 'confirmed') <> (p.id is not null) or p.fixed_fen <> f.amount_fen
        or p.carrier_id <> f.carrier_id or f.carrier_id = w.carrier_id`),
  ).toEqual([])
  expect(
    await count(
      `settlements where kind = 'FEE' and carrier_id = '${demoCompanyId('carrier')}' and maker_id <> coalesce(auditor_id, payer_id)`,
    ),
  ).toBeGreaterThan(2)
})

test('the accounts of the demo are the records they stand for, and every sum about its money holds', async () => {
  const server = await startDemoServer()
  expect(await drift(server)).toEqual([])
  expect(await moneyFaults(server)).toEqual([])
  expect(await brokenInvariants(server)).toEqual([])
  await server.stop()
})
