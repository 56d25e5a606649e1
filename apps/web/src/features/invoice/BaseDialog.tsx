// Saying what a carrier invoices from now on: its freight without the fuel and tolls it was handed, or with them.
import { listExpectedInvoices, type ExpectedInvoiceRow } from '@yunshu/contract/invoice/expected'
import { setInputBase } from '@yunshu/contract/invoice/inputBase'
import { inputBases, type InputBase } from '@yunshu/domain/invoice/inputClass'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'

const invalidates = [listExpectedInvoices]
const texts: Readonly<Record<InputBase, string>> = {
  GROSS: '以后签收的运单，承运商按全部运费开票，平台购买的油费、通行费不再单独抵扣。已签收的运单不变。',
  CASH_ONLY: '以后签收的运单，承运商开票不含油费、通行费，由平台凭自己取得的发票抵扣。已签收的运单不变。',
}

/** The base a row may change to; undefined where it is no carrier's. */
export const otherBaseOf = ({ base }: ExpectedInvoiceRow): InputBase | undefined =>
  base === undefined ? undefined : base === 'GROSS' ? 'CASH_ONLY' : 'GROSS'

interface BaseDialogProps {
  readonly row: ExpectedInvoiceRow
  readonly base: InputBase
  readonly onClose: () => void
}

export function BaseDialog({ row, base, onClose }: BaseDialogProps) {
  const { submit } = useSend(setInputBase, { quiet: true, invalidates })
  const { carrierId = '', carrierVersion: version = 1, carrierName } = row
  return (
    <ReasonDialog
      title={`${carrierName} 开票${inputBases[base]}`}
      okText="修改口径"
      text={texts[base]}
      danger={false}
      about={{ call: setInputBase, fixed: { carrierId, base } }}
      onSend={async reason => {
        await submit({ carrierId, version, base, reason })
        toast.success('已修改进项口径')
      }}
      onClose={onClose}
      onReload={() => void refreshStale(invalidates)}
    />
  )
}
