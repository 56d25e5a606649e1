// /public/fadadaReturn: where the seal partner sends a browser back to after signing.
import { askSignReturn, sealReturns, type SealReturn } from '@yunshu/contract/agreement/agreement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { send } from '../../lib/send.ts'
import { readReturned, SealReturnBody } from './SealReturnBody.tsx'

const ask = (): Promise<SealReturn> => send(askSignReturn, readReturned(), { quiet: true })
const headOf = ({ state, waitsForOther }: SealReturn): string => {
  if (waitsForOther === true) return '本方已签署'
  if (state === 'success') return '已签署'
  return state === 'failed' ? '未签成' : `签署${sealReturns[state].label}`
}
const wayOf = ({ state, agreementId }: SealReturn) => ({
  // several signed together are looked at in their list
  href: agreementId === undefined ? screenUrl('AgreementList') : screenUrl('AgreementDetails', { id: agreementId }),
  label: state === 'failed' || state === 'expired' ? '回到合同，重新签署' : '回到合同',
})

/** Public screen signReturn. */
export default function SignReturnPage() {
  return (
    <SealReturnBody
      title="签署结果"
      ask={ask}
      headOf={headOf}
      ofWord="合同编号"
      doneText="各方都已签署，合同可以查看和下载。"
      wayOf={wayOf}
    />
  )
}
