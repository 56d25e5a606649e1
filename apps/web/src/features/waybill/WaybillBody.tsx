// The sections of one waybill: its journey, parties, cargo, weighings, vehicles, money, receipt and history.
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { useCan } from '../../lib/can.ts'
import { Section } from '../../ui/Facts.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { CargoSection } from './CargoSection.tsx'
import { ChargesSection } from './ChargesSection.tsx'
import { DisputeNote } from './DisputeLines.tsx'
import { ClaimSection } from './ClaimSection.tsx'
import { wayOf } from './journey.ts'
import { PaymentSection } from './PaymentSection.tsx'
import { ReceiptSection } from './ReceiptSection.tsx'
import { RouteSection } from './RouteSection.tsx'
import { SceneSection } from './SceneSection.tsx'
import { SectionNav } from './SectionNav.tsx'
import { SegmentSection } from './SegmentSection.tsx'
import { TicketSection } from './TicketSection.tsx'
import { BasicFacts, PriceFacts } from './WaybillFacts.tsx'

const sections = [
  '运输进度',
  '基本信息',
  '运输路线',
  '货物信息',
  '磅单',
  '车辆分段',
  '计价与结算',
  '费用明细',
  '费用扣款',
  '付款记录',
  '回单',
  '现场照片',
  '操作记录',
] as const

/** Sections that are left out where there is nothing to show. */
const isLeftOut = (
  title: (typeof sections)[number],
  { segments, swap, files, acts }: WaybillDetail,
  seesPayments: boolean,
): boolean =>
  (title === '车辆分段' && segments.length === 0 && swap === undefined) ||
  (title === '付款记录' && !seesPayments) ||
  (title === '现场照片' && !acts.includes('addFiles') && !files.some(({ category }) => category === 'scene'))

export function WaybillBody({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const seesPayments = useCan('settlement.view')
  return (
    <>
      <SectionNav titles={sections.filter(title => !isLeftOut(title, waybill, seesPayments))} />
      <Section title="运输进度">
        <Stepper machine={waybillStates} way={wayOf(waybill.state)} state={waybill.state} times={waybill.times} />
        {waybill.answerBy !== undefined && (
          <p className="ys-weak">请在 {formatDateTime(waybill.answerBy).slice(0, 16)} 前确认接单，逾期运单自动取消</p>
        )}
        {waybill.state === 'disputed' && <DisputeNote waybill={waybill} />}
        {waybill.signBy !== undefined && waybill.state === 'toSign' && (
          <p className="ys-weak">
            如无异议，{formatDateTime(waybill.signBy).slice(0, 16)} 后自动签收（按货主企业策略）
          </p>
        )}
      </Section>
      <BasicFacts waybill={waybill} />
      <RouteSection waybill={waybill} />
      <CargoSection waybill={waybill} />
      <TicketSection waybill={waybill} onReload={onReload} />
      <SegmentSection waybill={waybill} onReload={onReload} />
      <PriceFacts waybill={waybill} />
      <ChargesSection waybill={waybill} />
      <ClaimSection waybill={waybill} onReload={onReload} />
      <PaymentSection waybill={waybill} />
      <ReceiptSection waybill={waybill} onReload={onReload} />
      <SceneSection waybill={waybill} onReload={onReload} />
      <Section title="操作记录">
        <LogTimeline log={waybill.log} />
      </Section>
    </>
  )
}
