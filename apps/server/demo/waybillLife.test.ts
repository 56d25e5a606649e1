// The life of demo waybills: something of everything is there to be seen, and it fits the waybills it belongs to.
import { expect, test } from 'vitest'
import { askSeeded } from '../../../tests/server/seededDemo.ts'

const { broken, count } = askSeeded()

test('there is something of everything, also for the named accounts', async () => {
  for (const [what, least] of [
    ['waybill_segments', 2],
    ["waybill_swaps where state = 'proposed'", 1],
    ["waybill_claims where state = 'proposed'", 1],
    ["waybill_claims where state = 'agreed'", 1],
    ["waybill_claims where state = 'refused'", 1],
    ['pound_tickets', 100],
    ['special_lines', 2],
    ["special_tickets where state = 'onWay'", 6],
    ["special_tickets where state = 'signed'", 1],
    ["waybills where settle_state = 'frozen'", 1],
    ["waybills where answer_by is not null and state = 'toAccept'", 1],
    ["waybills where sign_by is not null and state = 'toSign'", 1],
  ] as const)
    expect(await count(what), what).toBeGreaterThanOrEqual(least)
})

test('tickets say what the waybills say, segments follow each other and end with the present vehicle', async () => {
  expect(
    await broken(
      "select w.waybill_no from pound_tickets t join waybills w on w.id = t.waybill_id where t.party = 'driver' and t.net_g <> case t.place when 'load' then w.load_weight_g else w.unload_weight_g end",
    ),
  ).toEqual([])
  expect(
    await broken(
      'select w.waybill_no from waybills w where w.segments <> greatest(1, (select count(*) from waybill_segments s where s.waybill_id = w.id))',
    ),
  ).toEqual([])
  expect(
    await broken(
      'select w.waybill_no from waybill_segments s join waybills w on w.id = s.waybill_id where s.serial = w.segments and (s.vehicle_id <> w.vehicle_id or s.to_at is not null)',
    ),
  ).toEqual([])
  expect(
    await broken(
      'select a.waybill_id from waybill_segments a join waybill_segments b on b.waybill_id = a.waybill_id and b.serial = a.serial + 1 where a.to_at is distinct from b.from_at or a.vehicle_id = b.vehicle_id',
    ),
  ).toEqual([])
  expect(
    await broken(
      "select w.waybill_no from waybill_claims c join waybills w on w.id = c.waybill_id where w.state in ('signed', 'finished')",
    ),
  ).toEqual([])
})

test('whoever handed over carried nothing else at the time', async () => {
  expect(
    await broken(`select s.plate, w.waybill_no from waybill_segments s join waybills w on w.vehicle_id = s.vehicle_id and w.id <> s.waybill_id and w.state not in ('cancelled', 'void')
    where s.to_at is not null and w.created_at < s.to_at and coalesce(w.unloaded_at, w.updated_at) > s.from_at`),
  ).toEqual([])
})
