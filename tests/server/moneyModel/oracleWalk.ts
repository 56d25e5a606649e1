// Random money commands made from what the oracle holds: mostly ones that fit, some that must be refused.
import type { Exception, FactKind, Part, Payment, Resolution, Sheet, SheetState, Waybill } from './books.ts'
import { freePrepaid } from './oracleMoney.ts'
import type { ClaimTarget, Command, DeductionCode, State } from './oracleState.ts'

/** Numbers from 0 up to 1 in an order the seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Cast {
  readonly branches: readonly string[]
  readonly shippers: readonly string[]
  readonly carriers: readonly string[]
  readonly people: readonly string[]
}
export const smallCast: Cast = {
  branches: ['b1', 'b2'],
  shippers: ['s1', 's2'],
  carriers: ['c1', 'c2', 'c3'],
  people: ['admin', 'finance', 'clerk', 'maker'],
}

const dayMs = 86_400_000
const codes: readonly DeductionCode[] = ['LOSS', 'DAMAGE', 'ROUND', 'LATE', 'FINE']
const factKinds: readonly FactKind[] = ['SUCCESS', 'SUCCESS', 'FAILED', 'RETURNED', 'PROCESSING', 'NOT_FOUND']

/** One maker of commands over one oracle. */
export function openWalk(s: State, random: () => number, cast: Cast = smallCast): () => Command {
  const chance = (p: number): boolean => random() < p
  const upTo = (n: number): number => Math.floor(random() * n)
  const amount = (most: number): number => 1 + upTo(most)
  const one = <T>(list: readonly T[]): T => {
    const found = list[upTo(list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const who = (): string => one(cast.people)
  /** A row that fits, or one time in ten any; undefined when there is none. */
  const some = <T>(rows: Iterable<T>, fits: (row: T) => boolean): T | undefined => {
    const all = [...rows]
    const fitting = chance(0.9) ? all.filter(fits) : all
    return fitting.length === 0 ? undefined : one(fitting)
  }
  const waybill = (fits: (w: Waybill) => boolean): string => some(s.waybills.values(), fits)?.id ?? 'none'
  const waiting = (): string =>
    some(s.parts.values(), ({ name, state, fixed }) => name === 'receipt' && state === 'planned' && fixed !== undefined)
      ?.waybill ?? 'none'
  const sheetIn = (...states: readonly SheetState[]): string =>
    some(s.sheets.values(), ({ state }: Sheet) => states.includes(state))?.id ?? 'none'
  const paymentIn = (...states: readonly Payment['state'][]): string =>
    some(s.payments.values(), ({ state }) => states.includes(state))?.id ?? 'none'
  const fresh = (letter: string): string => `${letter}${String(s.count).padStart(7, '0')}`

  const plan = (): Record<'pre' | 'oil' | 'etc' | 'arrive' | 'receipt', number> => {
    const pre = chance(0.4) ? 100 * upTo(30) : 0
    const oil = chance(0.4) ? 33 * upTo(100) : 0
    const etc = chance(0.3) ? 100 * upTo(10) : 0
    const receipt = chance(0.5) ? 7 * upTo(400) : 0
    return { pre, oil, etc, receipt, arrive: 10_000 - pre - oil - etc - receipt }
  }
  const makeWaybill = (): Command => {
    const carrier = one(cast.carriers)
    const payee = chance(0.6) ? carrier : `${carrier}-driver${upTo(2)}`
    return {
      do: 'makeWaybill',
      id: fresh('w'),
      branch: one(cast.branches),
      shipper: one(cast.shippers),
      carrier,
      payee,
      estimate: amount(1_000_000),
      plan: plan(),
    }
  }
  const sign = (): Command => {
    const id = waybill(({ state }) => state === 'moving')
    const w = s.waybills.get(id)
    const freight = chance(0.1) ? amount(1000) : Math.floor((w?.estimate ?? 1) * (0.5 + random()))
    const size = (): number => (chance(0.1) ? amount(2 * freight + 1) : amount(20_000))
    return {
      do: 'sign',
      waybill: id,
      at: dayMs * upTo(60),
      shipperFreight: amount(1_100_000),
      carrierFreight: freight + 1,
      deductions: codes.filter(() => chance(0.2)).map(code => ({ code, amount: size() })),
      compensation: chance(0.3) ? size() : 0,
      receiptWanted: chance(0.8),
      isAppealed: chance(0.3),
      fees: chance(0.2) ? [{ releaser: one(cast.carriers), amount: amount(9000) }] : [],
    }
  }
  const issue = (name: 'issue' | 'recover'): Command => {
    const part = some(
      s.parts.values(),
      (each: Part) =>
        (each.name === 'oil' || each.name === 'etc') &&
        (name === 'issue' ? each.state === 'ready' : each.state === 'issued'),
    )
    const kind = part?.name === 'etc' ? 'etc' : 'oil'
    const most = name === 'issue' ? (part?.planned ?? 1) : (part?.issued ?? 1)
    return { do: name, waybill: part?.waybill ?? 'none', part: kind, amount: chance(0.6) ? most : amount(most + 2) }
  }
  const makeSheet = (): Command => {
    const kind = one(['NORMAL', 'NORMAL', 'NORMAL', 'ADVANCE', 'FEE'] as const)
    const fits = (part: Part): boolean =>
      kind === 'NORMAL'
        ? ['arrive', 'receipt', 'adjust', 'debt'].includes(part.name) && part.state === 'ready'
        : part.name === (kind === 'FEE' ? 'fee' : 'pre') && part.state === 'ready'
    const first = some(s.parts.values(), fits)
    const home = first && s.waybills.get(first.waybill)
    const more = [...s.parts.values()].filter(part => {
      const w = s.waybills.get(part.waybill)
      const isNear = w?.branch === home?.branch && w?.shipper === home?.shipper && part.carrier === first?.carrier
      return part !== first && fits(part) && isNear && chance(0.7)
    })
    const parts = [...(first ? [first] : []), ...more.slice(0, 6)].map(({ id }) => id)
    return { do: 'makeSheet', id: fresh('j'), kind, parts, by: who(), ...(chance(0.2) ? { actingFor: who() } : {}) }
  }
  const removeLine = (): Command => {
    const sheet = some(s.sheets.values(), ({ state, lines }) => state === 'approved' && lines.length > 1)
    const line = sheet && one(sheet.lines)
    return { do: 'removeLine', sheet: sheet?.id ?? 'none', part: line?.part ?? 'none', by: who(), second: who() }
  }
  const fact = (): Command => {
    const fits = ({ state }: Payment): boolean => state === 'sent' || state === 'unknown' || chance(0.15)
    const payment = some(s.payments.values(), fits)
    const order = chance(0.03) ? fresh('foreign') : (payment?.id ?? 'foreign')
    const isSame = chance(0.05) && s.facts.size > 0
    const kind = one(factKinds)
    const isPastDay = kind === 'NOT_FOUND' && chance(0.5)
    const told = chance(0.04) ? amount(1000) : chance(0.5) ? payment?.amount : undefined
    return {
      do: 'fact',
      key: isSame ? one([...s.facts.keys()]) : fresh('n'),
      order,
      kind,
      amount: told,
      fee: chance(0.3) ? upTo(50) : undefined,
      ...(isPastDay ? { isPastDay } : {}),
    }
  }
  const resolve = (): Command => {
    const exception = some(s.exceptions.values(), ({ state }: Exception) => state === 'open')
    const state = s.payments.get(exception?.order ?? '')?.state
    const likely: Readonly<Record<string, Resolution>> = {
      failed: 'succeeded',
      returned: 'succeeded',
      cancelled: 'succeeded',
      success: exception?.kind === 'LATE_FAILURE' ? 'returned' : 'wrongMessage',
      sent: exception?.kind === 'RETURNED' ? 'failed' : 'wrongMessage',
      unknown: exception?.kind === 'UNKNOWN_ORDER' ? 'succeeded' : 'failed',
    }
    const fitting = exception?.kind === 'AMOUNT_DIFF' ? 'wrongMessage' : (likely[state ?? ''] ?? 'wrongMessage')
    const resolution = chance(0.8) ? fitting : chance(0.7) ? 'wrongMessage' : 'succeeded'
    return { do: 'proposeResolution', exception: exception?.id ?? 'none', resolution, by: who() }
  }
  const claim = (): Command => {
    const remittance = some(s.remittances.values(), ({ state }) => state === 'unclaimed')
    const all = remittance?.amount ?? 1
    const branch = remittance?.branch
    const targets: ClaimTarget[] = []
    const debt = chance(0.3) && some(s.debts.values(), each => each.open > 0 && each.branch === branch)
    const item = chance(0.3) && some(s.items.values(), each => each.open > 0 && each.branch === branch)
    let rest = all
    if (debt && rest > 1) {
      const part = Math.min(rest, chance(0.7) ? debt.open : amount(debt.open + 1))
      targets.push({ to: 'debt', debt: debt.id, amount: part })
      rest -= part
    }
    if (item && rest > 1) {
      const part = Math.min(rest, Math.max(1, item.open - upTo(3)))
      targets.push({ to: 'item', waybill: item.waybill, amount: part, tail: chance(0.5) })
      rest -= part
    }
    if (rest > 0) targets.push({ to: 'prepaid', shipper: one(cast.shippers), amount: chance(0.97) ? rest : rest + 1 })
    return { do: 'claim', remittance: remittance?.id ?? 'none', targets, by: who() }
  }
  const askRefund = (): Command => {
    const [branch, shipper] = [one(cast.branches), one(cast.shippers)]
    const most = Math.max(1, freePrepaid(s, branch, shipper))
    return { do: 'askRefund', id: fresh('t'), branch, shipper, amount: amount(most + 10), by: who() }
  }
  const invoice = (): Command => {
    const free = [...s.waybills.values()].filter(
      w => w.invoiced === 0 && (w.state === 'signed' || w.state === 'finished'),
    )
    const first = free.length > 0 ? one(free) : undefined
    const near = free.filter(
      w => w !== first && w.branch === first?.branch && w.shipper === first?.shipper && chance(0.5),
    )
    return { do: 'invoice', id: fresh('i'), waybills: [first?.id ?? 'none', ...near.slice(0, 3).map(({ id }) => id)] }
  }
  const refundIn = (...states: readonly string[]): string =>
    some(s.refunds.values(), ({ state }) => states.includes(state))?.id ?? 'none'
  const debtIn = (isAsked: boolean): string =>
    some(s.debts.values(), ({ open, writeOff }) => open > 0 && (writeOff !== undefined) === isAsked)?.id ?? 'none'
  const remittanceIn = (state: string): string =>
    some(s.remittances.values(), each => each.state === state)?.id ?? 'none'
  const exceptionIn = (): string => some(s.exceptions.values(), ({ state }) => state === 'proposed')?.id ?? 'none'
  const onSheets = (name: 'submit' | 'approve' | 'pay', ...states: readonly SheetState[]): Command => ({
    do: name,
    sheet: sheetIn(...states),
    by: who(),
  })

  const makers: readonly (readonly [number, () => Command])[] = [
    [8, makeWaybill],
    [9, () => ({ do: 'depart', waybill: waybill(({ state }) => state === 'live') })],
    [2, () => ({ do: 'setPayee', waybill: waybill(() => true), payee: `driver${upTo(3)}` })],
    [5, () => issue('issue')],
    [1, () => issue('recover')],
    [9, sign],
    [4, () => ({ do: 'confirmReceipt', waybill: waiting() })],
    [1, () => ({ do: 'adjust', waybill: waybill(({ state }) => state === 'signed'), amount: upTo(20_000) - 10_000 })],
    [1, () => ({ do: 'latePenalty', waybill: waybill(({ state }) => state === 'signed'), amount: amount(9000) })],
    [1, () => ({ do: chance(0.5) ? 'appealWon' : 'appealLost', waybill: waybill(({ appealed }) => appealed > 0) })],
    [1, () => ({ do: 'cancelWaybill', waybill: waybill(({ state }) => state === 'moving') })],
    [1, () => ({ do: 'voidWaybill', waybill: waybill(({ state }) => state === 'signed') })],
    [9, makeSheet],
    [11, () => onSheets('submit', 'draft', 'rejected')],
    [11, () => onSheets('approve', 'submitted')],
    [11, () => onSheets('pay', 'approved')],
    [1, () => ({ do: 'takeBack', sheet: sheetIn('submitted'), by: who() })],
    [1, () => ({ do: 'reject', sheet: sheetIn('submitted'), by: who() })],
    [1, removeLine],
    [5, () => ({ do: 'makeFailure', sheet: sheetIn('partial'), id: fresh('j'), by: who() })],
    [4, () => ({ do: 'close', sheet: sheetIn('partial'), by: 'maker', second: who() })],
    [1, () => ({ do: 'voidSheet', sheet: sheetIn('draft', 'rejected'), by: who() })],
    [1, () => ({ do: 'askVoid', sheet: sheetIn('approved'), by: who() })],
    [2, () => ({ do: chance(0.6) ? 'confirmVoid' : 'refuseVoid', sheet: sheetIn('voiding'), by: who() })],
    [14, () => ({ do: 'send', payment: paymentIn('created') })],
    [1, () => ({ do: 'cancelPayment', payment: paymentIn('created') })],
    [22, fact],
    [
      3,
      () => ({
        do: 'proposeDecision',
        payment: paymentIn('unknown'),
        state: chance(0.5) ? 'success' : 'failed',
        by: who(),
      }),
    ],
    [3, () => ({ do: chance(0.9) ? 'confirmDecision' : 'withdrawDecision', payment: paymentIn('unknown'), by: who() })],
    [7, resolve],
    [8, () => ({ do: chance(0.9) ? 'confirmResolution' : 'refuseResolution', exception: exceptionIn(), by: who() })],
    [
      7,
      () => ({
        do: 'remit',
        id: fresh('k'),
        branch: one(cast.branches),
        amount: amount(2_000_000),
        ...(chance(0.2) ? { registrar: who() } : {}),
      }),
    ],
    [2, () => ({ do: 'confirmRemittance', remittance: remittanceIn('registered'), by: who() })],
    [6, claim],
    [1, () => ({ do: 'returnRemittance', remittance: remittanceIn('unclaimed'), by: who(), second: who() })],
    [2, askRefund],
    [2, () => ({ do: 'approveRefund', refund: refundIn('asked'), by: who() })],
    [1, () => ({ do: 'rejectRefund', refund: refundIn('asked', 'approved'), by: who() })],
    [2, () => ({ do: 'payRefund', refund: refundIn('approved'), by: who() })],
    [1, () => ({ do: 'askWriteOff', debt: debtIn(false), by: who() })],
    [1, () => ({ do: chance(0.7) ? 'confirmWriteOff' : 'refuseWriteOff', debt: debtIn(true), by: who() })],
    [
      2,
      () => ({
        do: 'buyStock',
        branch: one(cast.branches),
        stock: chance(0.6) ? 'oil' : 'etc',
        amount: amount(300_000),
        by: who(),
        second: who(),
      }),
    ],
    [2, () => ({ do: 'transfer', branch: one(cast.branches), amount: amount(700_000), by: who(), second: who() })],
    [2, invoice],
    [1, () => ({ do: 'redInvoice', invoice: some(s.invoices.values(), ({ isRed }) => !isRed)?.id ?? 'none' })],
    [1, () => ({ do: 'allowance', waybill: waybill(({ invoiced }) => invoiced > 0), amount: amount(100_000) })],
  ]
  const all = makers.reduce((sum, [weight]) => sum + weight, 0)
  return () => {
    let rest = random() * all
    for (const [weight, make] of makers) {
      rest -= weight
      if (rest < 0) return make()
    }
    return makeWaybill()
  }
}
