// The state of a waybill in its head, and beside it the agreement that should have been signed before the loading.
import { listUrl } from '@yunshu/contract/screens/screens'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { waybillAlerts } from '@yunshu/domain/waybill/alerts'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** The mark leads to the agreements of the waybill. */
export function WaybillStanding({ waybill: { state, alerts, waybillNo } }: { waybill: WaybillDetail }) {
  return (
    <>
      <StatusTag machine={waybillStates} state={state} />
      {alerts.includes('unsigned') && (
        <a className="ys-tag ys-tag-bad" href={listUrl('AgreementList', { waybillNo })}>
          {waybillAlerts.unsigned}
        </a>
      )}
    </>
  )
}
