// Whether trips of goods can be entered afterwards, and where.
import type { GoodsRow } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { backfillStates } from '@yunshu/domain/backfill/backfill'
import { useCallback } from 'react'
import { useCan } from '../../lib/can.ts'

/** The address of the sheet for goods that still take trips, for people who may enter them; undefined otherwise. */
export function useBackfill(): (goods: Pick<GoodsRow, 'id' | 'state' | 'remainQty'>) => string | undefined {
  const can = useCan('waybill.backfill')
  return useCallback(
    ({ id, state, remainQty }) =>
      can && remainQty > 0 && backfillStates.some(one => one === state)
        ? screenUrl('EnterpriseCreateWaybill', { goodsId: id })
        : undefined,
    [can],
  )
}
