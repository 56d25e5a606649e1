// Reconciliation of a channel (渠道对账): the file of a day against the movements in the books, line by line;
// differences are explained by two people.
import { addFen, addsExactly, fen, printMoney, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { startOfDay } from '../figures/time.ts'
import { plainSerial } from '../fund.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'
import type { tradeDirections } from '../trade.ts'

export type Direction = keyof typeof tradeDirections

const house = ['platform', 'branch'] as const

/** Files of a day: read by one person, taken by another; only then do they settle anything. */
export const reconFileStates = machine({
  table: 'recon_files',
  column: 'state',
  entity: 'reconFile',
  start: 'read',
  states: {
    read: { label: '待确认', tone: 'busy', awaits: { permit: 'recon.confirm', sides: house } },
    taken: { label: '已采用', tone: 'good', final: true },
    dropped: { label: '已放弃', tone: 'idle', final: true },
  },
  moves: {
    take: { from: ['read'], to: 'taken', label: '采用', permit: 'recon.confirm' },
    drop: { from: ['read'], to: 'dropped', label: '放弃', permit: 'recon.match', danger: true },
  },
})
export type ReconFileMove = keyof typeof reconFileStates.moves

/** Differences between a file and the books. */
export const reconKinds = {
  OURS_ONLY: '账上有、银行无',
  THEIRS_ONLY: '银行有、账上无',
  AMOUNT_DIFF: '金额不符',
} as const

/** A difference: explained by one person and confirmed by another, or matched later by itself. */
export const reconItemStates = machine({
  table: 'recon_items',
  column: 'state',
  entity: 'reconItem',
  start: 'open',
  states: {
    open: { label: '待处理', tone: 'busy', awaits: { permit: 'recon.match', sides: house } },
    asked: { label: '说明待复核', tone: 'busy', awaits: { permit: 'recon.confirm', sides: house } },
    explained: { label: '已说明', tone: 'good' },
    matched: { label: '已对平', tone: 'good' },
  },
  moves: {
    explain: { from: ['open'], to: 'asked', label: '说明', permit: 'recon.match', ask: 'reason' },
    confirm: { from: ['asked'], to: 'explained', label: '同意说明', permit: 'recon.confirm' },
    putBack: { from: ['asked'], to: 'open', label: '退回说明', permit: 'recon.match', ask: 'reason' },
    match: { from: ['open', 'asked', 'explained'], to: 'matched', label: '对平', permit: 'system' },
    /** Two people took back what was laid by hand. */
    reopen: { from: ['matched'], to: 'open', label: '撤销对平', permit: 'system' },
  },
})
export type ReconItemState = keyof typeof reconItemStates.states
export type ReconItemMove = keyof typeof reconItemStates.moves

/** The standing of a day: no file, all lines matched, differences that wait, or all of them explained. */
export const reconDayStates = { missing: '未到', even: '已平', differs: '有差异', explained: '已说明' } as const
export type ReconDayState = keyof typeof reconDayStates

/** The standing of a day with a file. */
export const dayStateOf = (items: { readonly open: number; readonly explained: number }): ReconDayState =>
  items.open > 0 ? 'differs' : items.explained > 0 ? 'explained' : 'even'

/** The fault of a step beside its state and permit: who read a file does not take it, who explains does not agree. */
export const faultOfReconMove = (
  name: ReconFileMove | ReconItemMove,
  { isMaker }: { readonly isMaker: boolean },
): Fault | undefined =>
  (name === 'take' || name === 'confirm') && isMaker ? { problem: 'maker.checker', detail: {} } : undefined

/** The moves of a difference a person can make now. */
export const reconItemMovesOf = (
  on: { readonly state: ReconItemState; readonly isMaker: boolean },
  can: (permit: Permit) => boolean,
): ReconItemMove[] => offeredFrom(reconItemStates, on.state, can).filter(name => !faultOfReconMove(name, on))

/** A line of the bank without a movement, as the ways to end it are judged. */
export interface ReconLineOn {
  /** It waits, and nothing was said of it by hand that another person has to agree to. */
  readonly isOpen: boolean
  readonly isLaying: boolean
  /** A record was made of it, with its words; money that came and whose remittance was taken back can be recorded anew. */
  readonly made: string | undefined
  readonly isTakenBack: boolean
  /** Its money stands in a remittance. */
  readonly isRemitted: boolean
  /** A movement it is like. */
  readonly hasSuggestion: boolean
}

const faultOfLine = ({ isOpen, isLaying }: ReconLineOn): Fault | undefined => {
  if (!isOpen) return { problem: 'recon.notOpen', detail: {} }
  return isLaying ? { problem: 'recon.laying', detail: {} } : undefined
}

/** The fault of making the record a line of the bank is missing. */
export const faultOfReconRecord = (on: ReconLineOn): Fault | undefined =>
  faultOfLine(on) ??
  // entered by hand beside it, too, its money is there
  (on.isRemitted || (on.made !== undefined && !on.isTakenBack)
    ? { problem: 'recon.recorded', detail: { made: on.made ?? '来款' } }
    : undefined)

/** The fault of agreeing that a line is the movement it is like: its money would stand in the books twice. */
export function faultOfReconAdoption(on: ReconLineOn): Fault | undefined {
  const fault = faultOfLine(on)
  if (fault) return fault
  if (on.isRemitted) return { problem: 'recon.recorded', detail: { made: on.made ?? '来款' } }
  return on.hasSuggestion ? undefined : { problem: 'recon.noSuggestion', detail: {} }
}

/** The moves of a file a person can make now. */
export const reconFileMovesOf = (
  on: { readonly state: keyof typeof reconFileStates.states; readonly isMaker: boolean },
  can: (permit: Permit) => boolean,
): ReconFileMove[] => offeredFrom(reconFileStates, on.state, can).filter(name => !faultOfReconMove(name, on))

/** A line of the bank's file. */
export interface BankLine {
  readonly n: number
  readonly serial: string
  readonly orderKey?: string | undefined
  readonly direction: Direction
  readonly amount: Fen
  readonly at: number
  readonly balance?: Fen | undefined
}

/** The head of a file: its day, count, sums and balances. */
export interface BankHead {
  /** Start of the day, ms. */
  readonly day: number
  readonly lines: number
  readonly income: Fen
  readonly outgo: Fen
  readonly opening: Fen
  readonly closing: Fen
}

const sumOf = (lines: readonly BankLine[], direction: Direction): Fen =>
  sumFen(lines.filter(line => line.direction === direction).map(({ amount }) => amount))

/** The money a line adds to the account. */
export const signedAmount = ({ direction, amount }: { readonly direction: Direction; readonly amount: Fen }): Fen =>
  direction === 'IN' ? amount : subtractFen(ZERO_FEN, amount)

const said = (what: string, head: Fen, counted: Fen): string =>
  `${what} ${printMoney(head)} 元与明细 ${printMoney(counted)} 元不符`

/** The reason nothing of a file can be used: it is not whole, not of its day, or does not add up. */
export function faultOfBankFile(head: BankHead, lines: readonly BankLine[]): string | undefined {
  if (head.lines !== lines.length) return `表头写 ${head.lines} 笔，文件里有 ${lines.length} 笔`
  const { opening } = head
  if (!addsExactly([opening, head.income, head.outgo]) || !addsExactly([opening, ...lines.map(({ amount }) => amount)]))
    return '金额过大，无法核对'
  const [income, outgo] = [sumOf(lines, 'IN'), sumOf(lines, 'OUT')]
  if (head.income !== income) return said('收入合计', head.income, income)
  if (head.outgo !== outgo) return said('支出合计', head.outgo, outgo)
  const closing = subtractFen(addFen(head.opening, income), outgo)
  if (head.closing !== closing) return said('期末余额', head.closing, closing)
  const other = lines.find(({ at }) => startOfDay(at) !== head.day)
  if (other) return `第 ${other.n} 笔不是当天的`
  const serials = new Set<string>()
  let balance = head.opening
  for (const line of lines) {
    if (line.amount === 0) return `第 ${line.n} 笔金额为 0`
    if (serials.has(line.serial)) return `流水号 ${line.serial} 出现了两次`
    serials.add(line.serial)
    balance = addFen(balance, signedAmount(line))
    if (line.balance !== undefined && line.balance !== balance)
      return `第 ${line.n} 笔后的余额${said('', line.balance, balance)}`
  }
  return undefined
}

/** A movement in the books, with the numbers by which the bank may know it. */
export interface BookLine {
  readonly id: string
  readonly keys: readonly string[]
  readonly serial?: string | undefined
  readonly direction: Direction
  readonly amount: Fen
  readonly at: number
  /** Movements of one word of the bank share it: together they are one line of its file. */
  readonly word?: string | undefined
}

/** A line of the bank with the movement it is, and how that was found. */
export interface Match {
  readonly n: number
  readonly tradeId: string
  /** Further movements of the same word of the bank: they and the first together are the line. */
  readonly more: readonly string[]
  readonly by: keyof typeof reconMatches
  /** Another amount than in the books. */
  readonly differs: boolean
}
/** Ways a line is laid on a movement. */
export const reconMatches = { KEY: '订单号', SERIAL: '流水号', HAND: '人工' } as const

/** A line that might be a movement: same amount and direction on the same day, and no other pair like it. People decide. */
export interface Suggestion {
  readonly n: number
  readonly tradeId: string
}

/**
 * Lays lines on movements: by order number, then by serial; each line and movement once. Pairs of one amount go before
 * pairs that differ. Never by amount alone: that is only suggested.
 */
export function matchLines(
  lines: readonly BankLine[],
  trades: readonly BookLine[],
): { readonly matches: readonly Match[]; readonly suggestions: readonly Suggestion[] } {
  const freeLines = new Map(lines.map(line => [line.n, line]))
  const joined = joinWords(trades)
  const freeTrades = new Map(joined.map(trade => [trade.id, trade]))
  const byKey = groupBy(joined.flatMap(trade => trade.keys.map(key => [key, trade] as const)))
  const bySerial = groupBy(joined.flatMap(trade => (trade.serial ? [[spelled(trade.serial), trade] as const] : [])))
  const matches: Match[] = []
  const lay = (by: Match['by'], of: (line: BankLine) => readonly JoinedLine[], differs: boolean): void => {
    for (const line of freeLines.values()) {
      const trade = of(line).find(
        each =>
          freeTrades.has(each.id) && each.direction === line.direction && (each.amount !== line.amount) === differs,
      )
      if (trade === undefined) continue
      matches.push({ n: line.n, tradeId: trade.id, more: trade.more, by, differs })
      freeLines.delete(line.n)
      freeTrades.delete(trade.id)
    }
  }
  const keyed = (line: BankLine): readonly JoinedLine[] => keysIn(line.orderKey).flatMap(key => byKey.get(key) ?? [])
  const serialed = (line: BankLine): readonly JoinedLine[] => bySerial.get(spelled(line.serial)) ?? []
  const same = (line: BankLine): readonly JoinedLine[] => serialed(line).filter(({ serial }) => serial === line.serial)
  for (const differs of [false, true]) {
    // of two lines with one number the one whose serial agrees is the movement
    lay('KEY', line => keyed(line).filter(({ serial }) => serial === line.serial), differs)
    lay('KEY', keyed, differs)
    lay('SERIAL', same, differs)
    lay('SERIAL', serialed, differs)
  }
  return {
    matches,
    suggestions: suggest(
      [...freeLines.values()],
      // several movements are agreed to by nobody as one
      [...freeTrades.values()].filter(({ more }) => more.length === 0),
    ),
  }
}

/** A bank's number as numbers are compared: a person types it from a slip, in other letters than the file has. */
const spelled = (serial: string): string => plainSerial(serial).toUpperCase()

/** Numbers of payments in a text. */
const numbersIn = (text: string): string[] => text.toUpperCase().match(/ZF\d{10,}/g) ?? []

/** The order numbers in the place of one: as it stands, and the number of a payment inside a remark. */
export const keysIn = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : [...new Set([text, ...numbersIn(text)])]

/** A movement, or all those of one word of the bank as the one piece its file knows. */
interface JoinedLine extends BookLine {
  readonly more: readonly string[]
}

/** Movements with those of one word in one direction joined: the first stands for them, with their sum. */
function joinWords(trades: readonly BookLine[]): JoinedLine[] {
  const groups = Map.groupBy(trades, ({ id, word, direction }) => (word === undefined ? id : `${word} ${direction}`))
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            amount: sumFen([first, ...others].map(({ amount }) => amount)),
            more: others.map(({ id }) => id),
          },
        ],
  )
}

