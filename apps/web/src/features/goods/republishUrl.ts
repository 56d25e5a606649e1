// Addresses of the pages that order goods anew, one for each kind.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import type { GoodsKind } from '@yunshu/domain/goods/goods'

const pages = { NORMAL: 'GoodsRepublish', GX: 'GoodsRepublishGX', SH: 'GoodsRepublishSH' } as const satisfies Readonly<
  Record<GoodsKind, ScreenName>
>

/** Address of the page that orders goods of a kind anew; `user` is the account the link is made for. */
export const republishUrl = (goods: { id: string; kind: GoodsKind }, user: string): string =>
  `${screenUrl(pages[goods.kind])}?${new URLSearchParams({ id: goods.id, user }).toString()}`
