// Waybill return: finished trips entered for goods in a sheet, or by file, and written as waybills that wait for their
// signature.
import { getBackfill } from '@yunshu/contract/waybill/backfill'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useTab } from '../../lib/tab.ts'
import { useCall } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { BackfillSheet } from './BackfillSheet.tsx'
import { useFormerDraft } from './useSheetDraft.ts'
import './backfill.css'

/** Screen EnterpriseCreateWaybill. */
export default function EnterpriseCreateWaybillPage() {
  const { goodsId = '' } = useParams()
  const goods = useCall(getBackfill, { goodsId })
  const number = goods.data?.goodsNo
  const { setTitle } = useTab()
  useEffect(() => {
    if (number !== undefined) setTitle(`回单补录 ${number}`)
  }, [number, setTitle])
  const { former, retry } = useFormerDraft(goodsId)
  if (goods.error && !goods.data)
    return (
      <div className="ys-page">
        <ErrorState error={goods.error} retry={() => void goods.refetch()} />
      </div>
    )
  if (former.is === 'lost')
    return (
      <div className="ys-page">
        <ErrorState error={former.error} retry={retry} />
      </div>
    )
  if (!goods.data || former.is === 'asked')
    return (
      <div className="ys-page">
        <Skeleton lines={12} />
      </div>
    )
  return <BackfillSheet key={goodsId} goods={goods.data} former={former.body} />
}
