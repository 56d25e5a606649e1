// The form of a change as values: what differs from what is said of the goods, and what people typed kept while the
// goods move on.
import type { GoodsSaid } from '@yunshu/contract/goods/change'
import { isPriceAlone, lockedKeys } from '@yunshu/domain/goods/change'
import { diffGoods, type GoodsDiffLine, type GoodsTerms } from '@yunshu/domain/goods/diff'
import { sameValue } from '@yunshu/domain/figures/sameValue'
import { asDraft, shapeGoods, type Goods, type GoodsDraft } from './publishForm.ts'

/** A difference, and whether carriers with open work must agree to it. */
export interface ChangeLine extends GoodsDiffLine {
  readonly isLocked: boolean
}

/** Keys of terms that carriers with open work must agree to. */
const locked: ReadonlySet<string> = lockedKeys

/** The changes of the form, in words; undefined while something in it is missing or cannot be read. */
export function changeLines(
  said: GoodsSaid,
  values: GoodsDraft,
  names: ReadonlyMap<string, string>,
): readonly ChangeLine[] | undefined {
  try {
    // a form that is being filled holds parts of every kind: the words cannot be made of them
    const after = shapeGoods({ ...said.fields, ...values } as Goods)
    const lines = diffGoods(said.fields, after, { nameOf: id => names.get(id) ?? id })
    return lines.map(line => ({
      ...line,
      isLocked: locked.has(line.key) || (line.key === 'totalQty' && after.totalQty < said.taken),
    }))
  } catch {
    return undefined
  }
}

/** The carriers that must agree to these differences, by name. */
export function askedBy(
  said: Pick<GoodsSaid, 'asked' | 'askedOnPrice'>,
  lines: readonly ChangeLine[],
): readonly string[] {
  const locked = lines.filter(({ isLocked }) => isLocked).map(({ key }) => key as keyof GoodsTerms)
  if (locked.length === 0) return []
  return !locked.includes('totalQty') && isPriceAlone(locked) ? said.askedOnPrice : said.asked
}

/**
 * The values of the form after the goods changed from `before` to `now`: fields people changed stay as typed, the
 * others follow the goods.
 */
export function rebasedDraft(before: GoodsSaid, now: GoodsSaid, values: GoodsDraft): GoodsDraft {
  const [old, next] = [asDraft(before.fields), asDraft(now.fields)]
  const keys = new Set([...Object.keys(old), ...Object.keys(next)]) as Set<keyof GoodsDraft>
  return {
    ...values,
    ...Object.fromEntries([...keys].filter(key => sameValue(values[key], old[key])).map(key => [key, next[key]])),
  }
}
