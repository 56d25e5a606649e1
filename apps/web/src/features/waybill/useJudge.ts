// The verdict on a receipt as the server's calls: alone, or behind the signature when both are the person's.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { auditReceipt } from '@yunshu/contract/waybill/receipt'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { useState } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { useSend } from '../../lib/useCall.ts'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'

/** A verdict as it is sent; `signs` also signs the waybill, before it. */
export interface Judgement {
  readonly id: string
  readonly version: number
  readonly move: 'confirm' | 'reject'
  readonly reason?: string
  readonly signs?: boolean
}

/** True where the person can sign the waybill and pass its receipt in one go. */
export const canSignToo = ({ moves, receiptMoves }: Pick<WaybillDetail, 'moves' | 'receiptMoves'>): boolean =>
  moves.includes('sign') && receiptMoves.includes('confirm')

/**
 * `judge` answers the version the record has then, or undefined after a refusal, which `fault` tells. `signed` is the
 * version a signature made when the verdict behind it did not come through: only the verdict is sent again.
 */
export function useJudge() {
  const [fault, setFault] = useState<Refusal | Failure>()
  const [signed, setSigned] = useState<number>()
  const audit = useSend(auditReceipt, { quiet: true, invalidates: staleAfter('waybill') })
  const sign = useSend(moveWaybill, { quiet: true, invalidates: staleAfter('waybill', 'task', 'goods', 'voucher') })
  const judge = async ({ signs = false, version: seen, ...verdict }: Judgement): Promise<number | undefined> => {
    setFault(undefined)
    let version = seen
    try {
      if (signs && signed === undefined) {
        ;({ version } = await sign.submit({ id: verdict.id, version, move: 'sign' }))
        setSigned(version)
      }
      return (await audit.submit({ ...verdict, version })).version
    } catch (error) {
      setFault(faultOfWrite(error))
      return undefined
    }
  }
  return { judge, fault, signed, isBusy: audit.isBusy || sign.isBusy, forget: () => setFault(undefined) }
}
