// Figures of the gateway, counted since its start.

export interface Figures {
  frames: number
  faults: number
  refused: number
  registered: number
  acknowledged: number
  repeated: number
  turnedAway: number
  commands: number
}

/** Figures at the start. */
export const newFigures = (): Figures => ({
  frames: 0,
  faults: 0,
  refused: 0,
  registered: 0,
  acknowledged: 0,
  repeated: 0,
  turnedAway: 0,
  commands: 0,
})
