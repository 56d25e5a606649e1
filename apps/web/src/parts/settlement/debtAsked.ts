// Whether giving up the debt a sheet left is asked for and not answered yet, read from the sheet's history.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { debtStates } from '@yunshu/domain/debt'

/** The person who asked and the time; undefined where nothing waits. */
export function debtAsked({ log }: Pick<SettlementDetail, 'log'>): { by: string; at: number } | undefined {
  const words = Object.values(debtStates.moves).map(({ label }): string => label)
  const [last] = log.filter(({ action }) => words.includes(action)).toSorted((a, b) => b.at - a.at)
  return last?.action === debtStates.moves.askWriteOff.label ? { by: last.by, at: last.at } : undefined
}
