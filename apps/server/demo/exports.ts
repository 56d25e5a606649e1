// Demo rows of the download centre: files that are gone, failed or called off; no file itself is made here.
import type { ExportState } from '@yunshu/domain/exporting'
import { DAY_MS, formatDateTime, HOUR_MS } from '@yunshu/domain/figures/time'
import type { Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

/** Writes them for the shipper's administrator; answers how many. */
export async function seedExports(tx: Tx, now: number): Promise<number> {
  const makeId = idMaker(0xe0)
  const row = (
    at: number,
    state: ExportState,
    list: string,
    title: string,
    more: { note: string; filter: object; fault?: string; rows_done?: number; size?: number; done_at?: number },
  ) => ({
    id: makeId(at),
    user_id: demoUserId('shipper'),
    company_id: demoCompanyId('shipper'),
    list,
    title,
    file_name: `${title}${formatDateTime(at).replaceAll(/\D/g, '')}.xlsx`,
    state,
    attempts: 1,
    version: 3,
    created_at: at,
    updated_at: at,
    note: more.note,
    filter: more.filter,
    fault: more.fault ?? null,
    rows_done: more.rows_done ?? 0,
    size: more.size ?? null,
    done_at: more.done_at ?? null,
  })
  const made = now - 9 * DAY_MS
  return insertAll(tx, 'exports', [
    row(made, 'expired', 'waybills', '运单', {
      note: '状态：已完成',
      filter: { state: 'finished' },
      rows_done: 312,
      size: 61_440,
      done_at: made + 4000,
    }),
    row(now - 2 * DAY_MS, 'cancelled', 'waybills', '运单', { note: '', filter: {} }),
    row(now - 20 * HOUR_MS, 'failed', 'settlements', '结算单', {
      note: '状态：已支付',
      filter: { state: 'paid' },
      fault: '系统错误，请稍后重试',
    }),
  ])
}
