// Input invoices (进项发票): what suppliers issue to the house, checked, deducted, and bound to the cost of waybills.
import { addFen, fen, smallerFen, type Fen } from '../figures/money.ts'
import { divideRounded } from '../figures/decimal.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom } from '../states.ts'
import type { InputClass } from './inputClass.ts'

/** The largest total of one input invoice: sums over many of them stay exact. */
export const inputGrossMost = fen(100_000_000_000)
/** The most litres of one invoice, in hundredths. */
export const litresMost = 100_000_000_000
/** Most characters of a name on an invoice. */
export const invoiceNameMax = 100

/** Kinds of input invoices: the tax of ordinary ones is a part of the cost. */
export const inputKinds = { SPECIAL: '专用发票', ORDINARY: '普通发票' } as const
export type InputKind = keyof typeof inputKinds

/** Whether the tax of an invoice is deducted; of ordinary ones that of tolls alone. */
export const isDeductible = ({ kind, class: of }: { readonly kind: InputKind; readonly class: InputClass }): boolean =>
  kind === 'SPECIAL' || of === 'TOLL'

/** Sources of the figures of an input invoice. */
export const inputSources = { XML: '电子发票 XML', HAND: '手工填写' } as const

const house = ['platform', 'branch'] as const

export const inputStates = machine({
  table: 'input_invoices',
  column: 'state',
  entity: 'inputInvoice',
  start: 'uploaded',
  states: {
    uploaded: { label: '待查验', tone: 'busy', awaits: { permit: 'invoice.input', sides: house } },
    verified: { label: '查验通过', tone: 'busy', awaits: { permit: 'invoice.input', sides: house } },
    ticked: { label: '已勾选', tone: 'good', rests: true },
    reversed: { label: '已红冲', tone: 'bad', final: true },
    refused: { label: '查验不符', tone: 'bad', final: true },
    dropped: { label: '已作废', tone: 'idle', final: true },
  },
  moves: {
    verify: {
      from: ['uploaded'],
      to: 'verified',
      label: '查验通过',
      done: '已查验，可以绑定运单和勾选',
      permit: 'invoice.input',
    },
    refuse: {
      from: ['uploaded', 'verified'],
      to: 'refused',
      label: '查验不符',
      done: '已记为不符',
      permit: 'invoice.input',
      danger: true,
      ask: 'reason',
    },
    tick: { from: ['verified'], to: 'ticked', label: '勾选抵扣', done: '已勾选', permit: 'invoice.input' },
    // the seller took it back: whatever it bore is free, and the tax that was deducted goes in red
    reverse: {
      from: ['verified', 'ticked'],
      to: 'reversed',
      label: '登记红冲',
      done: '已登记红冲',
      permit: 'invoice.input',
      danger: true,
      ask: 'reason',
    },
    drop: { from: ['uploaded'], to: 'dropped', label: '作废', permit: 'invoice.supply', danger: true },
  },
})
export type InputState = keyof typeof inputStates.states
export type InputMove = keyof typeof inputStates.moves

/** Steps of the reader that an invoice may wait for. */
export const inputTurns = { check: '待我查验', tick: '待我勾选' } as const
export type InputTurn = keyof typeof inputTurns

/** True where waybills can be bound to an invoice: it was checked. */
export const bindsWaybills = (state: InputState): boolean => state === 'verified' || state === 'ticked'

/** An input invoice and the person who wants to move it. */
export interface InputOn {
  readonly state: InputState
  readonly isMaker: boolean
  /** Waybills are bound to it. */
  readonly isBound: boolean
  readonly isDeductible: boolean
}

/** The fault of a move of an input invoice beside its state and permit: who handed it in does not check it. */
export function faultOfInputMove(name: InputMove, on: Omit<InputOn, 'state'>): Fault | undefined {
  const { isMaker, isBound } = on
  if (name === 'tick' && !on.isDeductible) return { problem: 'input.ordinary', detail: {} }
  if (name !== 'tick' && name !== 'drop' && isMaker) return { problem: 'maker.checker', detail: {} }
  if (name === 'drop' && !isMaker) return { problem: 'input.maker', detail: {} }
  return name === 'refuse' && isBound ? { problem: 'input.bound', detail: {} } : undefined
}

/** The moves of an input invoice a person can make now. */
export const inputMovesOf = (on: InputOn, can: (permit: Permit) => boolean): InputMove[] =>
  offeredFrom(inputStates, on.state, can).filter(name => !faultOfInputMove(name, on))

/** The rounded share of an invoice's tax in the part of it that is bound. */
export const taxUpTo = ({ gross, tax }: { readonly gross: Fen; readonly tax: Fen }, bound: Fen): Fen =>
  fen(shareUpTo(gross, tax, bound))
const shareUpTo = (gross: Fen, whole: number, bound: Fen): number =>
  divideRounded(BigInt(whole) * BigInt(bound), BigInt(gross))

/** An input invoice with the part of it that is bound, and the tax used of it. */
export interface BoundInput {
  readonly gross: Fen
  readonly tax: Fen
  readonly bound: Fen
  readonly usedTax: Fen
}

/**
 * The tax of the next part bound of an invoice: the rounded share of all that is bound so far, less what was used before.
 * Once the whole is bound the whole tax is used. After shares were taken off, the rest may have used more than its own
 * rounding: the next share takes none then. Or less: it takes no more than its amount, and later ones the rest.
 */
export const boundTaxOf = (invoice: BoundInput, amount: Fen): Fen =>
  smallerFen(fen(nextShare(invoice, { whole: invoice.tax, used: invoice.usedTax }, amount)), amount)

/** The litres of the next part bound of an invoice for fuel, in hundredths, as its tax is shared. */
export const boundLitresOf = (
  invoice: Pick<BoundInput, 'gross' | 'bound'>,
  litres: { readonly whole: number; readonly used: number },
  amount: Fen,
): number => nextShare(invoice, litres, amount)

function nextShare(
  { gross, bound }: Pick<BoundInput, 'gross' | 'bound'>,
  { whole, used }: { readonly whole: number; readonly used: number },
  amount: Fen,
): number {
  const upTo = addFen(bound, amount)
  if (amount <= 0 || upTo > gross) throw new RangeError('more is bound than the invoice has')
  return Math.max(shareUpTo(gross, whole, upTo) - used, 0)
}
