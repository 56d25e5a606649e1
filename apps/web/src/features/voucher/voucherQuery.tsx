// The conditions of the list of vouchers.
import type { listVouchers } from '@yunshu/contract/voucher/voucher'
import { voucherTurns } from '@yunshu/domain/voucher/manual'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { PeriodSelect } from '../../parts/voucher/PeriodSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'

const reader: readonly QueryField<typeof listVouchers>[] = [
  { name: 'kind', input: <KeySelect table={voucherKinds} /> },
  { name: 'period', input: <PeriodSelect /> },
  { name: 'text', input: <TextInput max={60} placeholder="凭证号、摘要、对方、单号" /> },
  { name: 'branchId', input: <BranchSelect /> },
  { name: 'numbers', label: '凭证号', input: <NumbersInput placeholder="凭证号，可粘贴多个" /> },
  { range: ['dateFrom', 'dateTo'], label: '记账日期', input: <DateRangeInput /> },
  { name: 'amount', label: '金额', input: <MoneyInput /> },
  { name: 'account', label: '科目', input: <TextInput max={10} placeholder="科目编号，含下级" /> },
  { name: 'maker', label: '制单人', input: <TextInput max={30} /> },
]
/** The conditions of the list: of readers, and of those who audit and post, whom vouchers may wait for. */
export const voucherQuery = {
  reader,
  auditor: [...reader, { name: 'waits', label: '待办', input: <KeySelect table={voucherTurns} /> }],
} as const satisfies Readonly<Record<string, typeof reader>>
