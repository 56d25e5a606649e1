// The waybills chosen for a new sheet: kept with their rows, so that sums stay whatever list is loaded.
import type { SettleableRow } from '@yunshu/contract/settlement/settleable'
import { createContext, use } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { whyNotBeside } from './pick.ts'

interface Choice {
  readonly chosen: readonly SettleableRow[]
}
export type ChoiceStore = UseBoundStore<StoreApi<Choice>>

/** A store of its own per page, so that a tick draws the boxes and sums anew and not the table. */
export const createChoice = (): ChoiceStore => create<Choice>(() => ({ chosen: [] }))

export const ChoiceContext = createContext<ChoiceStore>(createChoice())
export const useChosenRows = (): readonly SettleableRow[] => use(ChoiceContext)(({ chosen }) => chosen)

/** Takes rows in, as far as they may stand together, or leaves them out. */
export function chooseParts(store: ChoiceStore, rows: readonly SettleableRow[], isIn: boolean): void {
  store.setState(({ chosen }) => {
    const meant = new Set(rows.map(({ partId }) => partId))
    if (!isIn) return { chosen: chosen.filter(({ partId }) => !meant.has(partId)) }
    const next = [...chosen]
    const taken = new Set(chosen.map(({ partId }) => partId))
    for (const row of rows) {
      if (taken.has(row.partId) || whyNotBeside(row, next) !== undefined) continue
      next.push(row)
      taken.add(row.partId)
    }
    return { chosen: next }
  })
}

/** Leaves a part out that is chosen no more: it is on hold. */
export function leaveOut(store: ChoiceStore, partId: string): void {
  store.setState(({ chosen }) => ({ chosen: chosen.filter(row => row.partId !== partId) }))
}

/** Fresh rows take the place of chosen ones: an amount corrected meanwhile must not be signed for with its old sum. */
export function refreshChosen(store: ChoiceStore, rows: readonly SettleableRow[]): void {
  const byId = new Map(rows.map(row => [row.partId, row]))
  if (store.getState().chosen.some(row => (byId.get(row.partId) ?? row) !== row)) {
    store.setState(({ chosen }) => ({ chosen: chosen.map(row => byId.get(row.partId) ?? row) }))
  }
}
