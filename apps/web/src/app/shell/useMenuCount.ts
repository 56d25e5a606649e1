// The number of abnormal positions nobody took yet, for the entry of their page in menus and for its group.
import { countAbnormal } from '@yunshu/contract/abnormal/abnormal'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { hrefOf } from './menu.ts'

/** The most that is counted in a mark. */
const shownMost = 99

/** A mark of an entry: the number as it is drawn, and the words for those who hear it. */
export interface MenuCount {
  readonly shown: string
  readonly said: string
}

/** The mark of an entry that leads to one of these places; undefined where there is nothing to tell. */
export function useMenuCount(paths: readonly string[]): MenuCount | undefined {
  const page = screenUrl('DriverLocationException')
  const isCounted = paths.some(path => hrefOf(path) === page)
  const canSee = useCan('abnormal.view')
  const { data } = useCall(countAbnormal, {}, { quiet: true, enabled: isCounted && canSee })
  const count = isCounted ? (data?.state['open'] ?? 0) : 0
  if (count === 0) return undefined
  return { shown: count > shownMost ? `${shownMost}+` : String(count), said: `${count} 条定位异常待处理` }
}
