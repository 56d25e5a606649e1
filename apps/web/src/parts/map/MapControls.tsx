// Buttons on a map: nearer, farther, the whole country, the whole screen; with the focus on one, arrows move the map.
import { CompressOutlined, ExpandOutlined, GlobalOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { useEffect, useState, type RefObject } from 'react'

interface Props {
  readonly onZoom: (by: number) => void
  readonly onWhole: () => void
  /** The map that fills the screen. */
  readonly box: RefObject<HTMLElement | null>
}

export function MapControls({ onZoom, onWhole, box }: Props) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const change = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', change)
    return () => document.removeEventListener('fullscreenchange', change)
  }, [])
  const toggle = (): void => {
    const target = box.current?.closest<HTMLElement>('[data-map-screen]') ?? box.current
    void (isFull ? document.exitFullscreen() : target?.requestFullscreen())?.catch(() => undefined)
  }
  return (
    <div className="map-controls" role="toolbar" aria-label="地图工具，方向键移动地图">
      <button type="button" aria-label="放大地图" onClick={() => onZoom(1)}>
        <PlusOutlined />
      </button>
      <button type="button" aria-label="缩小地图" onClick={() => onZoom(-1)}>
        <MinusOutlined />
      </button>
      <button type="button" aria-label="看全国" onClick={onWhole}>
        <GlobalOutlined />
      </button>
      <button type="button" aria-label={isFull ? '退出全屏' : '全屏'} onClick={toggle}>
        {isFull ? <CompressOutlined /> : <ExpandOutlined />}
      </button>
    </div>
  )
}
