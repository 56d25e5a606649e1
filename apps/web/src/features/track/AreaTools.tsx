// The buttons on the map of an area: taking what it shows, drawing a polygon, and taking the area away.
import { Button } from 'antd'
import type { useAreaPolygon } from './useAreaPolygon.ts'

interface Props {
  readonly polygon: ReturnType<typeof useAreaPolygon>
  /** The address says an area. */
  readonly isSet: boolean
  readonly onTakeView: () => void
  readonly onAsk: (corners: string) => void
  readonly onClear: () => void
}

export function AreaTools({ polygon, isSet, onTakeView, onAsk, onClear }: Props) {
  if (polygon.isDrawing) return <DrawingTools polygon={polygon} onAsk={onAsk} />
  return (
    <div className="ta-tools">
      <Button type="primary" onClick={onTakeView}>
        查地图当前范围
      </Button>
      <Button onClick={polygon.begin}>{polygon.isHeld ? '修改多边形' : '画多边形'}</Button>
      {isSet ? (
        <Button onClick={onClear}>清除区域</Button>
      ) : (
        <span className="ta-hint">或在地图上点一下，查周围 1 公里</span>
      )}
    </div>
  )
}

function DrawingTools({ polygon, onAsk }: Pick<Props, 'polygon' | 'onAsk'>) {
  const { hand, ready, said, leave } = polygon
  const ask = (): void => {
    if (ready === undefined) return
    onAsk(ready)
    leave()
  }
  return (
    <div className="ta-tools">
      <Button type="primary" disabled={ready === undefined} onClick={ask}>
        查多边形内
      </Button>
      <Button disabled={!hand.canUndo} onClick={hand.undo}>
        撤销
      </Button>
      <Button disabled={hand.count === 0} onClick={hand.remove}>
        {hand.chosen === undefined ? '删除最后一点' : `删除第 ${hand.chosen + 1} 点`}
      </Button>
      <Button onClick={leave}>取消</Button>
      <output className="ta-said">{said}</output>
    </div>
  )
}
