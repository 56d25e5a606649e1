// The page where waybills are bound to a voucher: what it has left, candidates beside those bound, and pasting from Excel.
import type { Output } from '@yunshu/contract/call'
import { getBinding } from '@yunshu/contract/voucher/bind'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { bindClasses } from '@yunshu/domain/voucher/binding'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BindBound } from './BindBound.tsx'
import { BindChoice } from './BindChoice.tsx'
import './voucher.css'

type Binding = Output<typeof getBinding>

/** The room of the voucher, as a bar and in figures. */
function Room({ binding: { amount, bound, left } }: { binding: Binding }) {
  return (
    <div className="vb-room">
      <span>
        凭证金额 <Money value={amount} strong />
      </span>
      <span>
        已绑 <Money value={bound} />
      </span>
      <span>
        未绑 <Money value={left} strong />
      </span>
      <progress aria-label="已绑比例" max={Math.max(amount, 1)} value={bound} />
    </div>
  )
}

/** Screen BindWaybill. */
export default function BindWaybillPage() {
  const { id = '', branchCompanyId = '' } = useParams()
  const answer = useCall(getBinding, { id, branchId: branchCompanyId }, { quiet: true })
  return (
    <DetailPage
      answer={answer}
      title={({ voucherNo }) => `绑定运单 ${voucherNo}`}
      hero={binding => (
        <Hero
          word="凭证"
          name={binding.voucherNo}
          tag={<StatusTag machine={voucherStates} state={binding.state} />}
          line={[
            voucherKinds[binding.kind],
            binding.class && `${bindClasses[binding.class]}凭据`,
            binding.summary,
            binding.counterparty,
          ]
            .filter(Boolean)
            .join(' · ')}
          figure={{ value: <Money value={binding.left} />, label: '未绑（元）', note: binding.branchName }}
          hasPager={false}
          acts={
            <a className="ys-link" href={voucherUrl(binding)}>
              查看凭证
            </a>
          }
        />
      )}
    >
      {binding => (
        <>
          <Section title="进度">
            <Room binding={binding} />
            {binding.whyNot !== undefined && <p className="ys-fault">{binding.whyNot}</p>}
          </Section>
          <div className="vb-halves">
            {binding.whyNot === undefined && <BindChoice key={binding.left} binding={binding} />}
            <BindBound binding={binding} />
          </div>
        </>
      )}
    </DetailPage>
  )
}
