// Laying by hand in reconciliation: several lines of the bank on one movement, or one on several, agreed to by two people
// and taken back by two.
import { printMoney, subtractFen, sumFen, type Fen } from '../figures/money.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import type { Direction } from './recon.ts'
import { machine, offeredFrom } from '../states.ts'

const house = ['platform', 'branch'] as const

export const reconLayingStates = machine({
  table: 'recon_layings',
  column: 'state',
  start: 'asked',
  states: {
    asked: { label: '合并待确认', tone: 'busy', awaits: { permit: 'recon.confirm', sides: house } },
    laid: { label: '已合并对平', tone: 'good' },
    undoing: { label: '撤销待确认', tone: 'busy', awaits: { permit: 'recon.confirm', sides: house } },
    undone: { label: '已撤销', tone: 'idle', final: true },
    dropped: { label: '已退回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['asked'], to: 'laid', label: '确认合并对平', permit: 'recon.confirm' },
    putBack: { from: ['asked'], to: 'dropped', label: '退回合并对平', permit: 'recon.match', ask: 'reason' },
    askUndo: { from: ['laid'], to: 'undoing', label: '申请撤销对平', permit: 'recon.match', ask: 'reason' },
    confirmUndo: { from: ['undoing'], to: 'undone', label: '确认撤销对平', permit: 'recon.confirm', danger: true },
    refuseUndo: { from: ['undoing'], to: 'laid', label: '退回撤销申请', permit: 'recon.match', ask: 'reason' },
  },
})
export type ReconLayingState = keyof typeof reconLayingStates.states
export type ReconLayingMove = keyof typeof reconLayingStates.moves

/** Steps of the reader that a laying may wait for. */
export const layingTurns = { lay: '合并待我确认', unlay: '撤销待我确认' } as const
export type LayingTurn = keyof typeof layingTurns

/** The most lines and movements of one laying. */
export const layingMost = 100

/** A line of the bank, or a movement. */
interface Piece {
  readonly direction: Direction
  readonly amount: Fen
}

const sumOf = (pieces: readonly Piece[]): Fen => sumFen(pieces.map(({ amount }) => amount))

/** The reason these lines are not these movements, in words: one side is one, all go one way, and the sums agree to the fen. */
export function faultOfLaying(lines: readonly Piece[], movements: readonly Piece[]): string | undefined {
  if (lines.length === 0 || movements.length === 0) return '请同时选择“银行有、账上无”和“账上有、银行无”的差异'
  if (lines.length > 1 && movements.length > 1) return '一次只能把多笔银行流水对一笔交易流水，或一笔对多笔'
  if (new Set([...lines, ...movements].map(({ direction }) => direction)).size > 1) return '所选各笔的收支方向不一致'
  const [theirs, ours] = [sumOf(lines), sumOf(movements)]
  if (theirs === ours) return undefined
  const gap =
    theirs > ours ? `多 ${printMoney(subtractFen(theirs, ours))}` : `少 ${printMoney(subtractFen(ours, theirs))}`
  return `银行合计 ${printMoney(theirs)} 元，比账上合计 ${printMoney(ours)} 元${gap} 元，不能合并对平`
}

/** The fault of a step beside its state and permit: nobody agrees to what they asked for. */
export const faultOfLayingMove = (
  name: ReconLayingMove,
  { isAsker, isUndoAsker }: { readonly isAsker: boolean; readonly isUndoAsker: boolean },
): Fault | undefined =>
  (name === 'confirm' && isAsker) || (name === 'confirmUndo' && isUndoAsker)
    ? { problem: 'maker.checker', detail: {} }
    : undefined

/** The moves of a laying a person can make now. */
export const reconLayingMovesOf = (
  on: { readonly state: ReconLayingState; readonly isAsker: boolean; readonly isUndoAsker: boolean },
  can: (permit: Permit) => boolean,
): ReconLayingMove[] => offeredFrom(reconLayingStates, on.state, can).filter(name => !faultOfLayingMove(name, on))
