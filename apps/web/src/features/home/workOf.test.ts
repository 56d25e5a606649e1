// The tour speaks of the work of the position, not of all that a side does.
import type { Permit, RoleSide } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { expect, test } from 'vitest'
import { workOf } from './workOf.ts'

const told = (side: RoleSide, permits: readonly Permit[]): string => workOf([side], permit => permits.includes(permit))

test('every position of each side is told of work of its own, and no two positions of a side of the same', () => {
  for (const [side, positions] of Object.entries(roleTemplates) as [RoleSide, Record<string, readonly Permit[]>][]) {
    const words = Object.values(positions).map(permits => told(side, permits))
    expect([side, words.every(text => text !== '')]).toEqual([side, true])
    expect([side, new Set(words).size]).toEqual([side, words.length])
  }
})
