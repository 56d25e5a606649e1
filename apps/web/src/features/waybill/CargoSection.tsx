// The cargo: the items of a waybill and the weight it was planned with.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { cargoClasses } from '@yunshu/domain/codes'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Weight } from '../../ui/Figures.tsx'
import { textColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Item = WaybillDetail['items'][number]

const columns: readonly Column<Item>[] = [
  textColumn('name', '货物', item => item.name, { card: 'title' }),
  textColumn('class', '分类', item => cargoClasses.find(({ code }) => code === item.cargoCode)?.label, {
    cardTitle: '',
  }),
  textColumn('packing', '包装', item => item.packing, { width: 80, cardTitle: '' }),
  weightColumn('weight', '货源重量', item => item.weightG),
  textColumn('volume', '体积(方)', item => (item.volume === undefined ? undefined : printVolume(volume(item.volume))), {
    width: 100,
    align: 'right',
  }),
  textColumn('pieces', '件数', item => item.pieces?.toString(), { width: 80, align: 'right' }),
]

/** Items as the goods have them, for all trucks together; the weight beneath is that of this waybill. */
export function CargoSection({ waybill: { items, planWeightG } }: { waybill: WaybillDetail }) {
  return (
    <Section title="货物信息">
      <SimpleTable title="货物明细" rows={items} columns={columns} rowKey={(_, index) => String(index)} />
      <Facts items={[['计划重量(吨)', <Weight key="plan" value={planWeightG} />]]} />
    </Section>
  )
}
