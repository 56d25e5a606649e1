// A batch that was started, followed to its end while somebody looks.
import { getBatch, listBatches } from '@yunshu/contract/batch'
import { batchActs, type BatchAct } from '@yunshu/domain/batch'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { useCallback, useEffect, useRef } from 'react'
import { hushNotices } from '../../lib/hush.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCall } from '../../lib/useCall.ts'
import { useWhileSeen } from '../../lib/useWhileSeen.ts'
import { isUnderWay } from './batchChoice.ts'

/** The time between two looks at a batch under way, ms. */
const lookEveryMs = 1000

/** Calls whose answers an ended batch makes stale. */
const staleAtEnd = [
  ...staleAfter('settlement', 'waybill', 'task', 'goods', 'voucher', 'statement', 'invoice'),
  listBatches,
]

/** The page of a record. */
const screenOf = {
  waybill: 'WaybillDetails',
  settlement: 'SettlementNormal',
  statement: 'StatementDetails',
  voucher: 'AccountingVoucher',
  input: 'QueryInvoiceVoucher',
  agreement: 'AgreementDetails',
  invoiceApp: 'InvoiceApp',
} as const satisfies Readonly<Record<(typeof batchActs)[BatchAct]['of'], string>>

/**
 * The answer of getBatch, asked again while the batch is under way; at its end lists of sheets are asked
 * anew. `isWatched`: the reader follows their own batch, whose rows are no news to them.
 */
export function useBatchProgress(id: string, isWatched = true) {
  const answer = useCall(getBatch, { id }, { quiet: true })
  const { data, refetch } = answer
  const runs = data !== undefined && isUnderWay(data)
  const again = useCallback(() => void refetch(), [refetch])
  useWhileSeen(again, runs ? lookEveryMs : undefined)
  // each row tells those whose turn it is, often the reader too
  const of = data && batchActs[data.act].of
  useEffect(() => {
    if (!isWatched) return undefined
    // the first rows may be done before it is known what they are
    const screens = of === undefined ? Object.values(screenOf) : [screenOf[of]]
    const ends = screens.map(screen => hushNotices(screenUrl(screen)))
    return () => {
      for (const end of ends) end()
    }
  }, [isWatched, of])
  // a batch may be over before the first look at it
  const ran = useRef(isWatched)
  const isKnown = data !== undefined
  useEffect(() => {
    if (!isKnown) return
    if (ran.current && !runs) void refreshStale(staleAtEnd)
    ran.current = runs
  }, [isKnown, runs])
  return answer
}
