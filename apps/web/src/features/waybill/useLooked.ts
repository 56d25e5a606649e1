// Receipts this person had open in the desk: the server is told of each, so that they can be passed together.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { lookAtReceipt } from '@yunshu/contract/waybill/receipt'
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { useEffect, useState } from 'react'
import { restMs } from '../../lib/keys.ts'
import { send } from '../../lib/send.ts'
import { isToJudge } from './deskOrder.ts'

/**
 * Ids of the rows of the queue that were looked at since the page was opened and can be passed. A record counts once it
 * stood in view for a moment; one that was only walked past does not.
 */
export function useLooked(rows: readonly WaybillRow[], waybill: WaybillDetail | undefined): readonly string[] {
  const [looked, setLooked] = useState<ReadonlyMap<string, number>>(new Map())
  const isOpen = waybill !== undefined && isToJudge(waybill.receiptState) && waybill.receiptMoves.includes('confirm')
  const id = isOpen ? waybill.id : undefined
  const version = isOpen ? waybill.version : undefined
  useEffect(() => {
    if (id === undefined || version === undefined) return undefined
    const note = async (): Promise<void> => {
      try {
        const { isNoted } = await send(lookAtReceipt, { id, version }, { quiet: true })
        if (isNoted) setLooked(old => new Map(old).set(id, version))
      } catch {
        // nothing is lost but the look
      }
    }
    const timer = setTimeout(() => void note(), restMs)
    return () => clearTimeout(timer)
  }, [id, version])
  return rows.filter(row => looked.get(row.id) === row.version).map(row => row.id)
}
