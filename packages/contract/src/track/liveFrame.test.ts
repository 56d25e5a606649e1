// Frames of the live map: what is written is read, and bytes that are no frame are none.
import { expect, test } from 'vitest'
import { readLiveFrame, writeLiveFrame, type LiveFrame } from './liveFrame.ts'

const at = 1_800_000_000_000
const frame: LiveFrame = {
  isWhole: true,
  at,
  positions: [
    {
      no: 4_000_000_000,
      lonE6: -109_000_001,
      latE6: 34_300_000,
      datum: 'gcj02',
      speed: 1203,
      heading: 358,
      at: at + 60_000,
      receivedAt: at - 86_400_000,
      state: 'noFix',
    },
  ],
  gone: [7],
}
const bodyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

test('a frame is read as it was written, 24 bytes a vehicle', () => {
  const bytes = writeLiveFrame(frame)
  expect(bytes).toHaveLength(16 + 2 * 24)
  expect(readLiveFrame(bodyOf(bytes))).toEqual(frame)
  expect(readLiveFrame(bodyOf(writeLiveFrame({ isWhole: false, at, positions: [], gone: [] })))).toEqual({
    isWhole: false,
    at,
    positions: [],
    gone: [],
  })
})

test('bytes of another edition, cut, longer than they say or with an unknown state are no frame', () => {
  const bytes = writeLiveFrame(frame)
  expect(readLiveFrame(bodyOf(bytes.slice(0, 10)))).toBeUndefined()
  expect(readLiveFrame(bodyOf(bytes.slice(0, -1)))).toBeUndefined()
  expect(readLiveFrame(bodyOf(Uint8Array.from([...bytes, 0])))).toBeUndefined()
  for (const [place, value] of [
    [0, 2],
    [16 + 15, 9],
  ] as const) {
    const wrong = Uint8Array.from(bytes)
    wrong[place] = value
    expect(readLiveFrame(bodyOf(wrong))).toBeUndefined()
  }
})
