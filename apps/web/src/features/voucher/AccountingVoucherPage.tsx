// The page of one voucher of the books; vouchers of another kind lead to the page of theirs.
import { getVoucher, type VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { voucherScreens, voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { VoucherPage } from '../../parts/voucher/VoucherPage.tsx'
import { useManualMoves } from './useManualMoves.tsx'

/** The way to the page of its kind, for vouchers that were linked by their number alone. */
function OwnPage({ voucher }: { voucher: VoucherDetail }) {
  if (voucherScreens[voucher.kind] === 'AccountingVoucher') return null
  return (
    <p className="ys-weak">
      依据、附件与去向见
      <a className="ys-link" href={voucherUrl(voucher)}>
        {voucherKinds[voucher.kind]}页面
      </a>
    </p>
  )
}

/** Screen AccountingVoucher. */
export default function AccountingVoucherPage() {
  const { id = '', branchCompanyId = '' } = useParams()
  const answer = useCall(getVoucher, { id, branchId: branchCompanyId }, { quiet: true })
  const { primary, acts, dialog } = useManualMoves(answer.data)
  return (
    <>
      <VoucherPage
        answer={answer}
        primary={() => primary}
        acts={() => acts}
        notice={voucher => <OwnPage voucher={voucher} />}
      />
      {dialog}
    </>
  )
}
