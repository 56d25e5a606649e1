// The people of the demo and what they did: history rows as move() writes them, in memory until all are known.
import type { Entity } from '@yunshu/domain/entities'
import type { KeptMachine } from '@yunshu/domain/states'
import type { Insertable } from 'kysely'
import type { Events } from '../src/db/tables.gen.ts'
import { nilId } from '../src/db/tx.ts'
import { idMaker, type MakeId } from './ids.ts'

/** The author of an act. */
export interface Someone {
  readonly id: string
  readonly name: string
}

/** The product itself, as jobs and the bank's answers write it. */
export const system: Someone = { id: nilId, name: '系统' }

/** Finds a person of the demo by account. */
export type WhoIs = (account: string) => Someone

interface Change {
  field: string
  old: string
  new: string
}
interface Line {
  readonly at: number
  readonly by: Someone
  readonly remark?: string | undefined
  readonly diff?: Change[]
}

export interface History {
  /** A line that changes no state, or makes the record. */
  note(entity: Entity, entityId: string, action: string, line: Line & { to?: string }): void
  /** A move of a machine, checked against its table; answers the state it leads to. */
  move<S extends string, M extends string>(
    machine: KeptMachine<S, M>,
    entityId: string,
    from: S,
    name: M,
    line: Line,
  ): S
  /** Everything so far, ordered by time, with ids of this maker. */
  rows(makeId?: MakeId): Insertable<Events>[]
}

/** An empty history. */
export function openHistory(): History {
  const lines: Insertable<Events>[] = []
  const add = (
    entity: Entity,
    entityId: string,
    action: string,
    from: string | null,
    to: string | null,
    { at, by, remark, diff }: Line,
  ): void => {
    lines.push({
      id: '',
      entity,
      entity_id: entityId,
      at,
      user_id: by.id,
      user_name: by.name,
      action,
      from_state: from,
      to_state: to,
      remark: remark ?? null,
      diff: diff ?? null,
    })
  }
  return {
    note: (entity, entityId, action, line) => {
      add(entity, entityId, action, null, line.to ?? null, line)
    },
    move: (machine, entityId, from, name, line) => {
      const step = machine.moves[name]
      if (!step.from.includes(from)) throw new Error(`demo: ${machine.table} cannot ${name} from ${from}`)
      if (machine.entity) add(machine.entity, entityId, step.label, from, step.to, line)
      return step.to
    },
    rows: (makeId = idMaker(20)) => {
      for (const line of lines.sort((a, b) => a.at - b.at)) line.id = makeId(line.at)
      return lines
    },
  }
}
