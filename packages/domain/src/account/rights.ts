// The rights of people as they are compared: nobody gives, changes or takes over rights beyond their own.
import { dataScopes, type DataScope } from './account.ts'
import { isPermit, permits, restingPermits, systemRoles, type Permit } from '../permits/permits.ts'

/** The rights of a person, or those a position would give. */
export interface Rights {
  /** Holds the administrator's position: stands above everybody of the same company. */
  readonly isHead: boolean
  readonly permits: ReadonlySet<string>
  readonly scope: DataScope
  /** The branch office whose rows the scope BRANCH means. */
  readonly office?: string | undefined
}

/** A position as it is kept. */
export interface Position {
  readonly name: string
  readonly isSystem: boolean
  readonly functions: readonly string[]
  readonly scope: DataScope
}

/** True for the administrator's position, which nobody changes: it is what keeps a company manageable. */
export const isHeadPosition = ({ name, isSystem }: Pick<Position, 'name' | 'isSystem'>): boolean =>
  isSystem && name === systemRoles.admin

const widths: readonly DataScope[] = ['SELF', 'BRANCH', 'COMPANY', 'ALL']

/** The rows a scope shows in the end: that of an office shows a person without one their own rows only. */
const shownBy = ({ scope, office }: Pick<Rights, 'scope' | 'office'>): DataScope =>
  scope === 'BRANCH' && office === undefined ? 'SELF' : scope

/** The rights positions give together, at an office. */
export function rightsOf(
  positions: readonly Position[],
  { isAdmin = false, office }: { readonly isAdmin?: boolean; readonly office?: string | undefined } = {},
): Rights {
  const scopes = positions.map(position => shownBy({ scope: position.scope, office }))
  return {
    isHead: isAdmin || positions.some(isHeadPosition),
    permits: new Set(positions.flatMap(({ functions }) => functions)),
    scope: widths.findLast(width => scopes.includes(width)) ?? 'SELF',
    office,
  }
}

/**
 * The words for what of the other rights goes beyond one's own; none for rights that do not. An administrator has
 * nobody above them.
 */
export function rightsBeyond(own: Rights, other: Rights): readonly string[] {
  if (own.isHead) return []
  if (other.isHead) return [`“${systemRoles.admin}”职位`]
  const missing = [...other.permits].filter(permit => !own.permits.has(permit))
  const [mine, theirs] = [shownBy(own), shownBy(other)]
  const isWider =
    widths.indexOf(theirs) > widths.indexOf(mine) ||
    (theirs === 'BRANCH' && mine === 'BRANCH' && own.office !== other.office)
  return [
    ...missing.map(permit => `“${isPermit(permit) ? permits[permit].label : permit}”`),
    ...(isWider ? [`数据范围“${dataScopes[theirs]}”`] : []),
  ]
}

/** The permits that rest among the rights after a change that were not before it. */
export const moneyGained = (after: Pick<Rights, 'permits'>, before?: Pick<Rights, 'permits'>): readonly Permit[] =>
  [...restingPermits].filter(permit => after.permits.has(permit) && !before?.permits.has(permit))

/** The most things named in a refusal; a long list helps nobody. */
const namedMax = 3

/** The words of a refusal for rights that go beyond. */
export const beyondWords = (beyond: readonly string[]): string =>
  beyond.slice(0, namedMax).join('、') + (beyond.length > namedMax ? `等 ${beyond.length} 项` : '')
