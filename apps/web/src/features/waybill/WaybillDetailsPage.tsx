// The page of one waybill: its sections, with all that can be done with it.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { WaybillMore } from './WaybillMore.tsx'
import { WaybillMoves } from './WaybillMoves.tsx'
import { WaybillPrint } from './WaybillPrint.tsx'
import { WaybillBody } from './WaybillBody.tsx'
import './waybill.css'

/** Screen WaybillDetails. */
export default function WaybillDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getWaybill, { id }, { quiet: true })
  const { print, sheet } = usePrint()
  const reload = (): void => {
    void answer.refetch()
  }
  return (
    <>
      <DetailPage
        answer={answer}
        title={({ waybillNo }) => `运单 ${waybillNo}`}
        tag={({ state }) => <StatusTag machine={waybillStates} state={state} />}
        actions={waybill => (
          <>
            <WaybillMoves waybill={waybill} onReload={reload} />
            <WaybillMore waybill={waybill} onReload={reload} />
            <Button onClick={() => print(<WaybillPrint waybill={waybill} />)}>打印</Button>
          </>
        )}
      >
        {waybill => <WaybillBody waybill={waybill} onReload={reload} />}
      </DetailPage>
      {sheet}
    </>
  )
}
