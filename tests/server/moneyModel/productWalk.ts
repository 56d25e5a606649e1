// Random commands done by the oracle and by the product at once: the answers compared after each, the books in between.
import type { Debt } from './books.ts'
import { differingBooks } from './compare.ts'
import { brokenMoney } from './invariants.ts'
import { openMoneyOracle } from './oracle.ts'
import { heldParts } from './oracleMoney.ts'
import { cr, dr, post, type Command, type Config, type Of, type State } from './oracleState.ts'
import { openWalk, randomFrom } from './oracleWalk.ts'
import { openGround, ownMoney, productCast } from './product.ts'
import { asProduct, readBooks } from './productBooks.ts'
import { driven, runProduct, type Driven, type DrivenName } from './productRun.ts'
import type { TestServer } from '../testServer.ts'

/** The ways of the product where the design leaves one open, and the estimate it keeps. */
const productConfig: Partial<Config> = {
  estimateBase: 'GROSS',
  holds: 'SHEET',
  estimateCuts: 'WITH_SHEET',
  refunds: 'BY_HAND',
  lateOfClosed: 'DEBT',
  feesWait: 'RECEIPT',
  endedFuel: 'STOCK',
}

/** Commands of the oracle nothing drives yet. */
export const leftOut = [
  'makeWaybill: no share of tolls; issue: fuel once, recover: all of it; buyStock: no tolls',
  'sign: while an advance is on a sheet (the product waits for its end), or for less than the advance and the fuel; of planned fuel nobody has handed out (the product leaves it to the sheet, decision 084)',
  'fact, confirmResolution: an advance that comes back after the signature or the end of its waybill; money of a sheet that was closed',
  'makeSheet: a receipt share before the first share of a waybill with an advance (the product sets it off with that one)',
  'sign: cuts by agreed claims for damage, penalties by such for LATE and FINE, together less than what is left of the freight; compensation no more than the bill; no appeals; fees of one carrier other than the one that hauls; weights are set as prices',
  'setPayee, latePenalty, appealWon, appealLost; adjust: of signed waybills, above zero',
  'cancelWaybill, voidWaybill: while an advance is on a sheet (the product waits for its end)',
  'voidWaybill: of which a fee was paid (a debt of its carrier)',
  'takeBack: a person of the other side rejects in the product; removeLine: of a sheet that pays again, or of a waybill with fuel or an advance beside the line',
  'close: of a sheet that pays again (the product lets its waybills go, the design gives them back to the sheet above), or of freight an advance was set off with (the product lets both go, the design keeps the advance set off)',
  'makeSheet, approve: of carriers that owe (a sheet takes debts as it is made, whole; the oracle at its approval)',
  'cancelPayment; proposeDecision, confirmDecision, withdrawDecision: the product has people decide once the bank knows no such order and its day is over, and that is driven',
  'fact: no fee; PROCESSING of a failed payment (a desk of its own in the product); no amount beside NOT_FOUND',
  'claim: for prepaid money, for one waybill with the rest prepaid by its shipper, or for debts of one carrier; no tail',
  'fact: money of a double payment that comes back when its debt was collected or given up (people undo that first)',
  'transfer: to the channel account alone; invoices',
  'proposeResolution: of a word of another amount only that it is wrong',
] as const

const isDriven = (command: Command): command is Driven => command.do in driven

/** A command as far as the product is driven; undefined where it is left out. */
function narrow(s: State, command: Command): Driven | undefined {
  if (!isDriven(command)) return undefined
  switch (command.do) {
    case 'makeWaybill': {
      const { pre, oil, receipt } = command.plan
      return { ...command, plan: { pre, oil, etc: 0, receipt, arrive: 10_000 - pre - oil - receipt } }
    }
    case 'adjust':
      return narrowAdjust(s, command)
    case 'issue':
    case 'recover':
      return narrowFuel(s, command)
    case 'buyStock':
      return command.stock === 'oil' ? command : undefined
    case 'transfer':
      return { ...command, to: 'channel' }
    case 'removeLine':
      return isRemovable(s, command) ? command : undefined
    case 'sign':
      return narrowSign(s, command)
    case 'confirmReceipt':
      return isReceiptPart(s, command) ? command : undefined
    case 'makeSheet':
      return narrowSheet(s, command)
    case 'fact':
      return narrowFact(s, command)
    case 'proposeResolution':
      return isOfAmount(s, command) && command.resolution !== 'wrongMessage' ? undefined : command
    case 'confirmResolution':
      return isReturn(s, command) ? undefined : command
    case 'cancelWaybill':
    case 'voidWaybill':
      return isEndable(s, command) ? command : undefined
    case 'close':
      return isClosable(s, command) ? command : undefined
    case 'approve':
      return isDebtTaken(s, command) ? undefined : command
    case 'askWriteOff':
    case 'confirmWriteOff':
    case 'refuseWriteOff':
      return isKnown(s, command.debt) ? command : undefined
    case 'remit':
      return { ...command, amount: fittingAmount(s, command.amount) }
    case 'claim':
      return narrowClaim(s, command)
    default:
      return command
  }
}

