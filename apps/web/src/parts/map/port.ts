// The one way the portal speaks to a map, whichever engine draws its ground.
import type { Look } from '../../styles/tokens.ts'
import type { Camera } from './mercator.ts'
import type { Outlines } from './outlines.ts'
import type { Provider } from './provider.ts'

/** A map in a box of the page. Things above the ground are drawn over it, by the same hand for every engine. */
export interface MapPort {
  readonly engine: 'gl' | 'plain'
  readonly setCamera: (camera: Camera) => void
  readonly setOutlines: (outlines: readonly Outlines[]) => void
  readonly setLook: (look: Look) => void
  /** The box has another size now. */
  readonly resize: () => void
  readonly close: () => void
}

/** Everything an engine is opened with. */
export interface MapOpening {
  readonly box: HTMLElement
  readonly camera: Camera
  readonly look: Look
  readonly provider: Provider
  /** The person moved the map, or the engine did on the way to where it was sent. */
  readonly onCamera: (camera: Camera) => void
  /** The engine gave up; another one is to take its place. */
  readonly onLost: (why: string) => void
}

export type OpenMap = (opening: MapOpening) => MapPort
