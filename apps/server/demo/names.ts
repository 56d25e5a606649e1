// The people of the demo by id, for rows that keep the name of their author.
import { q, type Tx } from '../src/db/tx.ts'
import type { Someone } from './history.ts'

/** Finds a person by id. @throws Error for an id nobody has */
export async function readNames(tx: Tx): Promise<(userId: string) => Someone> {
  const people = new Map(
    (await tx.rows(q.selectFrom('users').select(['id', 'name']))).map(person => [person.id, person]),
  )
  return userId => {
    const person = people.get(userId)
    if (!person) throw new Error(`demo: nobody has the id ${userId}`)
    return person
  }
}
