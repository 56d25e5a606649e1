// 250 on rows as they stood before it: money that was on its way back or had gone keeps each fen; and the walk of prepaid money by
// its index (251).
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { fen } from '@yunshu/domain/figures/money'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askOwnerLines,
  forgetReferences,
  insertOld,
  insertOldCompany,
  migrateBefore,
  oldId as id,
  reachAll,
} from '../../../../tests/server/oldDatabase.ts'
import { stepsSince } from '../features/remittance/askedBack.queries.ts'
import { migrate } from './migrate.ts'

const [branch, maker, asker, sender] = [id(1), id(11), id(12), id(13)]
const day = 1_700_000_000_000

/** Returned whole before days were kept, returned in part since, asked for, and nothing of it. */
const moneys = [
  { n: 21, state: 'refunded', amount_fen: 5_000, claimed_fen: 0, refund_serial: 'TK-OLD', refund_date: null },
  { n: 22, state: 'refunded', amount_fen: 9_000, claimed_fen: 3_000, refund_serial: 'TK-PART', refund_date: day },
  { n: 23, state: 'refunding', amount_fen: 7_000, claimed_fen: 2_500, refund_serial: null, refund_date: null },
  { n: 24, state: 'unclaimed', amount_fen: 4_000, claimed_fen: 1_000, refund_serial: null, refund_date: null },
  { n: 25, state: 'claimed', amount_fen: 4_000, claimed_fen: 4_000, refund_serial: null, refund_date: null },
] as const

let database: ScratchDatabase
const ask = (text: string) => askOwnerLines(database.ownerUrl, text)

async function keepOldMoney(client: pg.ClientBase, row: (typeof moneys)[number]): Promise<void> {
  const { n, ...kept } = row
  const isAsked = row.state === 'refunded' || row.state === 'refunding'
  await insertOld(client, 'remittances', {
    ...kept,
    id: id(n),
    remittance_no: `SK${n}`,
    branch_id: branch,
    payer_name: '付款方',
    payer_account: `6222${n}`,
    date: day,
    serial: `IN-${n}`,
    maker_id: maker,
    maker_name: '登记人',
    checker_id: asker,
    checker_name: '复核人',
    asker_id: isAsked ? asker : null,
    reason: isAsked ? '错汇' : null,
    version: 4,
    created_at: day,
    updated_at: day + 9,
  })
  const event = { entity: 'remittance', entity_id: id(n) }
  if (isAsked)
    await insertOld(client, 'events', {
      ...event,
      id: id(n + 100),
      at: day + 1,
      user_id: asker,
      user_name: '申请人',
      action: '申请退回',
      to_state: 'refunding',
      remark: '错汇',
    })
  if (row.state !== 'refunded') return
  await insertOld(client, 'events', {
    ...event,
    id: id(n + 200),
    at: day + 2,
    user_id: sender,
    user_name: '办理人',
    action: '确认退回',
    to_state: 'refunded',
  })
  await insertOld(client, 'journal_entries', {
    id: id(n + 300),
    entry_no: `FL${n}`,
    branch_id: branch,
    period: '202311',
    date: day + 2,
    happened_at: day + 3,
    summary: '来款退回',
    source_type: 'remittance',
    source_id: id(n),
    event: 'E0r',
    created_by: sender,
    created_at: day + 2,
  })
}

beforeAll(async () => {
  database = await createDatabase('returns250')
  await withClient(database.ownerUrl, async client => {
    await migrateBefore(client, '250_')
    await reachAll(client)
    await forgetReferences(client, ['remittances', 'events', 'journal_entries', 'journal_lines'])
    await insertOldCompany(client, branch, '分公司')
    for (const [user, name] of [
      [maker, '登记人'],
      [asker, '申请人'],
      [sender, '办理人'],
    ] as const)
      await client.query(
        `insert into users (id, account, handle, name, password_hash, type, created_at, updated_at) values ($1, $3, $3, $2, '', 0, 1, 1)`,
        [user, name, user.replaceAll('-', '').slice(-22)],
      )
    for (const row of moneys) await keepOldMoney(client, row)
  })
  await migrate(database.ownerUrl)
})
afterAll(() => database.drop())

