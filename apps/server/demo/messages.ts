// Message centres of the demo: the last things each person of a company was told, the newest ones unread.
import { happenings, sayHappening, type HappeningName, type SaidArgs } from '@yunshu/contract/happening/happenings'
import type { MessageKind } from '@yunshu/domain/message/kinds'
import type { Permit } from '@yunshu/domain/permits/permits'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { Insertable } from 'kysely'
import type { Messages } from '../src/db/tables.gen.ts'
import { idMaker } from './ids.ts'

/** Something told to everybody of a company who has a permit, as the pushes of the features do. */
export interface Told {
  readonly at: number
  readonly company: string
  readonly permit: Permit
  readonly title: string
  readonly content: string
  readonly kind: MessageKind
  readonly path: string
}

/** A person who can be told. */
export interface Reader {
  readonly id: string
  readonly company: string
  readonly permits: ReadonlySet<string>
}

const perPerson = 10
/** Of these the newest stay unread. */
const unreadMost = 4

/** The newest lines of each person, at most ten; those older than four days have been read. */
export function makeMessages(told: readonly Told[], readers: readonly Reader[], now: number): Insertable<Messages>[] {
  const makeId = idMaker(30)
  const newestFirst = told.toSorted((a, b) => b.at - a.at)
  const rows = readers.flatMap(reader =>
    pickVaried(newestFirst.filter(line => line.company === reader.company && reader.permits.has(line.permit))).map(
      (line, n) => ({ reader, line, n }),
    ),
  )
  return rows
    .sort((a, b) => a.line.at - b.line.at)
    .map(({ reader, line, n }) => ({
      id: makeId(line.at),
      user_id: reader.id,
      title: line.title,
      content: line.content,
      kind: line.kind,
      path: line.path,
      created_at: line.at,
      // a sheet that waits is not read away by newer trips
      read_at:
        (n < unreadMost || line.kind === 'settlement' || line.kind === 'payment') && now - line.at < 4 * DAY_MS
          ? null
          : Math.min(now, line.at + 3_600_000),
    }))
}

/**
 * The newest, but at most three of one title and the last one of every kind, so that there is something behind each tab
 * of a centre.
 */
function pickVaried(lines: readonly Told[]): Told[] {
  const seen = new Map<string, number>()
  const varied = lines.filter(line => {
    const n = (seen.get(line.title) ?? 0) + 1
    seen.set(line.title, n)
    return n <= 3
  })
  const picked = new Set([...Map.groupBy(varied, ({ kind }) => kind).values()].flatMap(own => own.slice(0, 1)))
  for (const line of varied) if (picked.size < perPerson) picked.add(line)
  return varied.filter(line => picked.has(line))
}

/** The line a happening leaves with these people. */
export function toldLine<N extends HappeningName>(
  name: N,
  to: Pick<Told, 'at' | 'company' | 'permit'>,
  ...said: SaidArgs<N>
): Told {
  const { kind = 'system' } = happenings[name]
  const { title, text: content, path = '' } = sayHappening(name, ...said)
  return { ...to, title, content, kind, path }
}
