// Opens an engine in a box of the page: with WebGL where the browser has it, else on a plain canvas, and says why.
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useLook } from '../../lib/look.ts'
import type { Camera } from './mercator.ts'
import type { MapOpening, MapPort, OpenMap } from './port.ts'
import type { Provider } from './provider.ts'

/** True where the browser draws with its graphics card; a slow stand-in counts as none. */
function hasWebGl(): boolean {
  try {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true })
    if (!context) return false
    const names = context.getExtension('WEBGL_debug_renderer_info')
    const renderer = String(names ? context.getParameter(names.UNMASKED_RENDERER_WEBGL) : '')
    context.getExtension('WEBGL_lose_context')?.loseContext()
    // a program that plays the card takes seconds for what the plain canvas does at once
    return !/swiftshader|llvmpipe|software|basic render/i.test(renderer)
  } catch {
    return false
  }
}

async function chooseEngine(isPlain: boolean): Promise<OpenMap> {
  if (isPlain) return (await import('./plainMap.ts')).openPlainMap
  return (await import('./glMap.ts')).openGlMap
}

const noWebGl = '此浏览器只能显示简化地图'

/** The engine in a box while it is on the screen; `why` says why it is the plain one. */
export function useEngine(
  box: RefObject<HTMLElement | null>,
  { camera, provider, onCamera }: { camera: Camera; provider: Provider; onCamera: (camera: Camera) => void },
): { readonly port: MapPort | undefined; readonly why: string } {
  const [port, setPort] = useState<MapPort>()
  const [why, setWhy] = useState(() => (hasWebGl() ? '' : noWebGl))
  const look = useLook(({ worn }) => worn)
  const moved = useEffectEvent(onCamera)
  const opening = useEffectEvent((element: HTMLElement): MapOpening => ({
    box: element,
    camera,
    look,
    provider,
    onCamera: next => moved(next),
    onLost: setWhy,
  }))
  useEffect(() => {
    let isLeft = false
    let opened: MapPort | undefined
    void chooseEngine(why !== '').then(
      open => {
        if (isLeft || !box.current) return
        try {
          opened = open(opening(box.current))
          setPort(opened)
        } catch {
          setWhy(noWebGl)
        }
      },
      () => setWhy('地图程序没有取到，已改用普通画布'),
    )
    return () => {
      isLeft = true
      opened?.close()
      setPort(undefined)
    }
  }, [box, why])
  useEffect(() => port?.setLook(look), [port, look])
  return { port, why }
}
