// The order of a list: newest first, or by due date, amount or stay where an index or a narrow filter keeps it cheap.
import { SortAscendingOutlined } from '@ant-design/icons'
import { isSortable, listOrders, sortedMost, type ListOrder } from '@yunshu/domain/sorting'
import { More } from './RowActions.tsx'

/** The orders a list offers, and the states each is kept for by an index (domain/sorting). */
export type Sorts = Readonly<Partial<Record<ListOrder, readonly string[]>>>

interface SortMenuProps {
  sorts: Sorts
  value: ListOrder | undefined
  /** The state chosen, and the number of rows under the filter where it is known. */
  state: string | undefined
  total: number | undefined
  onChange: (order: ListOrder | undefined) => void
}

const newest = '最新的在前'
const orders = Object.keys(listOrders) as ListOrder[]
const tooMany = '先筛选到 1 万条以内'

export function SortMenu({ sorts, value, state, total = sortedMost + 1, onChange }: SortMenuProps) {
  const shown = value === undefined ? '最新' : listOrders[value].label.slice(0, 2)
  return (
    <More
      as="ys-bar-button"
      name={`排序：${value === undefined ? newest : listOrders[value].label}`}
      actions={[
        { label: newest, onClick: () => onChange(undefined) },
        ...orders.flatMap(order => {
          const kept = sorts[order]
          if (!kept) return []
          const why = isSortable(kept, state, total) ? undefined : tooMany
          return { label: listOrders[order].label, why, onClick: () => onChange(order) }
        }),
      ]}
    >
      <SortAscendingOutlined aria-hidden /> <span className="ys-bar-word">{shown}</span>
    </More>
  )
}

/** The order a filter asks for; undefined is newest first. */
export function orderOf(filter: object): ListOrder | undefined {
  const order: unknown = Reflect.get(filter, 'sort')
  return typeof order === 'string' && order in listOrders ? (order as ListOrder) : undefined
}
