// Work on terminals: parameters that wait for a second person, and two devices with one number.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql } from 'kysely'
import { bySide } from '../../work/scope.ts'
import { ordersToConfirm } from '../terminal/order.queries.ts'
import type { FoundWork, TodaySource } from './work.ts'

const path: TodaySource['path'] = ({ link }) => screenUrl('TerminalDetails', { id: link })
/** The vehicle of terminal `t`, and its carrier. */
const seat = sql`coalesce(t.plate, '未装车') as beside`
const carrier = sql`(select o.name from companies o where o.id = t.carrier_id) as whose`

export const terminalWork = {
  terminalOrder: {
    find: ctx => sql<FoundWork>`select c.id, c.version, t.phone as no, ${seat}, c.created_name || coalesce('　' || c.reason, '') as about,
      ${carrier}, c.expires_at as deadline, null::bigint as amount, c.created_at as since, t.id::text as link
      from terminal_commands c join terminals t on t.id = c.terminal_id where ${ordersToConfirm(ctx)}`,
    path,
  },
  terminalConflict: {
    find: ({
      actor,
    }) => sql<FoundWork>`select t.id, t.version, t.phone as no, ${seat}, '另一台设备用同一个手机号注册' as about,
      ${carrier}, null::bigint as deadline, null::bigint as amount, t.updated_at as since, t.id::text as link
      from terminals t where t.state = 'conflict' and ${bySide(actor, {
        platform: sql<boolean>`true`,
        branch: () => sql<boolean>`false`,
        company: () => sql<boolean>`false`,
      })}`,
    path,
  },
} satisfies Partial<Record<TodayKind, TodaySource>>