/** The product adjusts finished waybills too, and what is not signed otherwise. */
function narrowAdjust(s: State, command: Of<'adjust'>): Driven | undefined {
  const amount = Math.abs(command.amount)
  return amount > 0 && s.waybills.get(command.waybill)?.state === 'signed' ? { ...command, amount } : undefined
}

/** Fuel is handed out once, and comes back whole. */
function narrowFuel(s: State, command: Of<'issue' | 'recover'>): Driven | undefined {
  const part = s.parts.get(`${command.waybill}/oil/1`)
  if (command.part !== 'oil' || part === undefined) return undefined
  if (command.do === 'issue') return part.issued === 0 ? command : undefined
  return part.issued === 0 ? undefined : { ...command, amount: part.issued }
}

/** A line of a sheet of its own, whose waybill has nothing else on it; the last line is no line to remove in either. */
function isRemovable(s: State, { sheet: id, part }: Of<'removeLine'>): boolean {
  const sheet = s.sheets.get(id)
  const waybill = s.parts.get(part)?.waybill
  const lines = sheet?.lines.filter(({ result }) => result !== 'removed') ?? []
  const beside = lines.some(each => each.waybill === waybill && each.issued > 0)
  // the product holds a sheet as a whole
  const held = heldParts(s)
  const isHeld = !held.has(part) && lines.some(each => held.has(each.part))
  return sheet?.kind !== 'FAILURE' && !beside && !isHeld && (sheet === undefined || lines.length > 1)
}

/** A receipt that nothing waits for is the waybill's affair, not the money's. */
const isReceiptPart = (s: State, { waybill }: Of<'confirmReceipt'>): boolean => {
  const part = s.parts.get(`${waybill}/receipt/1`)
  return part?.state === 'planned' && part.fixed !== undefined
}

const isKnown = (s: State, debt: string): boolean => {
  const origin = s.debts.get(debt)?.origin
  return origin === 'DOUBLE' || origin === 'ADVANCE'
}

/** An advance stands on its sheet: the product waits for its end. */
function isAdvanceOpen(s: State, waybill: string): boolean {
  const state = s.parts.get(`${waybill}/pre/1`)?.state
  return state === 'onSheet' || state === 'returned'
}

/** A sheet whose failed lines go back to where they were: not to a sheet above, and with no advance set off beside them. */
function isClosable(s: State, { sheet: id, by, second }: Of<'close'>): boolean {
  const sheet = s.sheets.get(id)
  const failed = new Set(sheet?.lines.filter(({ result }) => result === 'failed').map(({ waybill }) => waybill))
  const isBeside = sheet?.lines.some(({ waybill, issued }) => issued > 0 && failed.has(waybill)) ?? false
  return sheet?.kind !== 'FAILURE' && by !== second && !isBeside
}

/** The product has one move for both. */
function isEndable(s: State, { do: name, waybill }: Of<'cancelWaybill' | 'voidWaybill'>): boolean {
  const isSigned = s.waybills.get(waybill)?.state === 'signed'
  const isFeePaid = s.partsOf.get(waybill)?.some(({ name: of, state }) => of === 'fee' && state === 'paid') ?? false
  return isSigned === (name === 'voidWaybill') && !isAdvanceOpen(s, waybill) && !isFeePaid
}

function narrowSign(s: State, command: Of<'sign'>): Driven | undefined {
  const [pre, oil] = [s.parts.get(`${command.waybill}/pre/1`), s.parts.get(`${command.waybill}/oil/1`)]
  if (isAdvanceOpen(s, command.waybill) || (oil !== undefined && oil.planned > 0 && oil.issued === 0)) return undefined
  const given = (pre?.issued ?? 0) + (oil?.issued ?? 0)
  const carrierFreight = Math.max(command.carrierFreight, given + 1)
  const cuts = command.deductions
    .filter(({ amount }) => amount > 0)
    .map(({ code, amount }) => ({ code: code === 'LATE' || code === 'FINE' ? code : ('DAMAGE' as const), amount }))
  const most = carrierFreight - given - 1
  const deductions = cuts.reduce((sum, { amount }) => sum + amount, 0) > most ? [] : cuts
  const hauler = s.waybills.get(command.waybill)?.carrier
  const above = productCast.carriers.find(each => each !== hauler) ?? ''
  const fees = command.fees.map(({ amount }) => ({ releaser: above, amount }))
  const compensation = command.compensation > command.shipperFreight ? 0 : command.compensation
  return { ...command, carrierFreight, deductions, compensation, fees, isAppealed: false }
}

