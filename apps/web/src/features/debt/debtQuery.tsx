// The conditions of the ledger of debts.
import type { listDebts } from '@yunshu/contract/debt/debt'
import { debtAges, debtOrigins } from '@yunshu/domain/debt'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

export const debtQuery: readonly QueryField<typeof listDebts>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="欠款号、来源单、承运商" /> },
  { name: 'origin', input: <KeySelect table={debtOrigins} /> },
  { name: 'age', input: <KeySelect table={debtAges} /> },
  { range: ['from', 'to'], label: '发生时间', input: <DateRangeInput /> },
  { name: 'amountFrom', label: '金额不低于', input: <MoneyInput /> },
  { name: 'amountTo', label: '金额不高于', input: <MoneyInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]
