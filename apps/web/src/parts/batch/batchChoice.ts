// A choice of records for one act: what is asked for, the records a start would do, and what a later choice changed.
import type { BatchDetail, BatchItem, batchLists } from '@yunshu/contract/batch'
import { batchActs, type BatchAct } from '@yunshu/domain/batch'
import { addFen, printMoney, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import type { Grams } from '@yunshu/domain/figures/weight'
import { problemText } from '@yunshu/domain/problems/problems'

/** An act, and its records: those of these ids, or all of a list under its filter. */
export interface BatchAsk {
  readonly act: BatchAct
  readonly ids?: readonly string[]
  /** Of sheets: the list; waybills have one. */
  readonly list?: keyof typeof batchLists
  /** The filter of the list as it travels on the wire. */
  readonly filter?: Readonly<Record<string, string>>
  /** Of statements and of ticked invoices: the month, and the branch where not all are meant. */
  readonly period?: string | undefined
  readonly branchId?: string | undefined
}

/** The word a number of records of an act is counted by. */
export function unitOf(act: BatchAct): string {
  const { of } = batchActs[act]
  return of === 'agreement' ? '份' : of === 'voucher' || of === 'input' ? '张' : '单'
}

/** The word for the sum of an act: that of the tax it deducts, of freight, or of amounts. */
export function sumWord(act: BatchAct): string {
  if (act === 'tickInput') return '税额合计'
  return batchActs[act].of === 'waybill' ? '运费合计' : act === 'sendStatement' ? '期末应收合计' : '合计'
}

/** The verb of an act: 审核通过. */
export const verbOf = (act: BatchAct): string => batchActs[act].label.replace('批量', '')

/** Records that need a look of their own before they can take part. */
export const flaggedOf = ({ items }: BatchDetail): readonly BatchItem[] =>
  items.filter(({ outcome }) => outcome === 'flagged')

/** Records a start would do without a further look. */
export const takenOf = ({ items }: BatchDetail): readonly BatchItem[] =>
  items.filter(({ outcome }) => outcome === undefined)

/** The companies a batch of messages goes to, each with its act, by the number of its records. */
export function receiversOf(batch: BatchDetail): readonly { readonly name: string; readonly count: number }[] {
  const all = Map.groupBy(takenOf(batch), ({ name }) => name)
  return [...all].map(([name, { length: count }]) => ({ name, count })).sort((a, b) => b.count - a.count)
}

/** The reasons why nothing of a choice can be done, the most frequent first; undefined where something can. */
export function nothingText(batch: BatchDetail): string | undefined {
  const { act, total, items } = batch
  if (total > 0 || flaggedOf(batch).length > 0 || items.length === 0) return undefined
  const reasons = [...Map.groupBy(items, ({ reason = '' }) => reason)].sort(([, a], [, b]) => b.length - a.length)
  const [first] = items
  if (first && items.length === 1) return `${first.number} 不能${verbOf(act)}：${first.reason ?? ''}`
  const said = reasons.slice(0, 3).map(([reason, { length }]) => `${reason}（${length} ${unitOf(act)}）`)
  return `所选 ${items.length} ${unitOf(act)}都不能${verbOf(act)}：${said.join('；')}${reasons.length > 3 ? '；…' : ''}`
}

interface Sum {
  readonly count: number
  /** Absent where the act has no sum, or the reader may not see it. */
  readonly sum?: Fen | undefined
  readonly weight?: Grams | undefined
}

/** The records a start would do, with the flagged ones the person ticked. */
export function sumWith(batch: BatchDetail, looked: ReadonlySet<string>): Sum {
  const joined = flaggedOf(batch).filter(({ recordId }) => looked.has(recordId))
  return {
    count: batch.total + joined.length,
    sum: batch.sum === undefined ? undefined : addFen(batch.sum, sumFen(joined.map(({ amount = ZERO_FEN }) => amount))),
    weight: batch.weightG,
  }
}

/** The accounts money goes to, those of the ticked records too, the largest sum first. */
export function payeesWith(batch: BatchDetail, looked: ReadonlySet<string>): BatchDetail['payees'] {
  const all = new Map(batch.payees.map(each => [each.payee, each] as const))
  for (const { recordId, payee = '未登记收款账户', amount = ZERO_FEN } of flaggedOf(batch)) {
    if (!looked.has(recordId)) continue
    const { count, sum } = all.get(payee) ?? { count: 0, sum: ZERO_FEN }
    all.set(payee, { payee, count: count + 1, sum: addFen(sum, amount) })
  }
  return [...all.values()].sort((a, b) => b.sum - a.sum)
}

/** The button that begins: act, count and sum. */
export const confirmText = (act: BatchAct, { count, sum }: Sum): string =>
  `${verbOf(act)} ${count} ${unitOf(act)}${sum === undefined ? '' : ` ${act === 'tickInput' ? '税额' : '合计'} ${printMoney(sum)} 元`}`

/** The reason so much may not leave at once, in words; undefined when it may. */
export const limitFault = (limit: BatchDetail['limit'], { count, sum = ZERO_FEN }: Sum): string | undefined =>
  limit !== undefined && (count > limit.rows || sum > limit.sum)
    ? problemText('batch.limit', { rows: limit.rows, yuan: printMoney(limit.sum) })
    : undefined

/** True when a choice made with what was ticked holds exactly the records that were shown, as they were shown. */
export function isAsSeen(seen: BatchDetail, looked: ReadonlySet<string>, now: BatchDetail): boolean {
  const wanted = sumWith(seen, looked)
  const shown = new Map(
    seen.items
      .filter(({ recordId, outcome }) => outcome === undefined || (outcome === 'flagged' && looked.has(recordId)))
      .map(item => [item.recordId, item] as const),
  )
  return (
    now.total === wanted.count &&
    now.sum === wanted.sum &&
    now.items.every(({ recordId, outcome, version, payee }) => {
      if (outcome !== undefined) return true
      const before = shown.get(recordId)
      return before !== undefined && before.version === version && before.payee === payee
    })
  )
}

/** The records of a batch that is over that were not done, to be asked for anew. */
export const againOf = (batch: BatchDetail): BatchAsk => ({
  act: batch.act,
  ids: undoneIds(batch),
  ...(batch.period === undefined ? {} : { period: batch.period }),
})

/** Records of a batch that is over that were not done: they can be chosen anew. */
export const undoneIds = ({ items }: BatchDetail): readonly string[] =>
  items.filter(({ outcome }) => outcome !== undefined && outcome !== 'done').map(({ recordId }) => recordId)

/** The result of a batch that is over, in one line: 29/31 已支付，2 单未办理. */
export const resultText = ({ act, done, undone }: Pick<BatchDetail, 'act' | 'done' | 'undone'>): string =>
  `${done}/${done + undone} ${unitOf(act)}${batchActs[act].done}${undone > 0 ? `，${undone} ${unitOf(act)}未办理` : ''}`

/** True while a batch was started and has no end yet. */
export const isUnderWay = ({ state }: Pick<BatchDetail, 'state'>): boolean => state === 'waiting' || state === 'running'
