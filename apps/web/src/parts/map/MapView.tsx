// A map in the page: ground, scene, controls, what must be said of it; moved by pointer and keys, picked by a press.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useLook } from '../../lib/look.ts'
import { looks } from '../../styles/tokens.ts'
import { drawNames } from './drawNames.ts'
import { drawScene } from './drawScene.ts'
import { MapControls } from './MapControls.tsx'
import { MapNote } from './MapNote.tsx'
import {
  boxShown,
  cameraOf,
  pannedCamera,
  placeAt,
  projectionOf,
  wholeCountry,
  zoomedCamera,
  type Box,
  type Camera,
  type Covered,
  type LonLat,
  type Size,
  type Spot,
} from './mercator.ts'
import { useOutlines } from './outlines.ts'
import { makeRoom, nearestSpot, type Taken } from './picking.ts'
import { fittedContext } from './plainMap.ts'
import { currentProvider } from './provider.ts'
import type { MapScene } from './scene.ts'
import { useEngine } from './useEngine.ts'
import './map.css'

/** A camera or a box the map is sent to; each new object sends it once. */
export type MapGoal = { readonly camera: Camera } | { readonly box: Box }

interface Props {
  readonly label: string
  readonly scene: MapScene
  readonly goal?: MapGoal | undefined
  readonly onView?: (view: { camera: Camera; box: Box }) => void
  /** A vehicle was pressed, or the ground. */
  readonly onPick?: (no: number | undefined) => void
  /** The ground was pressed where a place is to be chosen. */
  readonly onPlace?: (place: LonLat) => void
  /** A handle was taken hold of; answers the id it is moved by from then on, where that is another. */
  readonly onGrip?: (id: string) => string | undefined
  /** A handle, or the middle of a circle, was drawn to another place. */
  readonly onMove?: (id: string, place: LonLat) => void
  readonly children?: ReactNode
}

const reachPx = 18
const stepPx = 80

