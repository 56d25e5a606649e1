// The lines of cargo of goods.
import type { Item } from '@yunshu/contract/goods/goods'
import { cargoClasses, labelOf } from '@yunshu/domain/codes'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { orNothing } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

const columns: readonly Column<Item>[] = [
  textColumn('name', '货物', item => item.name, { card: 'title' }),
  textColumn('class', '分类', item => labelOf(cargoClasses, item.cargoCode), { width: 120, cardTitle: '' }),
  textColumn('packing', '包装', item => item.packing, { width: 90, cardTitle: '' }),
  weightColumn('weight', '重量', item => (item.weightG === 0 ? undefined : item.weightG)),
  {
    key: 'volume',
    title: '体积(方)',
    width: 100,
    align: 'right',
    render: item => (
      <span className="ys-figure">{orNothing(item.volume === undefined ? '' : printVolume(volume(item.volume)))}</span>
    ),
  },
  {
    key: 'pieces',
    title: '件数',
    width: 80,
    align: 'right',
    render: item => (
      <span className="ys-figure">{orNothing(item.pieces === undefined ? '' : String(item.pieces))}</span>
    ),
  },
  moneyColumn('value', '货值', item => item.valueFen),
]
const rowKey = (_: Item, index: number): string => String(index)

export function ItemsTable({ items }: { items: readonly Item[] }) {
  return <SimpleTable title="货物明细" rows={items} columns={columns} rowKey={rowKey} />
}
