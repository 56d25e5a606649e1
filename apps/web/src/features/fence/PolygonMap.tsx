// The map a polygon is drawn on: presses set corners one after another, corners are drawn, added between and taken away.
import { areaText, type Centre } from '@yunshu/domain/fence'
import { areaOf, circleAround } from '@yunshu/track/polygon'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { MapView } from '../../parts/map/MapView.tsx'
import { shownFence } from '../../parts/map/placed.ts'
import { currentProvider } from '../../parts/map/provider.ts'
import type { MapScene } from '../../parts/map/scene.ts'
import { handlesOf, useDrawing } from '../../parts/map/useDrawing.ts'
import { goalOf } from './FenceMap.tsx'

interface Props {
  readonly corners: readonly Centre[]
  /** The place of the goods, where one is known before a corner is. */
  readonly near: Centre | undefined
  readonly isOn: boolean
  readonly name: string
  readonly onCorners: (corners: Centre[]) => void
}

/** Metres around a place that are shown where nothing is drawn yet. */
const nearM = 1000

/** A map of one polygon. */
export default function PolygonMap({ corners, near, isOn, name, onCorners }: Props) {
  const [datum] = useState(() => currentProvider().datum)
  const hand = useDrawing({ corners, datum, onCorners })
  const [goal] = useState(() => {
    const around = corners.length > 0 ? circleAround(corners) : near && { ...near, radiusM: nearM }
    return around && goalOf(shownFence(around, datum), Math.max(30, around.radiusM))
  })
  const scene = useMemo<MapScene>(() => {
    const places = corners.map(corner => shownFence(corner, datum))
    return {
      polygons: [{ places, isOn, label: places.length < 3 ? '' : areaText(areaOf(corners)) }],
      handles: handlesOf(places, hand.chosen),
    }
  }, [corners, datum, isOn, hand.chosen])
  return (
    <>
      <div className="fc-map" data-map-screen>
        <MapView
          label={`${name} 围栏地图`}
          scene={scene}
          goal={goal}
          onPlace={hand.add}
          onGrip={hand.grip}
          onMove={hand.move}
        />
      </div>
      <div className="fc-tools">
        <Button disabled={!hand.canUndo} onClick={hand.undo}>
          撤销
        </Button>
        <Button disabled={corners.length === 0} onClick={hand.remove}>
          {hand.chosen === undefined ? '删除最后一点' : `删除第 ${hand.chosen + 1} 点`}
        </Button>
        <Button disabled={corners.length === 0} onClick={hand.clear}>
          清空
        </Button>
      </div>
    </>
  )
}
