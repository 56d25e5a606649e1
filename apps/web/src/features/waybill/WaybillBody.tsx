// The cards of one waybill in the order people need them: weights and papers, money, receipt, cargo and agreement.
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { ChainCard } from '../../parts/chain/ChainCard.tsx'
import { CargoSection } from './CargoSection.tsx'
import { ChargesSection } from './ChargesSection.tsx'
import { ClaimSection } from './ClaimSection.tsx'
import { EvidenceSection } from './EvidenceSection.tsx'
import { FuelSection } from './FuelSection.tsx'
import { PartSection } from './PartSection.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { ReceiptSection } from './ReceiptSection.tsx'
import { RouteSection } from './RouteSection.tsx'
import { SceneSection } from './SceneSection.tsx'
import { SegmentSection } from './SegmentSection.tsx'
import { TicketSection } from './TicketSection.tsx'
import { BasicFacts, PriceFacts, SettleFacts } from './WaybillFacts.tsx'

export function WaybillBody({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  return (
    <>
      <TicketSection waybill={waybill} onReload={onReload} />
      <ReceiptSection waybill={waybill} onReload={onReload} />
      <ClaimSection waybill={waybill} onReload={onReload} />
      <div className="ys-record-pair">
        <PriceFacts waybill={waybill} />
        <SettleFacts waybill={waybill} />
      </div>
      <ChainCard id={waybill.id} />
      <ChargesSection waybill={waybill} />
      <PartSection waybill={waybill} />
      <FuelSection waybill={waybill} />
      <PaymentSection waybill={waybill} />
      <SegmentSection waybill={waybill} onReload={onReload} />
      <CargoSection waybill={waybill} />
      <RouteSection waybill={waybill} />
      <EvidenceSection waybill={waybill} />
      <BasicFacts waybill={waybill} />
      <SceneSection waybill={waybill} onReload={onReload} />
    </>
  )
}
