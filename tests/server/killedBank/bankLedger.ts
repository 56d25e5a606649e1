// The ledger of a bank that is killed: a line of a file for each thing that happened there, kept through its own death.
import fs from 'node:fs'

/** Things that happen at the bank to an order. */
export type BankEvent = 'arrived' | 'debited' | 'refused' | 'returned' | 'told'
export type BankResult = 'success' | 'failed' | 'returned'

export interface BankLine {
  readonly event: BankEvent
  readonly order: string
  readonly at: number
  readonly amount: number
  /** The account of an order that arrived, and the number of a movement. */
  readonly account?: string
  readonly serial?: string
  /** The result a notice told that was answered with 200. */
  readonly result?: BankResult
}

/** The lines so far; one cut off by a kill was never written. */
export function readLedger(file: string): BankLine[] {
  if (!fs.existsSync(file)) return []
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as BankLine)
}

/** Opens the ledger; the answered act writes a line, which outlives the process from then on. */
export function openLedger(file: string): { lines: BankLine[]; write: (line: Omit<BankLine, 'at'>) => void } {
  const lines = readLedger(file)
  fs.writeFileSync(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const open = fs.openSync(file, 'a')
  return {
    lines,
    write: line => {
      const whole = { ...line, at: Date.now() }
      fs.writeSync(open, `${JSON.stringify(whole)}\n`)
      fs.fsyncSync(open)
      lines.push(whole)
    },
  }
}

/** The fate of an order: the first answer, whether it is lost on its way, and another end later. */
export interface Fate {
  readonly first: 'debited' | 'refused' | 'open'
  readonly isLost?: true
  readonly then?: 'debited' | 'refused' | 'returned'
}

/** Fates by their share of a hundred orders. */
const fates: readonly (readonly [number, Fate])[] = [
  [46, { first: 'debited' }],
  [12, { first: 'refused' }],
  [10, { first: 'debited', isLost: true }],
  [5, { first: 'refused', isLost: true }],
  [11, { first: 'open', then: 'debited' }],
  [6, { first: 'open', then: 'refused' }],
  [5, { first: 'debited', then: 'returned' }],
  [5, { first: 'refused', then: 'debited' }],
]

/** A number below `below` that an order bears in itself, so that a bank which died knows it again. */
export const chanceOf = (order: string, from: number, below: number): number =>
  Number.parseInt(order.slice(from, from + 6), 16) % below

export function fateOf(order: string): Fate {
  let left = chanceOf(order, 0, 100)
  for (const [share, fate] of fates) if ((left -= share) < 0) return fate
  return { first: 'debited' }
}

/** The result the bank stands by after these lines of one order; undefined while it is open. */
export function resultOf(lines: readonly BankLine[]): BankResult | undefined {
  const last = lines.findLast(({ event }) => event !== 'arrived' && event !== 'told')
  if (last === undefined) return undefined
  return last.event === 'debited' ? 'success' : last.event === 'refused' ? 'failed' : 'returned'
}

/** Whether the bank tells the end of an order by a notice, of itself: always where it is another than its first answer. */
export const tells = (order: string): boolean => fateOf(order).then !== undefined || chanceOf(order, 18, 8) === 0

/** Whether nothing more will happen at the bank to the order of these lines. */
export function isAtRest(lines: readonly BankLine[]): boolean {
  const order = lines[0]?.order ?? ''
  const { first, then = first } = fateOf(order)
  const has = (event: string): boolean => lines.some(line => line.event === event)
  return has(then) && (!tells(order) || has('told'))
}
