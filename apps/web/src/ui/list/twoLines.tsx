// Columns of two lines: two facts that belong together in one cell, made of a list's columns of single facts, which
// stay in the column settings and in files.
import type { Permit } from '@yunshu/domain/permits/permits'
import type { Column, Extra, Fact } from './column.tsx'

/** A line that says what a column of the list says. */
export function factOf<Row>(singles: readonly Column<Row>[], key: string, change: Partial<Fact<Row>> = {}): Fact<Row> {
  const column = singles.find(each => each.key === key)
  if (!column) throw new Error(`no column ${key}`)
  const { title, render, permit, totals } = column
  return {
    title,
    render,
    permit,
    totals: totals?.map(total => ({ label: title, ...total })),
    holds: [key],
    ...change,
  }
}

/** A column of one or two facts under a key of its own; titled by them unless told. */
export function twoLines<Row>(
  key: string,
  facts: readonly Fact<Row>[],
  extra: Extra<Row> & { readonly title?: string } = {},
): Column<Row> {
  return { key, width: 140, render: () => undefined, ...worded(facts), ...extra, facts }
}

/** Makes columns of two lines of a list's columns: each fact by its key, or as it is told. */
export const pairing =
  <Row,>(singles: readonly Column<Row>[]) =>
  (
    key: string,
    facts: readonly (string | Fact<Row>)[],
    extra: Extra<Row> & { readonly title?: string } = {},
  ): Column<Row> =>
    twoLines(
      `two-${key}`,
      facts.map(fact => (typeof fact === 'string' ? factOf(singles, fact) : fact)),
      extra,
    )

/**
 * The columns of a list: those shown until the person chooses others, then all columns of single facts. A default named
 * by its key is the single column itself.
 */
export function withDefaults<Row>(
  defaults: readonly (Column<Row> | string)[],
  singles: readonly Column<Row>[],
): readonly Column<Row>[] {
  const kept = singles.map((column, at) => ({ ...column, was: { at, isShown: column.isHidden !== true } }))
  const first = defaults.flatMap(each =>
    typeof each === 'string'
      ? kept.filter(({ key }) => key === each).map(column => ({ ...column, isHidden: false }))
      : each,
  )
  const rest = kept
    .filter(({ key }) => !first.some(column => column.key === key))
    // its edge and its place on a phone are those of the column that says it now
    .map(({ fixed: _fixed, ...column }) => ({ ...column, isHidden: true, card: 'hide' as const }))
  return [...first, ...rest]
}

/** A column as a person with these permits sees it; undefined where nothing of it is left. */
export function seenColumn<Row>(column: Column<Row>, can: (permit: Permit) => boolean): Column<Row> | undefined {
  if (column.permit !== undefined && !can(column.permit)) return undefined
  if (!column.facts) return column
  const facts = column.facts.filter(({ permit }) => permit === undefined || can(permit))
  if (facts.length === 0) return undefined
  if (facts.length === column.facts.length) return column
  const { under: _under, ...rest } = column
  return { ...rest, ...worded(facts), facts }
}

/** Title, cells, sums and held columns of the lines. */
function worded<Row>(facts: readonly Fact<Row>[]) {
  const [over, under] = facts
  return {
    title: facts.map(({ title }) => title).join(' / '),
    ...(over ? { render: over.render } : {}),
    ...(under ? { under: under.render } : {}),
    holds: facts.flatMap(({ holds }) => holds),
    totals: facts.flatMap(({ totals = [] }) => totals),
  }
}
