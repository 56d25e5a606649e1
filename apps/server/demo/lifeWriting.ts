// Events of the demo's waybills, collected before they are written: rows by table, and lines of history.
import type { Insertable, Selectable } from 'kysely'
import type { DB, Waybills } from '../src/db/tables.gen.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoCompanyId } from './people.ts'

export type WaybillRow = Selectable<Waybills>
type Rows = {
  [
    T in
      | 'events'
      | 'pound_tickets'
      | 'waybill_segments'
      | 'waybill_swaps'
      | 'waybill_claims'
      | 'special_lines'
      | 'special_tickets'
  ]: Insertable<DB[T]>[]
}

/** A drawer for what is written: rows by table, and lines of history. */
export interface Writing {
  readonly rows: Rows
  readonly makeId: MakeId
  readonly nameOf: (userId: string) => string
  readonly note: (
    row: Pick<WaybillRow, 'id'>,
    entity: string,
    action: string,
    by: string,
    at: number,
    more?: { to?: string; from?: string; remark?: string; diff?: object[] },
  ) => void
}

/** An empty drawer; `nameOf` gives people's names. */
export function openWriting(nameOf: (userId: string) => string): Writing {
  const rows: Rows = {
    events: [],
    pound_tickets: [],
    waybill_segments: [],
    waybill_swaps: [],
    waybill_claims: [],
    special_lines: [],
    special_tickets: [],
  }
  const makeId = idMaker(61)
  const eventId = idMaker(62)
  return {
    rows,
    makeId,
    nameOf,
    note: (
      { id },
      entity,
      action,
      by,
      at,
      {
        to = null,
        from = null,
        remark = null,
        diff = null,
      }: { to?: string | null; from?: string | null; remark?: string | null; diff?: object[] | null } = {},
    ) => {
      rows.events.push({
        id: eventId(at),
        entity,
        entity_id: id,
        at,
        user_id: by,
        user_name: nameOf(by),
        action,
        from_state: from,
        to_state: to,
        remark,
        diff,
      })
    },
  }
}

/** Whether it is between the carrier and the shipper whose accounts stand on the login page first. */
export const isNamed = (row: WaybillRow): boolean =>
  row.carrier_id === demoCompanyId('carrier') && row.shipper_id === demoCompanyId('shipper')
