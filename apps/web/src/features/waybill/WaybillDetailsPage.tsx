// The page of one waybill: its journey, parties, cargo, route, money, receipt and history, with the moves that can be made.
import { getWaybill, type WaybillDetail } from '@yunshu/contract/waybill'
import { waybillStates } from '@yunshu/domain/waybill'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { CargoSection } from './CargoSection.tsx'
import { ChargesSection } from './ChargesSection.tsx'
import { wayOf } from './journey.ts'
import { ReceiptSection } from './ReceiptSection.tsx'
import { RouteSection } from './RouteSection.tsx'
import { BasicFacts, PriceFacts } from './WaybillFacts.tsx'
import { WaybillMoves } from './WaybillMoves.tsx'
import { WaybillPrint } from './WaybillPrint.tsx'
import './waybill.css'

function Body({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  return (
    <>
      <Section title="运输进度"><Stepper machine={waybillStates} way={wayOf(waybill.state)} state={waybill.state} times={waybill.times} /></Section>
      <BasicFacts waybill={waybill} />
      <RouteSection waybill={waybill} />
      <CargoSection waybill={waybill} />
      <PriceFacts waybill={waybill} />
      <ChargesSection waybill={waybill} />
      <ReceiptSection waybill={waybill} onReload={onReload} />
      <Section title="操作记录"><LogTimeline log={waybill.log} /></Section>
    </>
  )
}

/** Screen WaybillDetails. */
export default function WaybillDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getWaybill, { id }, { quiet: true })
  const { print, sheet } = usePrint()
  const reload = (): void => { void answer.refetch() }
  return (
    <>
      <DetailPage answer={answer} title={({ waybillNo }) => `运单 ${waybillNo}`}
        tag={({ state }) => <StatusTag machine={waybillStates} state={state} />}
        actions={(waybill) => <><WaybillMoves waybill={waybill} onReload={reload} /><Button onClick={() => print(<WaybillPrint waybill={waybill} />)}>打印</Button></>}>
        {(waybill) => <Body waybill={waybill} onReload={reload} />}
      </DetailPage>
      {sheet}
    </>
  )
}
