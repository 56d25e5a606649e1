// The words of a filter: for the chips above a list, and for the note of an exported file.
import { fieldLabel } from '@yunshu/contract/labels'
import type { Call } from '@yunshu/contract/call'
import { isFen, printMoney } from '@yunshu/domain/figures/money'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import type { UrlFilter } from '../../lib/urlState.ts'
import { DateInput, DateTimeInput } from '../fields/DateInput.tsx'
import type { QueryField } from './QueryForm.tsx'

/** One thing a filter asks for. */
export interface Said {
  /** The fields it clears. */
  readonly names: readonly string[]
  readonly label: string
  readonly text: string
  /** A division code whose name only the region data knows. */
  readonly region?: string
}

/**
 * Chips for parameters of an address that nobody understands: without them the list would pass for the one asked for.
 */
export const sayUnread = (names: readonly string[]): Said[] =>
  names.map(name => ({ names: [name], label: fieldLabel(name), text: '地址中的值无法识别，没有按它筛选' }))

/** The table behind a select, when the control has one. */
function tableOf(props: object): Readonly<Record<string, string | { readonly label: string }>> | undefined {
  const table: unknown = 'table' in props ? props.table : undefined
  return typeof table === 'object' && table !== null
    ? (table as Readonly<Record<string, string | { readonly label: string }>>)
    : undefined
}

const dayText = (value: unknown): string => (typeof value === 'number' ? formatDate(value) : '')

/** Whether a control holds money; inputs of figures are no part of a first list, so they say it of themselves. */
const holdsMoney = (control: unknown): boolean =>
  typeof control === 'function' && 'holds' in control && control.holds === 'fen'

/** A number in the words of its control: a day, a moment, an amount. */
function figureText(value: number, control: unknown): string {
  if (control === DateInput) return formatDate(value)
  if (control === DateTimeInput) return formatDateTime(value)
  return holdsMoney(control) && isFen(value) ? `${printMoney(value)} 元` : String(value)
}

function textOf(value: unknown, props: object, control?: unknown): string {
  if (typeof value === 'number') return figureText(value, control)
  const row = typeof value === 'string' ? tableOf(props)?.[value] : undefined
  if (row !== undefined) return typeof row === 'string' ? row : row.label
  if (Array.isArray(value)) return value.length <= 2 ? value.join('、') : `${String(value[0])} 等 ${value.length} 个`
  if (value === true) return '是'
  // ids of companies and other records: their names are in the control
  return typeof value === 'string' && /^[0-9a-f]{8}-/.test(value) ? '已选' : String(value)
}

/** Everything a filter asks for, in the order of the form; fields without a control of their own come last. */
export function sayFilter<C extends Call>(
  fields: readonly QueryField<C>[],
  filter: UrlFilter<C>,
  skip: readonly string[] = [],
): Said[] {
  const values = filter as Readonly<Record<string, unknown>>
  const isAsked = (name: string): boolean =>
    values[name] !== undefined && !skip.includes(name) && name !== 'limit' && name !== 'cursor'
  const named = new Set<string>(skip)
  const said = fields.flatMap((field): Said[] => {
    const names: readonly string[] = 'name' in field ? [field.name] : field.range
    names.forEach(name => named.add(name))
    if (!names.some(isAsked)) return []
    if ('range' in field) {
      const [from, to] = names.map(name => values[name])
      const [first, last] = field.ends ?? ['最早', '今天']
      // the end of a range of days is the first moment after it
      return [
        {
          names,
          label: field.label,
          text: `${dayText(from) || first} ～ ${typeof to === 'number' ? formatDate(to - 1) : last}`,
        },
      ]
    }
    const value = values[field.name]
    const label = field.label ?? fieldLabel(field.name)
    if (typeof value === 'string' && field.name.endsWith('Region'))
      return [{ names, label, text: value, region: value }]
    return [{ names, label, text: field.say?.(value) ?? textOf(value, field.input.props, field.input.type) }]
  })
  const others = Object.keys(values).filter(name => !named.has(name) && isAsked(name))
  return [...said, ...others.map(name => ({ names: [name], label: fieldLabel(name), text: textOf(values[name], {}) }))]
}
