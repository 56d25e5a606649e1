// The way from chosen fees of work handed down to a sheet of the house.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { makeSettlement } from '@yunshu/contract/settlement/settlement'
import { staleAfter } from '@yunshu/contract/topics'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sheetMax } from '@yunshu/domain/settlement/settlement'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { BulkAction } from '../../ui/list/column.tsx'

const invalidates = staleAfter('settlement', 'waybill')
const isReadyFee = ({ part, stage }: SettleDetailRow): boolean => part === 'fee' && stage === 'ready'

/** Makes a sheet of the house of the chosen fees of one carrier, and opens it. */
export function useMakeFeeSheet(): BulkAction<SettleDetailRow> | undefined {
  const isHouse = sidesOf(useSession(s => s.info)).some(isHouseSide)
  const navigate = useNavigate()
  const { run } = useSend(makeSettlement, {
    invalidates,
    done: ({ settlementNum }) => {
      toast.success(`已生成 ${settlementNum}`)
      void navigate(screenUrl('SettlementNormal', { settlementNum }))
    },
  })
  return useMemo(
    () =>
      isHouse
        ? {
            label: '生成服务费结算单',
            permit: 'settlement.make',
            isFor: isReadyFee,
            run: rows => {
              const ready = rows.filter(isReadyFee)
              const same = ready.filter(row => row.carrierId === ready[0]?.carrierId)
              if (same.length === 0 || same.length < ready.length || same.length > sheetMax) {
                toast.warning(`一张服务费结算单只能包含同一承运商的 1–${sheetMax} 笔`)
                return
              }
              void run({ partIds: same.map(({ id }) => id) })
            },
          }
        : undefined,
    [isHouse, run],
  )
}
