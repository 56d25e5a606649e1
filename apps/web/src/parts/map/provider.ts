// The source of the ground: our outlines; with its datum and the words it has to bear.

/** A source of the ground. */
export interface Provider {
  readonly key: 'offline'
  readonly datum: 'gcj02'
  /** Said on the map, always in view. */
  readonly said: string
  /** Addresses of the tiles of each layer, lowest first. */
  readonly layers: readonly TileLayer[]
}

/** Address of the tile at a place of the grid. */
export type TileLayer = (tile: { readonly x: number; readonly y: number; readonly z: number }) => string

/** The provider of this installation. */
export const currentProvider = (): Provider => ({
  key: 'offline',
  datum: 'gcj02',
  said: '示意图，非标准地图',
  layers: [],
})
