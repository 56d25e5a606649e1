// Presence: who is connected, when it was last heard, and its last messages, written every few seconds for its page.
import type pg from 'pg'
import { writeEnvelope } from '@yunshu/intake/envelope'
import type { Session } from './sessions.ts'

/** The last messages of a session as an envelope, whose moments count from its beginning. */
function lastOf({ recent, terminal, sinceAt }: Session): Buffer {
  const { trackNo, terminalNo } = terminal
  return writeEnvelope(
    recent.map(({ at, raw }) => ({ trackNo, terminalNo, source: '808', receivedAt: at, raw })),
    sinceAt,
  )
}

/** Writes the presence of sessions, in one statement. An earlier session of a terminal writes over no later one. */
export async function writePresence(pool: pg.Pool, gateway: string, sessions: readonly Session[]): Promise<void> {
  const listed = sessions.filter(({ terminal }) => terminal.terminalNo > 0)
  if (listed.length === 0) return
  await pool.query(
    `insert into terminal_presence (terminal_no, gateway, epoch, ip, since_at, seen_at, ended_at, last)
     select x.no, $1, x.epoch, x.ip, x.since, x.seen, null, x.last
     from unnest($2::int[], $3::bigint[], $4::inet[], $5::bigint[], $6::bigint[], $7::bytea[]) x(no, epoch, ip, since, seen, last)
     on conflict (terminal_no) do update set gateway = excluded.gateway, epoch = excluded.epoch, ip = excluded.ip,
       since_at = excluded.since_at, seen_at = excluded.seen_at, ended_at = null, last = excluded.last
     where terminal_presence.epoch <= excluded.epoch`,
    [
      gateway,
      listed.map(({ terminal }) => terminal.terminalNo),
      listed.map(({ epoch }) => epoch),
      listed.map(({ link }) => link.address),
      listed.map(({ sinceAt }) => sinceAt),
      listed.map(({ seenAt }) => seenAt),
      listed.map(lastOf),
    ],
  )
}

/** Says that sessions ended, and when their terminals were last heard. */
export async function endPresence(pool: pg.Pool, sessions: readonly Session[], now: number): Promise<void> {
  if (sessions.length === 0) return
  const numbers = sessions.map(({ terminal }) => terminal.terminalNo)
  await pool.query(
    `update terminal_presence p set ended_at = $3 from unnest($1::int[], $2::bigint[]) x(no, epoch)
     where p.terminal_no = x.no and p.epoch = x.epoch`,
    [numbers, sessions.map(({ epoch }) => epoch), now],
  )
  await pool.query(
    `update terminals t set seen_at = greatest(t.seen_at, x.seen) from unnest($1::int[], $2::bigint[]) x(no, seen)
     where t.terminal_no = x.no`,
    [numbers, sessions.map(({ seenAt }) => seenAt)],
  )
}

/**
 * Sessions of a gateway that was killed are over: nobody of it is connected. Answers the last epoch there was, which the
 * clock of a machine may lie behind.
 */
export async function clearPresence(pool: pg.Pool, gateway: string, now: number): Promise<number> {
  await pool.query('update terminal_presence set ended_at = $2 where gateway = $1 and ended_at is null', [gateway, now])
  const { rows } = await pool.query<{ epoch: number | null }>(
    'select max(epoch)::float8 as epoch from terminal_presence',
  )
  return rows[0]?.epoch ?? 0
}
