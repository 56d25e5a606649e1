// One picture large: walk to the others, turn it, make it larger.
import { LeftOutlined, RightOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useCallback, useEffect, useState } from 'react'

interface PhotoViewerProps {
  pictures: readonly { readonly url: string; readonly note: string }[]
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

const quarterTurn = 90
/** Widths of a picture in percent of the window; the first shows it whole. */
const zooms = [100, 150, 200, 300] as const

/** Left and right arrow keys walk too. Every picture starts upright and whole. */
export function PhotoViewer({ pictures, index, onIndex, onClose }: PhotoViewerProps) {
  const [turns, setTurns] = useState(0)
  const [zoom, setZoom] = useState(0)
  const picture = pictures[index]
  const last = pictures.length - 1
  const walk = useCallback(
    (step: number): void => {
      const next = index + step
      if (next < 0 || next > last) return
      setTurns(0)
      setZoom(0)
      onIndex(next)
    },
    [index, last, onIndex],
  )
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'ArrowLeft') walk(-1)
      else if (key === 'ArrowRight') walk(1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [walk])
  if (picture === undefined) return null
  const footer = (
    <div className="ys-viewer-tools">
      <Button aria-label="上一张" icon={<LeftOutlined />} disabled={index === 0} onClick={() => walk(-1)} />
      <span aria-live="polite">
        {index + 1} / {pictures.length}
      </span>
      <Button aria-label="下一张" icon={<RightOutlined />} disabled={index === last} onClick={() => walk(1)} />
      <Button aria-label="旋转" icon={<RotateRightOutlined />} onClick={() => setTurns(turns + 1)} />
      <Button aria-label="缩小" icon={<ZoomOutOutlined />} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
      <Button
        aria-label="放大"
        icon={<ZoomInOutlined />}
        disabled={zoom === zooms.length - 1}
        onClick={() => setZoom(zoom + 1)}
      />
      <Button href={picture.url} target="_blank" rel="noreferrer">
        打开原图
      </Button>
    </div>
  )
  return (
    <Modal open title={picture.note} width="min(960px, 96vw)" footer={footer} onCancel={onClose} centered>
      <div className={zoom === 0 ? 'ys-viewer ys-viewer-whole' : 'ys-viewer'}>
        <img
          src={picture.url}
          alt={picture.note}
          style={{ rotate: `${turns * quarterTurn}deg`, ...(zoom === 0 ? {} : { width: `${zooms[zoom] ?? 100}%` }) }}
        />
      </div>
    </Modal>
  )
}
