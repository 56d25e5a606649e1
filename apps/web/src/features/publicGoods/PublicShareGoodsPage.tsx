// /public/shareGoods/{id}: goods behind a link somebody passed on, seen without signing in.
import { getSharedGoods } from '@yunshu/contract/share'
import { send } from '../../lib/send.ts'
import { OpenGoods } from './OpenGoods.tsx'
import { codeOfAddress } from './useOpenGoods.ts'

const ask = () => send(getSharedGoods, { shareCode: codeOfAddress() }, { quiet: true })

/** Public screen publicShareGoods. */
export default function PublicShareGoodsPage() {
  return (
    <OpenGoods
      what="货源分享"
      ask={ask}
      goneTitle="链接已失效或不存在"
      goneText="链接可能已过期、已作废或查看次数已用完，货源也可能已结束。请向发布人索取新的链接。"
    />
  )
}
