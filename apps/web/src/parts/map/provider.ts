// The source of the ground: our outlines, or a map service by its key; with its datum and the words it has to bear.
import type { Datum } from '@yunshu/track/point'
import { loadedConfig } from '../../lib/config.ts'
import { readCookie } from '../../lib/cookies.ts'

/** A source of the ground. */
export interface Provider {
  readonly key: 'offline' | 'tianditu'
  readonly datum: Exclude<Datum, 'bd09'>
  /** Said on the map, always in view. */
  readonly said: string
  /** Addresses of the tiles of each layer, lowest first. */
  readonly layers: readonly TileLayer[]
}

/** Address of the tile at a place of the grid. */
export type TileLayer = (tile: { readonly x: number; readonly y: number; readonly z: number }) => string

const tianditu =
  (layer: 'vec' | 'cva', key: string): TileLayer =>
  ({ x, y, z }) =>
    `https://t${(x + y) % 8}.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}` +
    `&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX=${z}&TILEROW=${y}&TILECOL=${x}&tk=${encodeURIComponent(key)}`

const offline: Provider = { key: 'offline', datum: 'gcj02', said: '示意图，非标准地图', layers: [] }

/** The provider of this installation. The key is the person's, from their sign-in; without one our outlines stay. */
export function currentProvider(): Provider {
  const { mapProvider } = loadedConfig()
  const key = readCookie('baiduAccessToken')
  if (mapProvider !== 'tianditu' || key === undefined) return offline
  return {
    key: 'tianditu',
    datum: 'wgs84',
    said: '天地图 · 底图版权归国家基础地理信息中心',
    layers: [tianditu('vec', key), tianditu('cva', key)],
  }
}
