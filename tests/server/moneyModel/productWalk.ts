// Random commands done by the oracle and by the product at once: the answers compared after each, the books in between.
import { differingBooks } from './compare.ts'
import { brokenMoney } from './invariants.ts'
import { openMoneyOracle } from './oracle.ts'
import type { Command, Config, Of, State } from './oracleState.ts'
import { openWalk, randomFrom } from './oracleWalk.ts'
import { openGround, productCast } from './product.ts'
import { asProduct, readBooks } from './productBooks.ts'
import { driven, runProduct, type Driven, type DrivenName } from './productRun.ts'
import type { TestServer } from '../testServer.ts'

/** The ways of the product where the design leaves one open, and the estimate it keeps. */
const productConfig: Partial<Config> = { estimateBase: 'GROSS', holds: 'SHEET' }

/** Commands of the oracle nothing drives yet. */
export const leftOut = [
  'depart, issue, recover: no part is paid or handed out before the trip',
  'sign: no deductions, appeals or fees; weights are set as prices',
  'setPayee, adjust, latePenalty, appealWon, appealLost, cancelWaybill, voidWaybill',
  'makeSheet: of kind NORMAL only; takeBack, removeLine: the product has neither',
  'close: and with it debts, E7l, E7d',
  'cancelPayment, proposeDecision, confirmDecision, withdrawDecision',
  'fact: no fee; PROCESSING of a failed payment (a desk of its own in the product); no amount beside NOT_FOUND',
  'claim: for prepaid money only; returnRemittance, refunds, write-offs',
  'buyStock, transfer, invoices',
  'proposeResolution: of a word of another amount only that it is wrong',
  'confirmResolution: a late success whose lines a failure sheet has (the product differs there, see docs/money-proof.md)',
] as const

const isDriven = (command: Command): command is Driven => command.do in driven

/** A command as far as the product is driven; undefined where it is left out. */
function narrow(s: State, command: Command): Driven | undefined {
  if (!isDriven(command)) return undefined
  switch (command.do) {
    case 'makeWaybill': {
      const { receipt } = command.plan
      return { ...command, plan: { pre: 0, oil: 0, etc: 0, receipt, arrive: 10_000 - receipt } }
    }
    case 'sign':
      return { ...command, deductions: [], fees: [], isAppealed: false }
    case 'confirmReceipt':
      return isReceiptPart(s, command) ? command : undefined
    case 'makeSheet':
      return narrowSheet(s, command)
    case 'fact':
      return narrowFact(s, command)
    case 'proposeResolution':
      return isOfAmount(s, command) && command.resolution !== 'wrongMessage' ? undefined : command
    case 'confirmResolution':
      return isElsewhere(s, command) ? undefined : command
    case 'claim': {
      const [target] = command.targets.filter(({ to }) => to === 'prepaid')
      const all = s.remittances.get(command.remittance)?.amount ?? 1
      const others = command.targets.length > 1
      return target && { ...command, targets: [others ? { ...target, amount: all } : target] }
    }
    default:
      return command
  }
}

/** A receipt that nothing waits for is the waybill's affair, not the money's. */
const isReceiptPart = (s: State, { waybill }: Of<'confirmReceipt'>): boolean => {
  const part = s.parts.get(`${waybill}/receipt/1`)
  return part?.state === 'planned' && part.fixed !== undefined
}

function narrowSheet(s: State, command: Of<'makeSheet'>): Driven | undefined {
  const isFreight = command.parts.every(id => {
    const name = s.parts.get(id)?.name
    return name === 'arrive' || name === 'receipt'
  })
  return command.kind === 'NORMAL' && command.parts.length > 0 && isFreight ? command : undefined
}

/** The design applies no word of another amount; the product lets two people say what became of the payment. */
const isOfAmount = (s: State, { exception }: Of<'proposeResolution'>): boolean =>
  s.exceptions.get(exception)?.kind === 'AMOUNT_DIFF'

/** A late success that would come in for lines a failure sheet has taken over. */
function isElsewhere(s: State, { exception }: Of<'confirmResolution'>): boolean {
  const found = s.exceptions.get(exception)
  const payment = s.payments.get(found?.order ?? '')
  if (found?.proposal?.resolution !== 'succeeded' || found.kind !== 'LATE_SUCCESS' || payment === undefined)
    return false
  const lines = s.sheets.get(payment.source)?.lines ?? []
  return payment.lines.some(({ part }) => lines.find(line => line.part === part)?.result !== 'failed')
}

function narrowFact(s: State, command: Of<'fact'>): Driven | undefined {
  const state = s.payments.get(command.order)?.state
  if (command.kind === 'PROCESSING' && state === 'failed') return undefined
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
