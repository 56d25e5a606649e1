// The facts a receipt is judged by, beside its photo: weights, loss and deduction, tickets, signature, disputes, papers.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { correctWaybill } from '@yunshu/contract/waybill/life'
import { poundParties, poundPlaces } from '@yunshu/domain/waybill/pound'
import { receiptStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time, Weight } from '../../ui/Figures.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { RouteText } from '../../ui/list/RouteText.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { DisputeNote } from './DisputeLines.tsx'
import { PhotoNotes } from './PhotoNotes.tsx'
import { ticketsInOrder } from './pound.ts'
import { ScaleGap } from './ScaleGap.tsx'
import { waybillUrl } from './waybillColumns.tsx'
import { WeightsLine } from './WeightsLine.tsx'

const CorrectForm = lazy(async () => ({ default: (await import('./CorrectForm.tsx')).CorrectForm }))

interface DeskFactsProps {
  waybill: WaybillDetail
  onReload: () => void
}

export function DeskFacts({ waybill, onReload }: DeskFactsProps) {
  const { waybillNo, receipt = {}, receiptRule, files, claims } = waybill
  const open = claims.filter(({ state }) => state === 'proposed')
  return (
    <>
      <header className="desk-head">
        <h2>
          <a className="ys-link" href={waybillUrl(waybill.id)}>
            {waybillNo}
          </a>
        </h2>
        <StatusTag machine={waybillStates} state={waybill.state} />
        <StatusTag machine={receiptStates} state={waybill.receiptState} />
      </header>
      <p className="desk-line">
        <RouteText loadPlace={waybill.loadPlace} unloadPlace={waybill.unloadPlace} />
      </p>
      <p className="ys-weak">
        {waybill.carrierName} · {waybill.plate} {waybill.driverName} · {waybill.itemNames}
      </p>
      {waybill.state === 'disputed' && <DisputeNote waybill={waybill} />}
      <WeightsLine waybill={waybill} />
      <Tickets waybill={waybill} />
      <ScaleGap waybill={waybill} place="load" />
      <ScaleGap waybill={waybill} place="unload" />
      <Corrections waybill={waybill} onReload={onReload} />
      {open.map(claim => (
        <p key={claim.id} className="desk-claim">
          待答复：{claim.label} <Money value={claim.amount} strong /> 元，{claim.reason}
        </p>
      ))}
      <Facts
        items={[
          ['签收', <Signature key="sign" waybill={waybill} />],
          [
            '上传',
            receipt.uploadedAt === undefined ? (
              ''
            ) : (
              <span key="up">
                {receipt.uploadedBy} <Time value={receipt.uploadedAt} />
              </span>
            ),
          ],
          ['回单要求', receiptRule.needOriginal ? `原件 ${receiptRule.copies} 份` : '照片'],
          ['快递', receipt.express && `${receipt.express.company} ${receipt.express.expressNo}`],
          ['上次驳回', receipt.rejectReason],
        ]}
      />
      <PhotoNotes files={files.filter(({ category }) => category === 'receipt')} />
    </>
  )
}

/** Signed when, or until when it has to be. */
function Signature({ waybill: { signedAt, signBy } }: { waybill: WaybillDetail }) {
  if (signedAt !== undefined)
    return (
      <>
        已签收 <Time value={signedAt} />
      </>
    )
  return signBy === undefined ? (
    '未签收'
  ) : (
    <>
      未签收，
      <Time value={signBy} /> 前
    </>
  )
}

/** The word of each scale: place, party, number, net weight. */
function Tickets({ waybill: { tickets } }: { waybill: WaybillDetail }) {
  if (tickets.length === 0) return <p className="ys-weak">没有登记磅单</p>
  return (
    <ul className="desk-tickets" aria-label="磅单">
      {ticketsInOrder(tickets).map(({ id, place, party, ticketNo, netG }) => (
        <li key={id}>
          {poundPlaces[place]}磅单 {ticketNo}
          <span className="ys-weak">{poundParties[party]}</span>
          <span className="desk-net">
            净重 <Weight value={netG} /> 吨
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Weights and times can be put right while nothing is in the books. */
function Corrections({ waybill, onReload }: DeskFactsProps) {
  const [isOpen, setOpen] = useState(false)
  useReopening([() => setOpen(true), correctWaybill, { id: waybill.id }])
  if (!waybill.acts.includes('correct')) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        纠错重量、时间
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Reopens by={() => setOpen(true)}>
            <CorrectForm waybill={waybill} onClose={() => setOpen(false)} onReload={onReload} />
          </Reopens>
        </Suspense>
      )}
    </>
  )
}
