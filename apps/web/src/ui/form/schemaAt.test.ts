// Fields of a call's input as forms see them.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemaAt } from './schemaAt.ts'

test('a switch is told apart, whether it may be left out or not: it wears no star', () => {
  const input = z.object({ isDrop: z.boolean(), isLate: z.optional(z.boolean()), name: z.string() })
  expect(['isDrop', 'isLate', 'name'].map(name => schemaAt(input, [name])?.isFlag)).toEqual([true, true, false])
})
