// Acts of a person on goods of the publishing side: order anew, change.
import type { GoodsRow } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { changeableStates } from '@yunshu/domain/goods/change'
import { useCallback } from 'react'
import { useIsPlatform, useSession } from '../../lib/session.ts'

/** Address of the page that changes goods. */
export const changeUrl = (id: string): string =>
  `${screenUrl('GoodsInformationChange')}?${new URLSearchParams({ id }).toString()}`

type Theirs = Pick<GoodsRow, 'shipperId' | 'state'>

/**
 * The screens are offered to those of the publishing side only, whatever permits they have; of goods, a company
 * publishes
 * its own anew, the platform everybody's.
 */
export function usePublishing(): {
  canPublish: boolean
  canCopy: (goods: Theirs) => boolean
  canChange: (goods: Theirs) => boolean
  account: string
} {
  const canPublish = useSession(
    ({ jurisdiction }) => jurisdiction?.accessRoutes.some(({ name }) => name === 'GoodsPublish') ?? false,
  )
  const account = useSession(({ info }) => info?.account ?? '')
  const companyId = useSession(({ info }) => info?.companyId)
  const isPlatform = useIsPlatform()
  const canCopy = useCallback(
    (goods: Theirs) => canPublish && (isPlatform || companyId === goods.shipperId),
    [canPublish, isPlatform, companyId],
  )
  const canChange = useCallback(
    (goods: Theirs) => canCopy(goods) && changeableStates.some(state => state === goods.state),
    [canCopy],
  )
  return { canPublish, canCopy, canChange, account }
}
