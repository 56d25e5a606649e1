// Closed months of the demo, as a close by two people leaves them: who asked and confirmed, and the balances with their hash.
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { closingStates } from '@yunshu/domain/voucher/closing'
import { q, type Tx } from '../src/db/tx.ts'
import { keepSnapshot } from '../src/features/voucher/snapshot.commands.ts'
import { idMaker } from './ids.ts'
import { demoUserId } from './people.ts'

/** Writes a closing for each month that takes nothing any more; answers the number of rows. */
export async function seedClosings(tx: Tx): Promise<number> {
  const months = await tx.rows(
    q
      .selectFrom('periods')
      .select(['branch_id', 'period', 'closed_at'])
      .where('closed_at', 'is not', null)
      .orderBy('period')
      .orderBy('branch_id'),
  )
  const person = (account: string) =>
    tx.one(q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId(account)))
  const [asker, confirmer] = [await person('platform-finance'), await person('admin')]
  const closingId = idMaker(187)
  for (const { branch_id, period, closed_at } of months) {
    const closedAt = closed_at ?? 0
    const id = closingId(closedAt)
    const asked = {
      id,
      branch_id,
      period,
      asker_id: asker.id,
      asker_name: asker.name,
      asked_at: closedAt - HOUR_MS,
      created_at: closedAt - HOUR_MS,
      updated_at: closedAt - HOUR_MS,
    }
    // its balances hang on it, and a closed one has their hash
    await tx.run(q.insertInto('period_closings').values({ ...asked, state: closingStates.start }))
    const { snapshot } = await keepSnapshot(tx, asked)
    await tx.run(
      q
        .updateTable('period_closings')
        .set({
          state: 'closed',
          snapshot,
          confirmer_id: confirmer.id,
          confirmer_name: confirmer.name,
          confirmed_at: closedAt,
          version: 2,
          updated_at: closedAt,
        })
        .where('id', '=', id),
    )
  }
  return months.length
}
