// One line of a change in words, without the parts of a long rule that stay as they are.
import type { GoodsChange } from '@yunshu/contract/goods/change'
import { hadValue } from '../../ui/Figures.tsx'

type Line = GoodsChange['diff'][number]

/**
 * 亏吨规则 允许 3‰ → 允许 2‰: clauses both sides share are left out, unless one side has more of them; a unit both sides
 * have is said once.
 */
export function changedText({ field, old, new: next }: Line): string {
  const [before, after] = [old.split(/[；，]/), next.split(/[；，]/)]
  const isAlike = before.length === after.length && before.length > 1
  const differs = (own: readonly string[], other: readonly string[]): string =>
    own.filter((clause, at) => clause !== other[at]).join('，')
  const [from, to] = isAlike ? [differs(before, after), differs(after, before)] : [old, next]
  const [unit] = / 元\/\S+$/.exec(to) ?? []
  if (unit !== undefined && from.endsWith(unit)) return `${field} ${from.slice(0, -unit.length)} → ${to}`
  if (!hadValue(from)) return `${field}：${to}`
  return `${field} ${from} → ${hadValue(to) ? to : '无'}`
}
