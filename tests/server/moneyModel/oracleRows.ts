// Rows of waybills and their parts in the oracle: found, added, fixed, ended.
import type { Amount, Part, PartName, Waybill } from './books.ts'
import { must, taxIn, type State } from './oracleState.ts'

export const partsOf = (s: State, waybill: string): readonly Part[] => s.partsOf.get(waybill) ?? []

export const partOf = (s: State, waybill: string, name: PartName): Part | undefined =>
  s.parts.get(`${waybill}/${name}/1`)

/** A new part of a waybill, numbered among its kind. */
export function addPart(s: State, w: Waybill, name: PartName, carrier: string, planned: Amount, fixed?: Amount): Part {
  const own = must(s.partsOf.get(w.id))
  const n = own.filter(other => other.name === name).length + 1
  const part: Part = {
    id: `${w.id}/${name}/${n}`,
    waybill: w.id,
    name,
    carrier,
    planned,
    fixed,
    issued: 0,
    setOff: 0,
    paid: 0,
    penalty: 0,
    tax: 0,
    estimate: 0,
    cuts: 0,
    isBooked: false,
    state: 'planned',
    due: 0,
    bookedOn: undefined,
  }
  own.push(part)
  s.parts.set(part.id, part)
  return part
}

/** The amount of a part, its expected tax and its estimate. Fuel, tolls and fees expect no tax. */
export function setFixed(s: State, part: Part, fixed: Amount): void {
  const expects = s.config.estimateBase === 'NET' && !['oil', 'etc', 'fee'].includes(part.name)
  part.fixed = fixed
  part.tax = expects ? taxIn(fixed, s.config.inputVatBp(part.carrier)) : 0
  part.estimate = fixed - part.tax + part.cuts
}

/** Over when none of its parts but fees is open; a return or a new part opens it again. */
export function finishIfDone(s: State, waybill: string): void {
  const w = must(s.waybills.get(waybill))
  if (w.state !== 'signed' && w.state !== 'finished') return
  const isDone = partsOf(s, waybill).every(
    ({ name, state }) => name === 'fee' || state === 'paid' || state === 'setOff' || state === 'dropped',
  )
  w.state = isDone ? 'finished' : 'signed'
}

/** A part that stands on 2202.01 already. */
export function addBooked(s: State, w: Waybill, amount: Amount, carrier: string = w.carrier): void {
  const part = addPart(s, w, 'adjust', carrier, 0, amount)
  part.isBooked = true
  part.state = 'ready'
  if (w.state === 'finished') w.state = 'signed'
}

/** A fee is paid to the carrier that handed the work down, all else to the payee of the waybill. */
export const payeeOf = (s: State, { name, carrier, waybill }: Part): string =>
  name === 'fee' ? carrier : must(s.waybills.get(waybill)).payee
