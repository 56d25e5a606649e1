// The stage of a playback without a trail: the map all the same, and over it what is missing and the ways on.
import type { ReactNode } from 'react'
import { MapView } from '../../parts/map/MapView.tsx'
import type { MapScene } from '../../parts/map/scene.ts'

interface Props {
  readonly plate: string
  /** The answer is there, and holds no position. */
  readonly isAsked: boolean
  /** None of the time asked for is theirs to see. */
  readonly mayNot: boolean
  readonly children: ReactNode
}

const nothing: MapScene = {}

export const EmptyStage = ({ plate, isAsked, mayNot, children }: Props) => (
  <div className="pb-map">
    <MapView label={`${plate} 轨迹地图`} scene={nothing} />
    <output className="pb-note">
      {!isAsked && <p>正在取轨迹…</p>}
      {isAsked && (
        <>
          <p>{mayNot ? '这段时间没有可查看的轨迹' : '这段时间车辆没有上报位置'}</p>
          {mayNot && <p className="ys-weak">只能查看本企业运单期间的轨迹</p>}
          <div className="pb-ways">{children}</div>
        </>
      )}
    </output>
  </div>
)
