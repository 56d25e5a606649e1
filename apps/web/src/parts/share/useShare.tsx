// Opens the share dialog from a row of a list or the page of goods; its script is loaded when it is first wanted.
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx'))

interface Shared {
  readonly id: string
  readonly goodsNo: string
}

/** `share` opens the dialog on goods, undefined without the permit; draw `dialog` in the page. */
export function useShare(): { share: ((goods: Shared) => void) | undefined; dialog: ReactNode } {
  const [goods, setGoods] = useState<Shared>()
  const canShare = useCan('goods.share')
  const share = useCallback((next: Shared) => setGoods(next), [])
  return {
    share: canShare ? share : undefined,
    dialog: goods && (
      <Suspense fallback={null}>
        <ShareDialog goods={goods} onClose={() => setGoods(undefined)} />
      </Suspense>
    ),
  }
}
