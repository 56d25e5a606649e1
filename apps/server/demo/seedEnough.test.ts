// The demo has enough of everything to look at: of every kind, in every state, for everybody.
import { agreementStates } from '@yunshu/domain/agreement/agreement'
import { checkAccountNo, checkPayeeNo, payeeKinds } from '@yunshu/domain/fleet/payee'
import { fuelCardStates, fuelIssueStates } from '@yunshu/domain/fuel'
import { fundStates } from '@yunshu/domain/fund'
import { refundStates } from '@yunshu/domain/refund'
import { listChains } from '@yunshu/contract/chain/chain'
import { letterStates } from '@yunshu/domain/letter'
import { statementStates } from '@yunshu/domain/statement'
import { stateKeys } from '@yunshu/domain/states'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { expect, test } from 'vitest'
import { keyOf } from '../src/db/keyOf.ts'
import { demoCompanyId, demoUserId } from './people.ts'
import { wantingReasons } from './wantingChains.ts'
import { askSeeded, seededAt, startDemoServer } from '../../../tests/server/seededDemo.ts'

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
