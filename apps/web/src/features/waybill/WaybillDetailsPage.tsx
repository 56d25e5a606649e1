// The page of one waybill: its head, cards and rail, with all that can be done with it.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { ArrivalNote } from './ArrivalNote.tsx'
import { DisputeNote } from './DisputeLines.tsx'
import { WaybillBody } from './WaybillBody.tsx'
import { WaybillHero } from './WaybillHero.tsx'
import { WaybillSheets } from '../../parts/waybill/WaybillSheets.tsx'
import { WaybillRail } from './WaybillRail.tsx'
import './waybill.css'

const PaperDesk = lazy(async () => ({ default: (await import('./PaperDesk.tsx')).PaperDesk }))

/** Screen WaybillDetails. */
export default function WaybillDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getWaybill, { id }, { quiet: true })
  const { print, sheet } = usePaper('waybill')
  const mayShare = useCan('waybill.share')
  const [isSharing, setSharing] = useState(false)
  const reload = (): void => {
    void answer.refetch()
  }
  return (
    <>
      <DetailPage
        answer={answer}
        title={({ waybillNo, plate }) => `运单 ${waybillNo} ${plate}`.trim()}
        hero={waybill => (
          <WaybillHero
            waybill={waybill}
            onReload={reload}
            more={[
              { label: '打印', isAside: true, onClick: () => print(waybill.id, <WaybillSheets waybill={waybill} />) },
              ...(mayShare ? [{ label: '纸质运单与核验', isAside: true, onClick: () => setSharing(true) }] : []),
            ]}
          />
        )}
        notice={waybill => (
          <>
            {waybill.state === 'disputed' && <DisputeNote waybill={waybill} />}
            <ArrivalNote waybill={waybill} />
          </>
        )}
        rail={waybill => <WaybillRail waybill={waybill} />}
      >
        {waybill => <WaybillBody waybill={waybill} onReload={reload} />}
      </DetailPage>
      {sheet}
      {isSharing && answer.data && (
        <Suspense fallback={null}>
          <PaperDesk waybill={answer.data} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