test('returns of before 250 stand as rows with their amounts, people and days; their entries find them', async () => {
  expect(
    await ask(`select concat_ws(' ', r.remittance_no, f.amount_fen, f.reason, f.asker_name, f.asked_at - ${day},
      coalesce(f.serial, '-'), coalesce(f.ender_name, '-'), coalesce(f.ended_at - ${day}, 0), coalesce(f.date - ${day}, 0))
      from remittance_refunds f join remittances r on r.id = f.remittance_id order by 1`),
  ).toEqual([
    // the day of one from before days were kept is that of its entry
    'SK21 5000 错汇 申请人 1 TK-OLD 办理人 2 3',
    'SK22 6000 错汇 申请人 1 TK-PART 办理人 2 0',
    'SK23 4500 错汇 申请人 1 - - 0 0',
  ])
  expect(await ask('select remittance_no, claimed_fen, refunded_fen from remittances order by 1')).toEqual([
    'SK21 0 5000',
    'SK22 3000 6000',
    'SK23 2500 0',
    'SK24 1000 0',
    'SK25 4000 0',
  ])
  expect(
    await ask(`select count(*) from journal_entries e join remittance_refunds f on f.id = e.source_id
      and f.serial is not null where e.event = 'E0r'`),
  ).toEqual(['2'])
})

test('no uses of money are more than the money, and no state says other than they do', async () => {
  for (const wrong of [
    `update remittances set refunded_fen = 3001 where remittance_no = 'SK24'`,
    `update remittances set refunded_fen = 3000 where remittance_no = 'SK24'`,
    `update remittances set claimed_fen = 2999 where remittance_no = 'SK22'`,
    `update remittances set state = 'claimed' where remittance_no = 'SK22'`,
  ])
    await expect(ask(wrong)).rejects.toThrow('remittances_claimed')
  await expect(
    ask(`insert into remittance_refunds select '${id(999)}', remittance_id, branch_id, 1, reason,
      asker_id, asker_for, asker_name, asked_at from remittance_refunds where id = '${id(23)}'`),
  ).rejects.toThrow('remittance_refunds_waiting')
  await expect(
    ask(`update remittance_refunds set ended_at = 1, ender_id = asker_id, ender_name = '同一人', serial = 'X', date = 1
      where id = '${id(23)}'`),
  ).rejects.toThrow('remittance_refunds_two')
})

test('the walk of prepaid money since a claim reads its own shipper’s lines by the index, in order, and no others', async () => {
  const shipper = id(5)
  await withClient(database.ownerUrl, async client => {
    await reachAll(client)
    // twenty thousand lines of forty shippers, the shipper's five hundred among them
    await client.query(`insert into journal_lines (entry_id, n, account, branch_id, party_id, period, day, debit_fen, credit_fen)
      select ('00000000-0000-7000-9000-' || lpad(x::text, 12, '0'))::uuid, k, case k when 1 then '2205.01' else '1002.02' end,
        '${branch}', case k when 1 then case when x % 40 = 0 then '${shipper}' else '${id(6)}' end::uuid end, '202311', ${day}, 0, 1
      from generate_series(1, 20000) x, generate_series(1, 2) k`)
    await client.query(`insert into journal_entries (id, entry_no, branch_id, period, date, happened_at, summary, source_type,
        source_id, event, created_by, created_at)
      select ('00000000-0000-7000-9000-' || lpad(x::text, 12, '0'))::uuid, 'W' || x, '${branch}', '202311', ${day}, ${day}, '', 'offset',
        ('00000000-0000-7000-9100-' || lpad(x::text, 12, '0'))::uuid, 'E2b', '${maker}', ${day} from generate_series(1, 20000) x`)
    await client.query('analyze journal_lines, journal_entries')
    const asked = { id: '00000000-0000-7000-9000-000000010000', branchId: branch, shipperId: shipper, prepaid: fen(1) }
    const { sql, parameters } = stepsSince(asked, { entryId: asked.id, n: 0 })
    const planned = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${sql}`, [
      ...parameters,
    ])
    const plan = planned.rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (?:Only )?Scan using journal_lines_prepaid on journal_lines l.*rows=250/)
    expect(plan).not.toMatch(/Seq Scan on journal_/)
    expect(plan).not.toMatch(/Rows Removed by Filter: [1-9]\d\d/)
  })
})
