// Work on abnormal positions: those nobody has in hand, and those the reader has taken.
import { listUrl } from '@yunshu/contract/screens/screens'
import { abnormalKinds, countedLevel, raiseMs } from '@yunshu/domain/track/abnormal'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../work/ctx.ts'
import { allOf, bySide } from '../../work/scope.ts'
import { ownEpisodes } from '../abnormal/abnormal.queries.ts'
import { labelOf, type FoundWork, type TodaySource } from './work.ts'

/** Raised ones are the house's; an open one is anybody's, until somebody takes it. */
const waiting = (actor: Actor): RawBuilder<boolean> => {
  const house = sql`('open', 'escalated')`
  const states = bySide(actor, { platform: house, branch: () => house, company: () => sql`('open')` })
  return sql<boolean>`(e.state in ${states} or (e.state = 'claimed' and e.claimed_by = ${actor.userId}::uuid))`
}

export const abnormalWork = {
  abnormal: {
    find: ctx => sql<FoundWork>`select e.id, e.version, e.plate as no, ${labelOf(sql`e.kind`, abnormalKinds)} as beside,
      concat_ws('　', w.waybill_no, w.driver_name) as about,
      ${bySide(ctx.actor, { platform: sql`c.name`, branch: () => sql`c.name`, company: () => sql`s.name` })} as whose,
      case when e.state = 'open' and e.level <= ${countedLevel} then e.from_at + ${raiseMs}::bigint end as deadline,
      null::bigint as amount, e.from_at as since, concat_ws(' ', w.waybill_no, e.id) as link
      from episodes e join waybills w on w.id = e.waybill_id join companies c on c.id = e.carrier_id
        join companies s on s.id = e.shipper_id
      where ${allOf([ownEpisodes(ctx), waiting(ctx.actor)])}`,
    // the list of its waybill, with this one open
    path: ({ link }) => {
      const [text = '', id = ''] = link.split(' ')
      return listUrl('DriverLocationException', { text, id })
    },
  },
} satisfies Partial<Record<TodayKind, TodaySource>>
