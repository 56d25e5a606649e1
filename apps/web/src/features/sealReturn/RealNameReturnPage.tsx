// /public/fadadaRenzheng: where the seal partner sends a browser back to after a real-name check.
import { sealReturns, type SealReturn } from '@yunshu/contract/agreement/agreement'
import { askRealNameReturn } from '@yunshu/contract/agreement/realName'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { send } from '../../lib/send.ts'
import { readReturned, SealReturnBody } from './SealReturnBody.tsx'

const ask = (): Promise<SealReturn> => send(askRealNameReturn, readReturned(), { quiet: true })
const headOf = ({ state }: SealReturn): string =>
  state === 'failed' ? '认证未通过' : state === 'success' ? '实名认证已通过' : `实名认证${sealReturns[state].label}`
const wayOf = ({ state }: SealReturn) => ({
  href: screenUrl('CompanyProfile'),
  label: state === 'failed' || state === 'expired' ? '回到企业资料，重新认证' : '回到企业资料',
})

/** Public screen realNameReturn. */
export default function RealNameReturnPage() {
  return (
    <SealReturnBody
      title="实名认证结果"
      ask={ask}
      headOf={headOf}
      ofWord="认证对象"
      doneText="结果已记入企业资料，可以签署电子合同。"
      wayOf={wayOf}
    />
  )
}