const isAdvance = (s: State, part: string): boolean => s.parts.get(part)?.name === 'pre'

const early = ['pre', 'oil']

/** Parts of which one comes before the share its waybill's advance is set off with. */
const isBeforeFirst = (s: State, parts: readonly string[]): boolean =>
  parts.some(id => {
    const waybill = s.parts.get(id)?.waybill ?? ''
    const arrive = s.parts.get(`${waybill}/arrive/1`)
    return (
      early.some(name => s.parts.get(`${waybill}/${name}/1`)?.state === 'issued') &&
      arrive?.fixed !== 0 &&
      !parts.includes(arrive?.id ?? '')
    )
  })

/** A sheet of freight of a carrier that owes takes the debt in the oracle. */
function isDebtTaken(s: State, { sheet }: Of<'approve'>): boolean {
  const found = s.sheets.get(sheet)
  return (found?.kind === 'NORMAL' || found?.kind === 'FEE') && owes(s, found.carrier)
}

function narrowSheet(s: State, command: Of<'makeSheet'>): Driven | undefined {
  if (command.kind === 'ADVANCE' && command.parts.length > 0)
    return command.parts.every(id => isAdvance(s, id)) ? command : undefined
  const isFee = command.kind === 'FEE' && command.parts.length > 0
  if (isFee) {
    const fees = command.parts.map(id => s.parts.get(id))
    return fees.every(part => part?.name === 'fee' && !owes(s, part.carrier)) ? command : undefined
  }
  if (isBeforeFirst(s, command.parts)) return undefined
  const isFreight = command.parts.every(id => {
    const name = s.parts.get(id)?.name
    return name === 'arrive' || name === 'receipt' || name === 'adjust'
  })
  const carrier = s.parts.get(command.parts[0] ?? '')?.carrier
  return command.kind === 'NORMAL' && command.parts.length > 0 && isFreight && !owes(s, carrier) ? command : undefined
}

const owed = (s: State, debtor: string | undefined): Debt[] =>
  [...s.debts.values()].filter(each => each.debtor === debtor && each.open > 0)
const owes = (s: State, carrier: string | undefined): boolean => owed(s, carrier).length > 0

/** Half of the money that comes is no more than what somebody owes. */
function fittingAmount(s: State, amount: number): number {
  const most = Math.max(0, ...productCast.carriers.map(each => owed(s, each).reduce((sum, { open }) => sum + open, 0)))
  return most === 0 || amount % 2 === 0 ? amount : 1 + (amount % most)
}

/** A remittance goes whole to prepaid money, to a waybill somebody names with the rest prepaid by the same shipper, or to the debts of one carrier: the one asked for first, then the oldest. */
function narrowClaim(s: State, command: Of<'claim'>): Driven | undefined {
  const all = s.remittances.get(command.remittance)?.amount ?? 1
  const asked = s.debts.get(command.targets.find(target => target.to === 'debt')?.debt ?? '')
  const item = command.targets.find(target => target.to === 'item')
  if (asked === undefined && item !== undefined) {
    const { waybill, amount } = item
    const shipper = s.items.get(waybill)?.shipper ?? ''
    const rest = all - amount
    return {
      ...command,
      targets: [
        { to: 'item', waybill, amount },
        ...(rest > 0 ? [{ to: 'prepaid' as const, shipper, amount: rest }] : []),
      ],
    }
  }
  if (asked === undefined) {
    const [target] = command.targets.filter(({ to }) => to === 'prepaid')
    return target && { ...command, targets: [command.targets.length > 1 ? { ...target, amount: all } : target] }
  }
  const standing = owed(s, asked.debtor).filter(({ writeOff }) => writeOff === undefined)
  const targets: { to: 'debt'; debt: string; amount: number }[] = []
  let rest = all
  for (const { id, open } of standing.toSorted((a, b) => Number(b === asked) - Number(a === asked))) {
    if (rest > 0) targets.push({ to: 'debt', debt: id, amount: Math.min(open, rest) })
    rest -= Math.min(open, rest)
  }
  const [first, ...others] = targets
  // of one that is being given up nothing is collected, and nothing of more than is owed
  if (first === undefined || !standing.includes(asked)) return undefined
  return { ...command, targets: [{ ...first, amount: first.amount + rest }, ...others] }
}

/** The design applies no word of another amount; the product lets two people say what became of the payment. */
const isOfAmount = (s: State, { exception }: Of<'proposeResolution'>): boolean =>
  s.exceptions.get(exception)?.kind === 'AMOUNT_DIFF'

