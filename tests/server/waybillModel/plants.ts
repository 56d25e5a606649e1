// Faults planted into the product and into its data, one at a time: what the oracle and the invariants are worth shows
// in whether they find them.
import { waybillMoveSides, waybillStates } from '@yunshu/domain/waybill/waybill'
import type { Code } from './oracle.ts'

/**
 * A wrong rule in the product itself: the status where it shows, what the table has to complain of, and how it is put
 * there and taken out again.
 */
interface Plant {
  readonly what: string
  readonly code: Code
  readonly complaint: RegExp
  readonly put: () => () => void
}

/** Puts a value in place of another until the answer is called. */
function instead(target: object, key: string, value: unknown): () => void {
  const before: unknown = Reflect.get(target, key)
  Reflect.set(target, key, value)
  return () => {
    Reflect.set(target, key, before)
  }
}

export const wrongRules: readonly Plant[] = [
  {
    what: 'carriers sign their own delivery',
    code: 60,
    complaint: /carrier sign: the table says forbidden, the product (?!forbidden)/,
    put: () => {
      const [sides, permit] = [
        instead(waybillMoveSides, 'sign', ['platform', 'branch', 'shipper', 'carrier']),
        instead(waybillStates.moves.sign, 'permit', 'waybill.view'),
      ]
      return () => {
        sides()
        permit()
      }
    },
  },
  {
    what: 'what is on the road is cancelled',
    code: 40,
    complaint: /cancel: the table says wrongState, the product (?!wrongState)/,
    put: () => instead(waybillStates.moves.cancel, 'from', ['toAccept', 'toLoad', 'loading', 'inTransit']),
  },
  {
    what: 'a cancelled waybill is voided',
    code: 90,
    complaint: /void: the table says wrongState, the product (?!wrongState)/,
    put: () => instead(waybillStates.moves.void, 'from', [...waybillStates.moves.void.from, 'cancelled']),
  },
  {
    what: 'a dispute needs no reason',
    code: 60,
    complaint: /dispute without its reason: done/,
    put: () => instead(waybillStates.moves.dispute, 'ask', undefined),
  },
  {
    what: 'a resumed journey stands at its end',
    code: 45,
    complaint: /resume: the table says to 40, the product done to arrived/,
    put: () => instead(waybillStates.moves.resume, 'to', 'arrived'),
  },
]

const counter =
  'waybill_counts where (owner_id, state, slot) = (select owner_id, state, slot from waybill_counts where owner_id = (select carrier_id from waybills where id = {one}) order by state, slot limit 1)'
const day =
  'where (owner_id, day_at, slot) = (select owner_id, day_at, slot from waybill_days order by 1, 2, 3 limit 1)'

/**
 * A statement that breaks invariants, and the one that mends it again; `{one}` and `{other}` are waybills on the road,
 * `{vehicle}` that of the other, `{signed}` a signed one, `{sheet}` a paid sheet.
 */
export const wrongData: readonly { readonly breaks: readonly string[]; readonly put: string; readonly undo: string }[] =
  [
    {
      breaks: ['what is left'],
      put: 'update waybills set qty = qty + 1 where id = {one}',
      undo: 'update waybills set qty = qty - 1 where id = {one}',
    },
    {
      breaks: ['a vehicle'],
      put: "update waybills o set vehicle_id = w.vehicle_id, load_region = '110101' from waybills w where w.id = {one} and o.id = {other}",
      undo: "update waybills set vehicle_id = {vehicle}, load_region = '610802' where id = {other}",
    },
    {
      breaks: ['lines and sheet', 'sheet and payments'],
      put: 'update settlements set payable_fen = payable_fen + 1, due_fen = due_fen + 1 where id = {sheet}',
      undo: 'update settlements set payable_fen = payable_fen - 1, due_fen = due_fen - 1 where id = {sheet}',
    },
    {
      breaks: ['counters', 'the list of carrier'],
      put: `update ${counter.replace(' where', ' set n = n + 1 where')}`,
      undo: `update ${counter.replace(' where', ' set n = n - 1 where')}`,
    },
    {
      breaks: ['counters', 'a state without', 'YD'],
      put: "update waybills set state = 'arrived' where id = {one}",
      undo: "update waybills set state = 'inTransit' where id = {one}",
    },
    {
      breaks: ['YD'],
      put: 'update waybills set version = version + 1 where id = {one}',
      undo: 'update waybills set version = version - 1 where id = {one}',
    },
    {
      breaks: ['books of a waybill', 'amounts of a signature', 'figures by day'],
      put: 'update waybills set payable_fen = payable_fen + 1 where id = {signed}',
      undo: 'update waybills set payable_fen = payable_fen - 1 where id = {signed}',
    },
    {
      breaks: ['amounts of a signature'],
      put: 'update waybills set deducted_fen = deducted_fen + 1 where id = {signed}',
      undo: 'update waybills set deducted_fen = deducted_fen - 1 where id = {signed}',
    },
    {
      breaks: ['figures by day'],
      put: `update waybill_days set weight_g = weight_g + 1 ${day}`,
      undo: `update waybill_days set weight_g = weight_g - 1 ${day}`,
    },
    {
      breaks: ['two live payments', 'sheet and payments'],
      put: "insert into payments ([payments]) select [payments] from (select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'task_no', 'PLANT', 'idem_key', 'plant'))).* from payments p where settlement_id = {sheet}) p",
      undo: "update payments set state = 'failed' where task_no = 'PLANT'",
    },
  ]

/** Data that cannot even be planted: the database refuses a second open line of a waybill (invariant 3). */
export const refusedData =
  "insert into settlement_lines select (jsonb_populate_record(l, jsonb_build_object('settlement_id', (select id from settlements where id <> l.settlement_id limit 1)))).* from settlement_lines l where is_open limit 1"
