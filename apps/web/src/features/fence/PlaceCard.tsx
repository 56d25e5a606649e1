// A place of the goods with its fence: where it is, how large, when it counts, and a picture of its size.
import type { Fence, FencePlace } from '@yunshu/contract/fence/fence'
import { areaText, fenceKinds, isInForce, printCentre, radiusText, slotsText } from '@yunshu/domain/fence'
import type { Ground } from '@yunshu/track/ground'
import { areaOf, circleAround } from '@yunshu/track/polygon'
import { Button } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { FencePicture } from './FencePicture.tsx'
import { FineNote } from './FineNote.tsx'

interface Props {
  place: FencePlace
  canDraw: boolean
  onDraw: () => void
}

export function PlaceCard({ place, canDraw, onDraw }: Props) {
  const { kind, name, regionName, address, fence } = place
  return (
    <section className={`fc-place fc-${kind}`} aria-label={`${fenceKinds[kind]}地 ${name}`}>
      <header>
        <span className="fc-mark" aria-hidden="true">
          {fenceKinds[kind].charAt(0)}
        </span>
        <div>
          <strong>{name}</strong>
          <div className="ys-weak">
            {regionName} {address}
          </div>
        </div>
        {fence && <Standing fence={fence} />}
      </header>
      {fence ? (
        <div className="fc-circle">
          <FencePicture ground={groundOf(fence)} isOn={fence.isOn} />
          <FenceFacts fence={fence} />
        </div>
      ) : (
        <p className="ys-weak fc-none">还没有设置围栏{canDraw ? '' : '，由货主或平台设置'}</p>
      )}
      {canDraw && (
        <Button {...(fence ? {} : { type: 'primary' as const, ghost: true })} onClick={onDraw}>
          {fence ? '修改围栏' : '设置围栏'}
        </Button>
      )}
    </section>
  )
}

function Standing({ fence: { isOn, slots } }: { fence: Fence }) {
  if (!isOn) return <Tag tone="idle">已停用</Tag>
  return isInForce(slots, serverNow()) ? <Tag tone="good">现在有效</Tag> : <Tag tone="warn">不在时段内</Tag>
}

/** The ground of a fence: a circle by its centre and radius, a polygon by its corners. */
const groundOf = ({ centre, radius = 0, corners }: Pick<Fence, 'centre' | 'radius' | 'corners'>): Ground =>
  corners ? { ...circleAround(corners), corners } : { ...centre, radiusM: radius }

function FenceFacts({ fence }: { fence: Fence }) {
  const { centre, radius, corners, slots, updatedAt } = fence
  return (
    <>
      <dl className="fc-facts">
        <div>
          <dt>{corners ? '中心' : '圆心'}</dt>
          <dd>
            <CopyText text={printCentre(centre)} />
          </dd>
        </div>
        <div>
          <dt>{corners ? '多边形' : '半径'}</dt>
          <dd>{corners ? `${corners.length} 个顶点，${areaText(areaOf(corners))}` : radiusText(radius ?? 0)}</dd>
        </div>
        <div>
          <dt>有效时段</dt>
          <dd>{slotsText(slots)}</dd>
        </div>
        <div>
          <dt>更新时间</dt>
          <dd>
            <Time value={updatedAt} />
          </dd>
        </div>
      </dl>
      <FineNote ground={groundOf(fence)} />
    </>
  )
}
