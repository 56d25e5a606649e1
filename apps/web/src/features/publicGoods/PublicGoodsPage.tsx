// /public/goods/{id}: goods offered to everybody, seen without signing in.
import { getPublicGoods } from '@yunshu/contract/share'
import { send } from '../../lib/send.ts'
import { OpenGoods } from './OpenGoods.tsx'
import { codeOfAddress } from './useOpenGoods.ts'

const ask = () => send(getPublicGoods, { publicCode: codeOfAddress() }, { quiet: true })

/** Public screen publicGoods. */
export default function PublicGoodsPage() {
  return (
    <OpenGoods
      what="公开货源"
      ask={ask}
      goneTitle="货源不存在或已结束"
      goneText="该货源可能已接满、已过期或已下架。登录后可查看其他货源。"
    />
  )
}