function groupBy(pairs: readonly (readonly [string, JoinedLine])[]): Map<string, JoinedLine[]> {
  const found = new Map<string, JoinedLine[]>()
  for (const [key, trade] of pairs) found.set(key, [...(found.get(key) ?? []), trade])
  return found
}

function suggest(lines: readonly BankLine[], trades: readonly BookLine[]): Suggestion[] {
  const likeness = ({ direction, amount, at }: BankLine | BookLine): string =>
    `${direction} ${amount} ${startOfDay(at)}`
  const [linesLike, tradesLike] = [Map.groupBy(lines, likeness), Map.groupBy(trades, likeness)]
  return [...linesLike].flatMap(([like, [line, ...more]]) => {
    const [trade, ...others] = tradesLike.get(like) ?? []
    return line && trade && more.length === 0 && others.length === 0 ? [{ n: line.n, tradeId: trade.id }] : []
  })
}

/**
 * Pieces of the statement: a movement or line that stands on one side alone at the end of a day, the difference of a pair, or
 * a movement of the bank's days up to it that the books date otherwise, its month being closed when it was entered.
 */
export const openPieces = {
  OURS: '账上有、银行无',
  THEIRS: '银行有、账上无',
  DIFF: '金额不符（银行减账上）',
  DATED: '记账日期在其他日',
} as const

