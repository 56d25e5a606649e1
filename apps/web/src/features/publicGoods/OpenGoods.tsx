// A page of goods anybody may open, from the first grey lines to the sheet, or to why there is none.
import type { PublicGoods } from '@yunshu/contract/share'
import { GoodsSheet } from './GoodsSheet.tsx'
import { PublicFrame, PublicState, PublicWaiting } from '../../parts/public/PublicFrame.tsx'
import { useOpenGoods } from './useOpenGoods.ts'

interface Props {
  /** 公开货源, 分享货源. */
  what: string
  ask: () => Promise<PublicGoods>
  /** Title and advice for an address at which there is nothing any more. */
  goneTitle: string
  goneText: string
}

const titleOf = ({ loadPoints, unloadPoints, title }: PublicGoods): string =>
  `${loadPoints[0]?.name ?? ''} → ${unloadPoints.at(-1)?.name ?? ''} ${title}`

/** `ask` must stay the same. */
export function OpenGoods({ what, ask, goneTitle, goneText }: Props) {
  const { answer, again } = useOpenGoods(ask)
  const retry = (
    <button type="button" className="plain-button primary" onClick={again}>
      重试
    </button>
  )
  const home = (
    <a className="plain-button primary" href="/index">
      登录平台
    </a>
  )
  return (
    <PublicFrame
      what={what}
      title={answer.kind === 'goods' ? titleOf(answer.goods) : answer.kind === 'gone' ? goneTitle : what}
    >
      {answer.kind === 'waiting' && <PublicWaiting widths={[70, 92, 84, 60, 88, 76]} />}
      {answer.kind === 'goods' && <GoodsSheet goods={answer.goods} />}
      {answer.kind === 'gone' && (
        <PublicState lack="gone" title={goneTitle} text={goneText}>
          {home}
        </PublicState>
      )}
      {answer.kind === 'often' && (
        <PublicState lack="noRight" title="查看过于频繁" text={`请 ${answer.seconds} 秒后再试。`}>
          {retry}
        </PublicState>
      )}
      {answer.kind === 'failed' && (
        <PublicState lack="offline" title="加载失败" text={answer.text}>
          {retry}
          {home}
        </PublicState>
      )}
    </PublicFrame>
  )
}
