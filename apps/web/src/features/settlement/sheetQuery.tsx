// The fields settlement sheets are searched by.
import { listCarriers } from '@yunshu/contract/relation/relation'
import type { listSettlements } from '@yunshu/contract/settlement/settlement'
import { sheetKindFilters } from '@yunshu/domain/settlement/settlement'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

type Field = QueryField<typeof listSettlements>
/** The fields everybody has. */
export const sheetQuery: readonly Field[] = [
  { name: 'numbers', input: <NumbersInput placeholder="结算单号，可粘贴多个" /> },
  { name: 'kind', input: <KeySelect table={sheetKindFilters} /> },
  { range: ['from', 'to'], label: '制单时间', input: <DateRangeInput /> },
  { name: 'overdue', label: '逾期', input: <TickInput>仅看逾期未付</TickInput> },
  { name: 'owed', label: '欠款', input: <TickInput>仅看未抵扣的承运商欠款</TickInput> },
]
const carrier: Field = {
  name: 'carrierId',
  input: (
    <CallSelect
      call={listCarriers}
      input={text => (text === '' ? {} : { text })}
      options={({ rows }) => rows.map(({ companyId, name }) => ({ value: companyId, label: name }))}
      placeholder="全部"
    />
  ),
}
/** For those who see which companies work together. */
export const relatedQuery: readonly Field[] = [...sheetQuery, carrier]
