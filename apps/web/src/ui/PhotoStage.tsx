// Pictures at reading size, one at a time: walk to the others, turn one, make it larger.
import { LeftOutlined, RightOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { isUnderDialog, keyOf } from '../lib/keys.ts'
import { useDocumentKeys } from '../lib/useDocumentKeys.ts'
import './filePhotos.css'

/** A picture, what it shows, and the name of its file. */
export interface Picture {
  /** The same for one picture, however often its address is signed anew. */
  readonly id?: string
  readonly url: string
  readonly note: string
  readonly name?: string
}

interface PhotoStageProps {
  pictures: readonly Picture[]
  index: number
  onIndex: (index: number) => void
}

const quarterTurn = 90
/** Widths of a picture in percent of its place; the first shows it whole. */
const zooms = [100, 150, 200, 300] as const

/** The acts on the picture in view, by the names of their keys. */
interface Acts {
  readonly previous: () => void
  readonly next: () => void
  readonly larger: () => void
  readonly smaller: () => void
  readonly turn: () => void
}

/** Keys do the same where nobody types. Every picture starts upright and whole. */
export function PhotoStage({ pictures, index, onIndex }: PhotoStageProps) {
  const [turns, setTurns] = useState(0)
  const [zoom, setZoom] = useState(0)
  const place = useRef<HTMLElement>(null)
  const picture = pictures[index]
  const walk = (step: number): void => {
    const next = index + step
    if (next < 0 || next >= pictures.length) return
    setTurns(0)
    setZoom(0)
    onIndex(next)
  }
  const resize = (step: number): void => setZoom(old => Math.min(zooms.length - 1, Math.max(0, old + step)))
  const acts: Acts = {
    previous: () => walk(-1),
    next: () => walk(1),
    larger: () => resize(1),
    smaller: () => resize(-1),
    turn: () => setTurns(old => old + 1),
  }
  useDocumentKeys(event => {
    const key = keyOf(event, 'photo')
    if (key === undefined || isUnderDialog(place.current)) return
    event.preventDefault()
    acts[key]()
  })
  if (picture === undefined) return null
  return (
    <figure ref={place} className="ys-stage">
      {/* a box that scrolls must be reachable by keyboard */}
      <div className={zoom === 0 ? 'ys-viewer ys-viewer-whole' : 'ys-viewer'} {...(zoom > 0 ? { tabIndex: 0 } : {})}>
        <Shown key={picture.id ?? picture.url} picture={picture} turns={turns} zoom={zoom} />
      </div>
      <Tools {...{ picture, index, zoom, acts }} count={pictures.length} />
    </figure>
  )
}

/** The picture in view, under the address it first had; one that does not come says so, with another try. */
function Shown({ picture, turns, zoom }: { picture: Picture; turns: number; zoom: number }) {
  const [url, setUrl] = useState(picture.url)
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed)
    return (
      <div className="ys-stage-fault" role="alert">
        <p>照片加载失败</p>
        <Button
          size="small"
          onClick={() => {
            setUrl(picture.url)
            setFailed(false)
          }}
        >
          重试
        </Button>
      </div>
    )
  return (
    <img
      src={url}
      alt={picture.note}
      data-sideways={turns % 2 === 1}
      onError={() => setFailed(true)}
      style={{ rotate: `${turns * quarterTurn}deg`, ...(zoom === 0 ? {} : { width: `${zooms[zoom] ?? 100}%` }) }}
    />
  )
}

interface ToolsProps {
  picture: Picture
  index: number
  count: number
  zoom: number
  acts: Acts
}

function Tools({ picture, index, count, zoom, acts }: ToolsProps) {
  return (
    <figcaption className="ys-viewer-tools">
      <Button aria-label="上一张" icon={<LeftOutlined />} disabled={index === 0} onClick={acts.previous} />
      <span aria-live="polite">
        {index + 1} / {count}
        {picture.name !== undefined && ` ${picture.note}`}
      </span>
      <Button aria-label="下一张" icon={<RightOutlined />} disabled={index === count - 1} onClick={acts.next} />
      <Button aria-label="旋转" icon={<RotateRightOutlined />} onClick={acts.turn} />
      <Button aria-label="缩小" icon={<ZoomOutOutlined />} disabled={zoom === 0} onClick={acts.smaller} />
      <Button aria-label="放大" icon={<ZoomInOutlined />} disabled={zoom === zooms.length - 1} onClick={acts.larger} />
      <Button href={picture.url} target="_blank" rel="noreferrer" aria-label="打开原图">
        原图
      </Button>
    </figcaption>
  )
}
