// Saying what a carrier invoices from now on: its freight without the fuel and tolls it was handed, or with them.
import { getCompanyDetails } from '@yunshu/contract/company/company'
import { listExpectedInvoices } from '@yunshu/contract/invoice/expected'
import { setInputBase } from '@yunshu/contract/invoice/inputBase'
import { inputBases, type InputBase } from '@yunshu/domain/invoice/inputClass'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'

const invalidates = [listExpectedInvoices, getCompanyDetails]
const texts: Readonly<Record<InputBase, string>> = {
  GROSS: '以后签收的运单，承运商按全部运费开票，平台购买的油费、通行费不再单独抵扣。已签收的运单不变。',
  CASH_ONLY: '以后签收的运单，承运商开票不含油费、通行费，由平台凭自己取得的发票抵扣。已签收的运单不变。',
}

/** The base another one may change to. */
export const otherBaseOf = (base: InputBase): InputBase => (base === 'GROSS' ? 'CASH_ONLY' : 'GROSS')

interface BaseDialogProps {
  readonly carrierId: string
  readonly carrierName: string
  /** That of the carrier, as it was seen. */
  readonly version: number
  readonly base: InputBase
  readonly onClose: () => void
}

export function BaseDialog({ carrierId, carrierName, version, base, onClose }: BaseDialogProps) {
  const { submit } = useSend(setInputBase, { quiet: true, invalidates })
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
