// The states of a vehicle on the map, which must not be taken for one another: words, colours and shapes.
import type { Colours } from '../../styles/tokens.ts'

/** The states, in the order in which they are counted. */
export const vehicleLooks = {
  moving: { word: '行驶', colour: 'vehicleMoving', shape: 'arrow' },
  standing: { word: '停车', colour: 'vehicleStanding', shape: 'square' },
  silent: { word: '失联', colour: 'vehicleSilent', shape: 'cross' },
  noFix: { word: '无定位', colour: 'vehicleSilent', shape: 'ring' },
  offline: { word: '离线', colour: 'ink3', shape: 'cross' },
  never: { word: '从未上报', colour: 'ink3', shape: 'none' },
  unseen: { word: '没有位置', colour: 'ink3', shape: 'none' },
} as const satisfies Record<
  string,
  { word: string; colour: keyof Colours; shape: 'arrow' | 'square' | 'cross' | 'ring' | 'none' }
>

/** The state of a vehicle as the map shows it. */
export type VehicleLook = keyof typeof vehicleLooks

/** The mark of a vehicle that is expected too late, beside its state: a ring around it. */
export const lateLook = { word: '晚点', colour: 'vehicleLate' } as const satisfies {
  word: string
  colour: keyof Colours
}

/** The mark of a vehicle that calls for help, before all others: two rings around it. */
export const helpLook = { word: '求救', colour: 'vehicleSilent' } as const satisfies {
  word: string
  colour: keyof Colours
}

/** The states, in order. */
export const vehicleLookKeys = Object.keys(vehicleLooks) as VehicleLook[]
