// Real-name checks of the demo's companies; carriers one and two have yet to be checked.
import { HOUR_MS } from '@yunshu/domain/figures/time'
import type { Insertable } from 'kysely'
import type { RealNames } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

/** Shippers and some carriers were checked long ago. Their numbers are not kept: nobody asks about what has ended. */
export async function seedRealNames(tx: Tx, now: number): Promise<number> {
  const checkId = idMaker(97)
  const rows: Insertable<RealNames>[] = []
  for (const key of ['shipper', 'shipper2', 'shipper3', 'carrier3'] as const) {
    const company = await tx.one(
      q.selectFrom('companies').select(['id', 'name', 'credit_code']).where('id', '=', demoCompanyId(key)),
    )
    const user = await tx.one(q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId(key)))
    for (const kind of ['COMPANY', 'PERSON'] as const) {
      const at = now - (900 + rows.length) * HOUR_MS
      const id = checkId(at)
      rows.push({
        id,
        kind,
        state: 'passed',
        company_id: company.id,
        user_id: kind === 'PERSON' ? user.id : null,
        name: kind === 'COMPANY' ? company.name : user.name,
        no_shown: kind === 'COMPANY' ? company.credit_code : '0018',
        no_sealed: '',
        order_no: `RZ${id.replaceAll('-', '')}`,
        heard_at: at,
        until_at: at + 24 * HOUR_MS,
        ended_at: at,
        maker_id: user.id,
        maker_name: user.name,
        created_at: at,
        updated_at: at,
      })
    }
  }
  return insertAll(tx, 'real_names', rows)
}
