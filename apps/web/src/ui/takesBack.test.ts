// Moves that take one's own record back are found in every table that has them, and none that carries a record on.
import { debtStates } from '@yunshu/domain/debt'
import { depositBackStates, depositStates } from '@yunshu/domain/deposit'
import { refundStates } from '@yunshu/domain/refund'
import { writeOffStates } from '@yunshu/domain/writeOff'
import { expect, test } from 'vitest'
import { takesBack } from './takesBack.ts'

test('every move that is called 撤回 takes back, and no other', () => {
  for (const { moves } of [debtStates, depositBackStates, depositStates, refundStates, writeOffStates])
    for (const [move, { label }] of Object.entries(moves))
      expect([move, takesBack(move)]).toEqual([move, label.startsWith('撤回')])
})
