// The conditions of the list of my goods.
import { listGoods } from '@yunshu/contract/goods/goods'
import { listShippers } from '@yunshu/contract/relation/relation'
import { goodsKinds, publishTargets, takeModes } from '@yunshu/domain/goods/goods'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

export const goodsQuery = [
  { name: 'text', input: <TextInput placeholder="货源号、标题、货物、地点" max={200} /> },
  { name: 'loadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'unloadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'numbers', input: <NumbersInput placeholder="货源号或客户单号，可粘贴多个" /> },
  { name: 'kind', input: <KeySelect table={goodsKinds} /> },
  { name: 'takeMode', input: <KeySelect table={takeModes} /> },
  { name: 'publishTo', input: <KeySelect table={publishTargets} /> },
  { range: ['from', 'to'], label: '发布时间', input: <DateRangeInput /> },
] satisfies QueryField<typeof listGoods>[]

/** The platform and its branches look through the goods of many shippers. */
export const houseGoodsQuery = [
  ...goodsQuery,
  {
    name: 'shipperId',
    input: (
      <CallSelect
        call={listShippers}
        input={text => (text === '' ? {} : { text })}
        options={({ rows }) => rows.map(row => ({ value: row.companyId, label: row.name }))}
        placeholder="全部"
      />
    ),
  },
] satisfies QueryField<typeof listGoods>[]
