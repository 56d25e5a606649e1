// The list of vouchers by kind, month, branch and text.
import { listVouchers, sumVouchers, type VoucherRow } from '@yunshu/contract/voucher/voucher'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { voucherColumns } from './voucherColumns.tsx'

const rowKey = ({ id }: VoucherRow): string => id
const rowName = ({ voucherNo }: VoucherRow): string => voucherNo

const query: readonly QueryField<typeof listVouchers>[] = [
  { name: 'kind', input: <KeySelect table={voucherKinds} /> },
  { name: 'period', input: <PeriodSelect /> },
  { name: 'text', input: <TextInput max={60} placeholder="凭证号、摘要、对方、单号" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** Screen VoucherList. */
export default function VoucherListPage() {
  return (
    <ListPage
      call={listVouchers}
      columns={voucherColumns}
      rowKey={rowKey}
      rowName={rowName}
      open={voucherUrl}
      query={query}
      sums={sumVouchers}
    />
  )
}
