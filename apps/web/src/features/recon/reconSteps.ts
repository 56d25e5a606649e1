// The steps of a difference between the bank and the books, as its row and its drawer offer them.
import type { ReconItemRow } from '@yunshu/contract/recon/recon'
import { reconItemStates, saysBankMoney } from '@yunshu/domain/recon/recon'
import { remittanceStates } from '@yunshu/domain/remittance'
import type { RowAction } from '../../ui/list/column.tsx'
import type { ReconAct, ReconStep } from './ReconDialog.tsx'

/** A step as its button says it. */
type Step = Pick<RowAction, 'label' | 'isAside'> & { readonly act: ReconAct | 'return' }

type Difference = Pick<
  ReconItemRow,
  'moves' | 'direction' | 'orderKey' | 'other' | 'canAdopt' | 'canRecord' | 'canReturn' | 'isLikeReturn'
>

/**
 * The steps of a difference, the likeliest first: a record that is missing is made before anybody explains in words, but money of
 * the bank itself is nobody's remittance.
 */
export function reconStepsOf(row: Difference): readonly Step[] {
  const moves = new Set(row.moves)
  const move = (act: ReconStep): readonly Step[] =>
    moves.has(act) ? [{ act, label: reconItemStates.moves[act].label }] : []
  const back: readonly Step[] = row.canReturn ? [{ act: 'return', label: remittanceStates.moves.askReturn.label }] : []
  const record: readonly Step[] = row.canRecord ? [{ act: 'record', label: '补记' }] : []
  const entries = row.isLikeReturn ? [...back, ...record] : [...record, ...back]
  const explain = move('explain')
  const [first, ...others] = [
    ...(row.canAdopt ? [{ act: 'adopt', label: '采纳建议' } as const] : []),
    ...move('confirm'),
    ...(saysBankMoney({ ...row, otherName: row.other }) ? [...explain, ...entries] : [...entries, ...explain]),
    ...move('putBack').map(step => ({ ...step, isAside: true })),
  ]
  return first === undefined ? [] : [first, ...others.map(step => ({ ...step, isAside: true }))]
}