export interface OpenPiece {
  readonly side: keyof typeof openPieces
  /** The money it adds to its side; of a pair, the bank's less ours. */
  readonly amount: Fen
}

/** The statement that explains the bank's balance by the books' (余额调节表). */
export interface Adjusted {
  readonly bank: Fen
  readonly book: Fen
  /** The bank's balance when the first file began, less that of the books. */
  readonly before: Fen
  readonly ours: Fen
  readonly theirs: Fen
  readonly diff: Fen
  readonly dated: Fen
  readonly adjustedBank: Fen
  readonly adjustedBook: Fen
}

/** Both balances with what the other side does not know of yet; equal where every difference is named. */
export function adjustBalances(bank: Fen, book: Fen, before: Fen, pieces: readonly OpenPiece[]): Adjusted {
  const of = (side: OpenPiece['side']): Fen =>
    sumFen(pieces.filter(each => each.side === side).map(({ amount }) => amount))
  const [ours, theirs, diff, dated] = [of('OURS'), of('THEIRS'), of('DIFF'), of('DATED')]
  return {
    bank,
    book,
    before,
    ours,
    theirs,
    diff,
    dated,
    adjustedBank: addFen(bank, ours),
    adjustedBook: fen(book + before + theirs + diff + dated),
  }
}

/** Money the bank itself takes or gives: posted when its file is taken by a second person, with no record of ours before. */
export const bankRules = {
  FEE: { label: '银行手续费', direction: 'OUT', words: ['手续费', '账户管理费', '工本费'], most: fen(100_000) },
  INTEREST: { label: '存款利息', direction: 'IN', words: ['利息', '结息'], most: fen(10_000_000) },
} as const satisfies Readonly<
  Record<string, { label: string; direction: Direction; words: readonly string[]; most: Fen }>
