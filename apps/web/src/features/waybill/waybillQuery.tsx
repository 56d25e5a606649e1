// The query fields of the waybill list.
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { listBranches } from '@yunshu/contract/session/session'
import { listWaybills, waybillDateKinds } from '@yunshu/contract/waybill/waybill'
import { goodsKinds } from '@yunshu/domain/goods/goods'
import { receiptStates, waybillSettleStates, waybillSources } from '@yunshu/domain/waybill/waybill'
import { waybillAlertFilters, waybillQuestions } from '@yunshu/domain/waybill/alerts'
import { Checkbox } from 'antd'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import type { UrlFilter } from '../../lib/urlState.ts'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { normalPlate, NumbersInput, PlateInput, splitNumbers, TextInput } from '../../ui/fields/TextInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import type { ListSearch } from '../../ui/list/SearchField.tsx'

type Companies = { rows: readonly { companyId: string; name: string }[] }
const byText = (text: string) => (text === '' ? {} : { text })
const companies = ({ rows }: Companies) => rows.map(({ companyId, name }) => ({ value: companyId, label: name }))
const noInput = () => ({})
const branches = ({ rows }: { rows: readonly { id: string; name: string }[] }) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

type Field = QueryField<typeof listWaybills>

/** Only what the person answers for. */
function OnlyMine({ id, value, onChange }: FieldProps<boolean>) {
  return (
    <Checkbox
      {...(id === undefined ? {} : { id })}
      checked={value === true}
      onChange={({ target }) => onChange?.(target.checked ? true : undefined)}
    >
      由我负责的运单
    </Checkbox>
  )
}

/** The number of fields before the filter by question: those used most. */
const folded = 4
const answers = { claim: waybillQuestions.claim } as const
const carried = { ...answers, arrival: waybillQuestions.arrival } as const
const usual: readonly Field[] = [
  { name: 'numbers', input: <NumbersInput /> },
  { name: 'plate', input: <PlateInput /> },
  { name: 'driver', input: <TextInput max={30} placeholder="姓名或手机号" /> },
  { name: 'alert', input: <KeySelect table={waybillAlertFilters} placeholder="不限" /> },
  { name: 'loadRegion', input: <RegionPicker partial /> },
  { name: 'unloadRegion', input: <RegionPicker partial /> },
  { name: 'receiptState', input: <KeySelect table={receiptStates.states} /> },
  { name: 'settleState', input: <KeySelect table={waybillSettleStates.states} /> },
  { name: 'dateKind', input: <KeySelect table={waybillDateKinds} placeholder="下单时间" /> },
  { range: ['from', 'to'], label: '时间范围', input: <DateRangeInput /> },
  { name: 'upstreamNo', input: <TextInput max={35} placeholder="开头几位即可" /> },
  { name: 'kind', label: '货源类型', input: <KeySelect table={goodsKinds} /> },
  { name: 'source', input: <KeySelect table={waybillSources} /> },
]
const mine: Field = { name: 'mine', label: '负责人', input: <OnlyMine /> }
const carrier: Field = {
  name: 'carrierId',
  input: <CallSelect call={listCarriers} input={byText} options={companies} placeholder="全部" />,
}
const shipper: Field = {
  name: 'shipperId',
  input: <CallSelect call={listShippers} input={byText} options={companies} placeholder="全部" />,
}
const branch: Field = {
  name: 'branchId',
  input: <CallSelect call={listBranches} input={noInput} options={branches} placeholder="全部" />,
}

/** Claims wait for either side of the market, proven arrivals for the carrier, changes of vehicle for the house. */
const question = (isHouse: boolean, isCarrying: boolean): Field => ({
  name: 'question',
  input: <KeySelect table={isHouse ? waybillQuestions : isCarrying ? carried : answers} placeholder="不限" />,
})

/**
 * Facts about the person that decide the fields: companies to choose from need the permit to see relations, branches
 * are the platform's.
 */
export interface Asker {
  readonly canSeeRelations: boolean
  readonly isPlatform: boolean
  readonly isHouse: boolean
  readonly isCarrying: boolean
}

/** The fields of the list. */
export function waybillQuery({ canSeeRelations, isPlatform, isHouse, isCarrying }: Asker): readonly Field[] {
  return [
    ...usual.slice(0, folded),
    question(isHouse, isCarrying),
    ...usual.slice(folded),
    ...(canSeeRelations ? [carrier, shipper] : []),
    ...(isPlatform ? [branch] : [mine]),
  ]
}

/** A plate or part of one: with its province, or the short rest of it. */
const looksLikePlate = (text: string): boolean =>
  /^[\u4e00-\u9fff]?[A-Z][A-Z0-9]{1,7}[\u4e00-\u9fff]?$/.test(text) || /^[\u4e00-\u9fff]?\d{3,6}$/.test(text)
const looksLikeMobile = (text: string): boolean => /^1\d{10}$/.test(text)
/** Numbers are longer than plates. */
const numberLeast = 8

/** The conditions one typed or pasted text means: numbers, a plate, or a driver by name or phone. */
export function readWaybillSearch(text: string): UrlFilter<typeof listWaybills> {
  const parts = splitNumbers(text)
  const [first = '', ...others] = parts
  if (others.length === 0 && looksLikeMobile(first)) return { driver: first }
  if (parts.every(part => /^[\w-]+$/.test(part) && part.length >= numberLeast) || others.length > 1)
    return { numbers: parts }
  const plate = normalPlate(text)
  if (looksLikePlate(plate)) return { plate }
  return /^[\w-]+$/.test(first) ? { numbers: parts } : { driver: text.trim() }
}

/** The search of the list. */
export const waybillSearch: ListSearch<typeof listWaybills> = {
  label: '单号、车牌号、司机',
  names: ['numbers', 'plate', 'driver'],
  read: readWaybillSearch,
}