/** Whether a payment paid a line twice, and the debt of that is not whole any more. */
function isSpent(s: State, order: string): boolean {
  const payment = s.payments.get(order)
  const twice = payment?.state === 'success' ? payment.lines.filter(({ out }) => out === 'E7d') : []
  const debt = s.debts.get(`${order}/E7d`)
  const amount = twice.reduce((sum, line) => sum + line.amount, 0)
  return twice.length > 0 && (debt === undefined || debt.open < amount || debt.writeOff !== undefined)
}

/** People say that money came back whose debt has been paid or given up. */
function isReturn(s: State, { exception }: Of<'confirmResolution'>): boolean {
  const found = s.exceptions.get(exception)
  return found?.proposal?.resolution === 'returned' && isBeyondReturn(s, found.order)
}

/** Whether the product has people undo something before it takes the money of a payment back. */
const isBeyondReturn = (s: State, order: string): boolean =>
  isSpent(s, order) || isSetOff(s, order) || isOfClosed(s, s.payments.get(order)?.source)

/** Whether a payment is of an advance that a signature has counted on, or that is a debt by now. */
const isSetOff = (s: State, order: string): boolean =>
  s.payments.get(order)?.lines.some(({ part: id }) => {
    const part = s.parts.get(id)
    return isAdvance(s, id) && (part?.fixed !== undefined || part?.bookedOn !== undefined)
  }) ?? false

/** Whether a sheet, or one it was made of, was closed. */
function isOfClosed(s: State, id: string | undefined): boolean {
  const sheet = s.sheets.get(id ?? '')
  return sheet !== undefined && (sheet.state === 'closed' || isOfClosed(s, sheet.parent))
}

function narrowFact(s: State, command: Of<'fact'>): Driven | undefined {
  const state = s.payments.get(command.order)?.state
  if (command.kind === 'PROCESSING' && (state === 'failed' || state === 'cancelled')) return undefined
  if (command.kind === 'RETURNED' && isBeyondReturn(s, command.order)) return undefined
  return { ...command, fee: undefined, amount: command.kind === 'NOT_FOUND' ? undefined : command.amount }
}

export interface Walked {
  readonly operations: number
  readonly accepted: number
  readonly refused: number
  /** Accepted commands by name. */
  readonly done: ReadonlyMap<DrivenName, number>
  /** The first differences, with the seed and the step; none, ever. */
  readonly differences: readonly string[]
}
export interface WalkOptions {
  readonly seed: number
  readonly operations: number
  /** Operations between two comparisons of the whole books. */
  readonly every?: number
  readonly config?: Partial<Config>
  /** Keeps a command from the product, as a fault of it would. */
  readonly swallow?: (command: Driven, s: State) => boolean
}

/** One walk over companies of its own; ends at the first difference. */
export async function walkProduct(server: TestServer, options: WalkOptions): Promise<Walked> {
  const { seed, operations, every = 20, config = {}, swallow } = options
  const ground = await openGround(server)
  const oracle = openMoneyOracle({ ...productConfig, ...config })
  post(oracle.state, 'OB', 'b1', '', [dr('1002.01', 'house', ownMoney), cr('4103', '', ownMoney)])
  const next = openWalk(oracle.state, randomFrom(seed), productCast)
  const done = new Map<DrivenName, number>()
  let [accepted, refused] = [0, 0]
  const differences: string[] = []
  while (accepted + refused < operations && differences.length === 0) {
    const command = narrow(oracle.state, next())
    if (command === undefined) {
      oracle.state.count++
      continue
    }
    const isSwallowed = swallow?.(command, oracle.state) ?? false
    const should = oracle.run(command)
    if (command.do === 'makeWaybill' && should.ok) oracle.run({ do: 'depart', waybill: command.id })
    const refusal = isSwallowed ? undefined : await runProduct(ground, command)
    if (should.ok) accepted++
    else refused++
    if (should.ok) done.set(command.do, (done.get(command.do) ?? 0) + 1)
    const at = `seed ${seed}, operation ${accepted + refused}, ${JSON.stringify(command)}`
    if (!isSwallowed && should.ok !== (refusal === undefined))
      differences.push(`${at}: product ${refusal ?? 'did it'}, oracle ${should.ok ? 'did it' : should.why}`)
    else if ((accepted + refused) % every === 0 || accepted + refused === operations) {
      const apart = differingBooks(await readBooks(ground), asProduct(oracle.state))
      differences.push(...[...apart, ...brokenMoney(oracle.state)].map(line => `${at}: ${line}`))
    }
  }
  return { operations: accepted + refused, accepted, refused, done, differences }
}
