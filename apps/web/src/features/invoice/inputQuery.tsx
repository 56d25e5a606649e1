// The filter of the list of input invoices.
import type { listInputInvoices } from '@yunshu/contract/invoice/input'
import { inputTurns } from '@yunshu/domain/invoice/input'
import { inputClasses } from '@yunshu/domain/invoice/inputClass'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

export const inputQuery: readonly QueryField<typeof listInputInvoices>[] = [
  { range: ['from', 'to'], label: '开票日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="发票号码、销方、税号" /> },
  { name: 'waybillNo', label: '运单号', input: <TextInput max={35} /> },
  { name: 'branchId', input: <BranchSelect /> },
]
/** Carriers hand in freight alone. */
export const houseInputQuery: typeof inputQuery = [
  ...inputQuery,
  { name: 'class', input: <KeySelect table={inputClasses} /> },
  { name: 'waits', label: '待办', input: <KeySelect table={inputTurns} /> },
]