/** A map that fills its box. */
export function MapView({ label, scene, goal, onView, onPick, onPlace, onGrip, onMove, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [provider] = useState(currentProvider)
  const size = useSize(box)
  const [camera, setCamera] = useState<Camera>(() => cameraFor(goal, { width: 800, height: 500 }))
  const { port, why } = useEngine(box, { camera, provider, onCamera: setCamera })
  const sendTo = useCallback(
    (next: Camera): void => {
      setCamera(next)
      port?.setCamera(next)
    },
    [port],
  )
  useGoal(goal, size, box, sendTo)
  const shown = size ? boxShown(camera, size) : wholeCountry
  const { outlines, failed } = useOutlines(provider.key === 'offline' ? camera.zoom : 0, shown)
  useEffect(() => port?.setOutlines(outlines), [port, outlines])
  useEffect(() => {
    if (size) port?.resize()
  }, [port, size])
  useEffect(() => {
    if (size) onView?.({ camera, box: boxShown(camera, size) })
  }, [camera, size, onView])
  const canvas = useScene({ camera, size, scene, names: provider.key === 'offline' ? outlines : [] })
  const hand = useHand({ box, camera, size, scene, sendTo, onPick, onPlace, onGrip, onMove })
  return (
    <div
      ref={box}
      className="map"
      role="application"
      aria-label={label}
      data-engine={port?.engine}
      data-zoom={camera.zoom.toFixed(1)}
      {...hand}
    >
      <canvas ref={canvas} className="map-scene" aria-hidden />
      {children}
      <MapControls
        onZoom={by => size && sendTo(zoomedCamera(camera, size, { by, at: { x: size.width / 2, y: size.height / 2 } }))}
        onWhole={() => size && sendTo(cameraOf(wholeCountry, size, { edge: 8 }))}
        box={box}
      />
      <MapNote said={provider.said} camera={camera} why={failed ? '底图没有取到，请刷新页面' : why} />
    </div>
  )
}

function cameraFor(goal: MapGoal | undefined, size: Size, covered?: Covered): Camera {
  if (!goal) return cameraOf(wholeCountry, size, { edge: 8 })
  return 'camera' in goal ? goal.camera : cameraOf(goal.box, size, covered && { covered })
}

/** The edges of a map its note and its column of buttons lie on, as far as they leave the greater part of it. */
function coveredOf(map: HTMLElement | null, { width, height }: Size): Covered {
  const sizeOf = (name: string): Size => {
    const part = map?.querySelector<HTMLElement>(name)
    return { width: part?.offsetWidth ?? 0, height: part?.offsetHeight ?? 0 }
  }
  const [note, tools] = [sizeOf('.map-note'), sizeOf('.map-controls')]
  const [right, below] = [tools.height > tools.width ? tools.width : 0, note.height]
  return { right: right * 4 < width ? right : 0, below: below * 4 < height ? below : 0 }
}

/** Sends the map to each new goal, once the size of its box is known. */
function useGoal(
  goal: MapGoal | undefined,
  size: Size | undefined,
  box: React.RefObject<HTMLElement | null>,
  sendTo: (camera: Camera) => void,
): void {
  const reached = useRef<MapGoal | 'start'>(undefined)
  useEffect(() => {
    if (!size || reached.current === (goal ?? 'start')) return
    reached.current = goal ?? 'start'
    sendTo(cameraFor(goal, size, coveredOf(box.current, size)))
  }, [goal, size, box, sendTo])
}

/** The size of a box, kept while it changes; undefined until it has one. */
function useSize(box: React.RefObject<HTMLDivElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0)
        setSize(now => (now?.width === width && now.height === height ? now : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}

/** Draws names and scene over the ground, once a frame at most. */
function useScene({
  camera,
  size,
  scene,
  names,
}: {
  camera: Camera
  size: Size | undefined
  scene: MapScene
  names: ReturnType<typeof useOutlines>['outlines']
}): React.RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useLook(({ worn }) => worn)
  useEffect(() => {
    if (!size) return undefined
    const frame = requestAnimationFrame(() => {
      const context = canvas.current && fittedContext(canvas.current, size)
      if (!context) return
      const picture = { camera, size, colours: looks[look] }
      const held = heldBy(canvas.current)
      drawNames(context, { ...picture, outlines: names }, makeRoom(held))
      // names of vehicles lie above those of places, but not under what is pressed
      drawScene(context, picture, scene, makeRoom(held))
    })
    return () => cancelAnimationFrame(frame)
  }, [camera, size, scene, names, look])
  return canvas
}

/** The boxes of the map that buttons, cards and notes stand in. */
function heldBy(canvas: HTMLCanvasElement | null): Taken[] {
  const { left = 0, top = 0 } = canvas?.getBoundingClientRect() ?? {}
  return [...(canvas?.parentElement?.children ?? [])].flatMap(child => {
    if (child instanceof HTMLCanvasElement || child.classList.contains('map-ground')) return []
    const box = child.getBoundingClientRect()
    return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
  })
}

interface Hand extends Pick<Props, 'scene'> {
  readonly onPick: Props['onPick'] | undefined
  readonly onPlace: Props['onPlace'] | undefined
  readonly onGrip: Props['onGrip'] | undefined
  readonly onMove: Props['onMove'] | undefined
  readonly box: React.RefObject<HTMLDivElement | null>
  readonly camera: Camera
  readonly size: Size | undefined
  readonly sendTo: (camera: Camera) => void
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, [data-map-holds]') !== null

/** The things of a scene that can be drawn to another place. */
const gripsOf = ({ circles = [], handles = [] }: MapScene): readonly (LonLat & { readonly id: string })[] => [
  ...circles.filter(({ canMove }) => canMove),
  ...handles,
]

/** Presses, keys and the drawing of handles. */
function useHand({ box, camera, size, scene, sendTo, onPick, onPlace, onGrip, onMove }: Hand) {
  const pressed = useRef<Spot>(undefined)
  const held = useRef<string>(undefined)
  const wasHeld = useRef(false)
  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }
  const press = (event: { clientX: number; clientY: number; target: EventTarget }): void => {
    const at = spotOf(event)
    const from = pressed.current
    if (!size || wasHeld.current || isControl(event.target) || !from || Math.hypot(at.x - from.x, at.y - from.y) > 4)
      return
    const project = projectionOf(camera, size)
    const vehicle = nearestSpot(
      (scene.vehicles ?? []).map(each => ({ ...project(each), no: each.no })),
      at,
      reachPx,
    )
    const group = vehicle
      ? undefined
      : nearestSpot(
          (scene.groups ?? []).map(each => project(each)),
          at,
          reachPx + 6,
        )
    if (group) return sendTo(zoomedCamera(camera, size, { by: 2, at: group }))
    onPick?.(vehicle?.no)
    if (!vehicle) onPlace?.(placeAt(camera, size, at))
  }
  return {
    onClick: press,
    onPointerDownCapture: (event: PointerEvent) => {
      pressed.current = spotOf(event)
      wasHeld.current = false
      if (!size || !onMove || isControl(event.target)) return
      const project = projectionOf(camera, size)
      const grips = gripsOf(scene).map(each => ({ ...project(each), id: each.id }))
      const grip = nearestSpot(grips, pressed.current, reachPx)?.id
      if (grip === undefined) return
      held.current = onGrip?.(grip) ?? grip
      wasHeld.current = true
      event.stopPropagation()
      event.preventDefault()
      box.current?.setPointerCapture(event.pointerId)
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      if (held.current === undefined || !size) return
      event.stopPropagation()
      onMove?.(held.current, placeAt(camera, size, spotOf(event)))
    },
    onPointerUpCapture: () => {
      held.current = undefined
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isTool = event.target instanceof Element && event.target.closest('.map-controls') !== null
      if (!size || !isTool || event.ctrlKey || event.metaKey || event.altKey) return
      const next = afterKey(event.key, camera, size)
      if (!next) return
      event.preventDefault()
      sendTo(next)
    },
  }
}

function afterKey(key: string, camera: Camera, size: Size): Camera | undefined {
  const at = { x: size.width / 2, y: size.height / 2 }
  const steps: Readonly<Record<string, Spot>> = {
    ArrowLeft: { x: stepPx, y: 0 },
    ArrowRight: { x: -stepPx, y: 0 },
    ArrowUp: { x: 0, y: stepPx },
    ArrowDown: { x: 0, y: -stepPx },
  }
  const step = steps[key]
  if (step) return pannedCamera(camera, step)
  if (key === '+' || key === '=') return zoomedCamera(camera, size, { by: 1, at })
  return key === '-' ? zoomedCamera(camera, size, { by: -1, at }) : undefined
}
