// The page where waybills are bound to a voucher: what it has left, candidates beside those bound, and pasting from Excel.
import type { Output } from '@yunshu/contract/call'
import { getBinding } from '@yunshu/contract/voucher/bind'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { bindClasses } from '@yunshu/domain/voucher/binding'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BindBound } from './BindBound.tsx'
import { BindChoice } from './BindChoice.tsx'
import './voucher.css'

type Binding = Output<typeof getBinding>

/** The room of the voucher, as a bar and in figures. */
function Room({ binding: { amount, room, bound, left } }: { binding: Binding }) {
  return (
    <div className="vb-room">
      <span>
        凭证金额 <Money value={amount} strong />
      </span>
      {room !== amount && (
        <span>
          可绑总额 <Money value={room} />
        </span>
      )}
      <span>
        已绑 <Money value={bound} />
      </span>
      <span>
        未绑 <Money value={left} strong />
      </span>
      <progress aria-label="已绑比例" max={Math.max(room, 1)} value={bound} />
    </div>
  )
}

/** The reason a voucher has less room than its amount, and bindings that pass it. */
function RoomWords({ binding: { amount, room, bound, whyNot, class: of } }: { binding: Binding }) {
  if (whyNot !== undefined || of === undefined || room === amount) return null
  return (
    <>
      <p className="ys-weak">
        只有{bindClasses[of]}成本的分录和它分摊的进项税额可以绑定运单，凭证里的其他费用、已冲销的部分不算。
      </p>
      {bound > room && <p className="ys-fault">已绑金额超过可绑总额，请在右边解绑多出的部分。</p>}
    </>
  )
}

/** True where nothing of the voucher is left to bind. */
const isFull = ({ room, bound, left, rows }: Binding): boolean => left === 0 && bound <= room && rows.length > 0

/** Candidates, where the voucher takes any, beside what is bound. */
function Halves({ binding }: { binding: Binding }) {
  return (
    <div className={binding.whyNot === undefined ? 'vb-halves' : undefined}>
      {binding.whyNot === undefined && <BindChoice key={binding.id} binding={binding} />}
      <BindBound binding={binding} />
    </div>
  )
}

/** Everything is bound: only what is, and the candidates once somebody wants to bind otherwise. */
function Full({ binding }: { binding: Binding }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <output className="vb-full">
        {binding.room === binding.amount ? '凭证金额' : '可绑总额'}已绑完，共 {printCount(binding.rows.length)} 单
        {binding.whyNot === undefined && (
          <Button aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
            {isChanging ? '收起可绑定运单' : '改绑'}
          </Button>
        )}
      </output>
      {isChanging && <p className="ys-weak">先在右边解绑一张，腾出的金额可以改绑别的运单。</p>}
      {isChanging ? <Halves binding={binding} /> : <BindBound binding={binding} />}
    </>
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
          unit="张"
          name={binding.voucherNo}
          tag={<StatusTag machine={voucherStates} state={binding.state} />}
          line={[
            { wide: `绑定运单 · ${voucherKinds[binding.kind]} · ` },
            [binding.class && `${bindClasses[binding.class]}凭据`, binding.summary, binding.counterparty]
              .filter(Boolean)
              .join(' · '),
          ]}
          figure={
            isFull(binding)
              ? { value: <Money value={binding.bound} />, label: '已绑(元)', note: shortBranch(binding.branchName) }
              : { value: <Money value={binding.left} />, label: '未绑(元)', note: shortBranch(binding.branchName) }
          }
          hasPager={false}
          acts={<PageActions actions={[{ label: '查看凭证', to: voucherUrl(binding) }]} />}
        />
      )}
    >
      {binding =>
        isFull(binding) ? (
          <Full binding={binding} />
        ) : (
          <>
            <Section title="进度">
              <Room binding={binding} />
              {binding.whyNot !== undefined && <p className="ys-fault">{binding.whyNot}</p>}
              <RoomWords binding={binding} />
            </Section>
            <Halves binding={binding} />
          </>
        )
      }
    </DetailPage>
  )
}
