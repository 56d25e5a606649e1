// The row of a list whose drawer stands open: its id in the address.
import { useCallback } from 'react'
import { useAddressPart } from '../../lib/useAddressPart.ts'
import type { PagedCall, RowOf } from '../../lib/useCall.ts'
import type { ListPageProps } from './listProps.ts'

/** The id of the row, undefined while none is open, and the way to open another or none. */
export const useShownRow = () => useAddressPart('id')

/**
 * A list whose rows have drawers opens them by the address. On a phone no row stands beside the list: there a tap on a row
 * without a page or a drawer shows its facts.
 */
export function useDrawerOpening<C extends PagedCall>(
  list: ListPageProps<C>,
): ListPageProps<C> & { readonly onTap: (row: RowOf<C>) => void } {
  const { drawer, rowDrawer, rowKey } = list
  const [, show] = useShownRow()
  const onOpen = useCallback((row: RowOf<C>) => show(rowKey(row)), [show, rowKey])
  return drawer || rowDrawer ? { ...list, onOpen, onTap: onOpen } : { ...list, onTap: list.onOpen ?? onOpen }
}
