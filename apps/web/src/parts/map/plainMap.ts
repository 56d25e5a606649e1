// The engine without WebGL: a 2D canvas, moved by pointer, wheel, two fingers and keys.
import { looks, type Look } from '../../styles/tokens.ts'
import { drawGround } from './drawGround.ts'
import { pannedCamera, zoomedCamera, type Camera, type Size, type Spot } from './mercator.ts'
import type { Outlines } from './outlines.ts'
import type { MapOpening, OpenMap } from './port.ts'
import { tileDrawer } from './tiles.ts'

/** Opens the map on a 2D canvas. */
export const openPlainMap: OpenMap = opening => {
  const { box, provider, onCamera } = opening
  const canvas = document.createElement('canvas')
  canvas.className = 'map-ground'
  canvas.setAttribute('aria-hidden', 'true')
  box.prepend(canvas)
  let { camera, look }: { camera: Camera; look: Look } = opening
  let outlines: readonly Outlines[] = []
  let frame = 0
  const draw = (): void => {
    frame = 0
    const size = sizeOf(box)
    const context = fittedContext(canvas, size)
    if (context) drawGround(context, { camera, size, colours: looks[look], outlines, tiles })
  }
  const later = (): void => {
    frame ||= requestAnimationFrame(draw)
  }
  const tiles = provider.layers.length > 0 ? tileDrawer(provider.layers, later) : undefined
  const move = (next: Camera): void => {
    camera = next
    later()
    onCamera(next)
  }
  const stop = listen(box, { camera: () => camera, move })
  later()
  return {
    engine: 'plain',
    setCamera: next => {
      camera = next
      later()
    },
    setOutlines: next => {
      outlines = next
      later()
    },
    setLook: next => {
      look = next
      later()
    },
    resize: later,
    close: () => {
      stop()
      cancelAnimationFrame(frame)
      canvas.remove()
    },
  }
}

/** The size of a box, CSS pixels. */
export const sizeOf = (box: HTMLElement): Size => ({ width: box.clientWidth, height: box.clientHeight })

/** The context of a canvas that fills its box, scaled to CSS pixels and empty. */
export function fittedContext(canvas: HTMLCanvasElement, { width, height }: Size): CanvasRenderingContext2D | null {
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1)
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio)
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  context?.clearRect(0, 0, width, height)
  return context
}

interface Hand {
  readonly camera: () => Camera
  readonly move: (camera: Camera) => void
}

/** Moves the camera as the person does; answers how to stop. */
function listen(box: MapOpening['box'], { camera, move }: Hand): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const fingers = new Map<number, Spot>()
  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left, top } = box.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const isControl = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('button, a, input, [data-map-holds]') !== null
  box.addEventListener(
    'pointerdown',
    event => {
      if (isControl(event.target) || event.button !== 0 || event.defaultPrevented) return
      fingers.set(event.pointerId, spotOf(event))
      box.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  box.addEventListener(
    'pointermove',
    event => {
      const from = fingers.get(event.pointerId)
      if (!from) return
      const to = spotOf(event)
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, to)
      if (!other) return move(pannedCamera(camera(), { x: to.x - from.x, y: to.y - from.y }))
      const [before, after] = [far(from, other), far(to, other)]
      const at = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }
      if (before > 0 && after > 0) move(zoomedCamera(camera(), sizeOf(box), { by: Math.log2(after / before), at }))
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    box.addEventListener(name, ({ pointerId }) => fingers.delete(pointerId), { signal })
  box.addEventListener(
    'wheel',
    event => {
      event.preventDefault()
      move(
        zoomedCamera(camera(), sizeOf(box), { by: -Math.max(-1, Math.min(1, event.deltaY / 240)), at: spotOf(event) }),
      )
    },
    { signal, passive: false },
  )
  box.addEventListener(
    'dblclick',
    event => {
      if (!isControl(event.target)) move(zoomedCamera(camera(), sizeOf(box), { by: 1, at: spotOf(event) }))
    },
    { signal },
  )
  return () => ended.abort()
}

const far = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y)
