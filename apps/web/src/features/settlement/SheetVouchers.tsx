// The vouchers posted for a settlement sheet.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import { useCan } from '../../lib/can.ts'
import { Section } from '../../ui/Facts.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Voucher = SettlementDetail['vouchers'][number]

const kindLabels: Readonly<Record<string, string>> = voucherKinds
const kind = textColumn<Voucher>('kind', '类型', voucher => kindLabels[voucher.kind] ?? voucher.kind)
const amount = moneyColumn<Voucher>('amount', '金额', voucher => voucher.amount)
const linked: Column<Voucher> = {
  key: 'no',
  title: '凭证号',
  width: 160,
  render: voucher => (
    <a className="ys-link" href={voucherUrl(voucher)}>
      {voucher.voucherNo}
    </a>
  ),
}
const plain = textColumn<Voucher>('no', '凭证号', voucher => voucher.voucherNo, { width: 160 })

/** Numbers are links for the house: a company reads its own side of the books alone, and of most of these it has none. */
export function SheetVouchers({ sheet: { vouchers } }: { sheet: SettlementDetail }) {
  const mayOpen = useCan('ledger.view')
  return (
    <Section title="凭证">
      {vouchers.length === 0 ? (
        <p className="ys-weak">审核通过后自动生成凭证</p>
      ) : (
        <SimpleTable
          title="凭证列表"
          rows={vouchers}
          columns={[mayOpen ? linked : plain, kind, amount]}
          rowKey={voucher => voucher.id}
        />
      )}
    </Section>
  )
}
