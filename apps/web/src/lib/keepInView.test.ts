// A place is scrolled no further than it takes to see the entry.
import { expect, test } from 'vitest'
import { wayIntoView } from './keepInView.ts'

test('an entry in view stays where it is, one beyond an edge comes to that edge, one larger than the place shows its beginning', () => {
  const place = { from: 100, to: 300 }
  const way = (from: number, to: number): number => wayIntoView({ from, to }, place)
  expect([way(100, 300), way(60, 140), way(280, 340), way(120, 420), way(50, 400)]).toEqual([0, -40, 40, 20, -50])
})