>
export type BankRule = keyof typeof bankRules

interface SaidLine {
  readonly direction: Direction
  readonly orderKey?: string | undefined
  readonly otherName?: string | undefined
}

/** The rule whose words a line says, however large it is; undefined for one that names an order of ours. */
function wordRuleOf({ direction, orderKey = '', otherName = '' }: SaidLine): BankRule | undefined {
  if (numbersIn(orderKey).length > 0) return undefined
  const said = `${orderKey} ${otherName}`
  const fits = (rule: BankRule): boolean =>
    bankRules[rule].direction === direction && bankRules[rule].words.some(word => said.includes(word))
  return fits('FEE') ? 'FEE' : fits('INTEREST') ? 'INTEREST' : undefined
}

/** True for a line that says it is money the bank itself takes or gives: it is no customer's, and no payment come back. */
export const saysBankMoney = (line: SaidLine): boolean => wordRuleOf(line) !== undefined

/**
 * The rule of a line that lies on no movement; undefined for one that names an order of ours or is larger than such
 * money is: people look at it.
 */
export function bankRuleOf(line: SaidLine & { readonly amount: Fen }): BankRule | undefined {
  const rule = wordRuleOf(line)
  return rule !== undefined && line.amount <= bankRules[rule].most ? rule : undefined
}
