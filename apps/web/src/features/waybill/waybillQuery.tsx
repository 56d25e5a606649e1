// The query fields of the waybill list.
import { listCarriers, listShippers } from '@yunshu/contract/relation'
import { listWaybills, waybillDateKinds } from '@yunshu/contract/waybill'
import { receiptStates, waybillSettleStates } from '@yunshu/domain/waybill'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { NumbersInput, PlateInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

type Companies = { rows: readonly { companyId: string; name: string }[] }
const byText = (text: string) => (text === '' ? {} : { text })
const companies = ({ rows }: Companies) => rows.map(({ companyId, name }) => ({ value: companyId, label: name }))

type Field = QueryField<typeof listWaybills>

const usual: readonly Field[] = [
  { name: 'numbers', input: <NumbersInput /> },
  { name: 'plate', input: <PlateInput /> },
  { name: 'driver', input: <TextInput max={30} placeholder="姓名或手机号" /> },
  { name: 'loadRegion', input: <RegionPicker partial /> },
  { name: 'unloadRegion', input: <RegionPicker partial /> },
  { name: 'receiptState', input: <KeySelect table={receiptStates.states} /> },
  { name: 'settleState', input: <KeySelect table={waybillSettleStates.states} /> },
  { name: 'dateKind', input: <KeySelect table={waybillDateKinds} placeholder="下单时间" /> },
  { range: ['from', 'to'], label: '时间范围', input: <DateRangeInput /> },
]
const carrier: Field = { name: 'carrierId', input: <CallSelect call={listCarriers} input={byText} options={companies} placeholder="全部" /> }
const shipper: Field = { name: 'shipperId', input: <CallSelect call={listShippers} input={byText} options={companies} placeholder="全部" /> }

/** The fields; companies to choose from need the permit to see relations. */
export function waybillQuery(canSeeRelations: boolean): readonly Field[] {
  return canSeeRelations ? [...usual, carrier, shipper] : usual
}
