// The bank's slip tests enter money by: a picture of one point.
import type { SendOptions } from './testServer.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Options of a call that has the slip with it. */
export const withSlip = (options: SendOptions = {}): SendOptions => ({
  ...options,
  files: [{ name: '回单.png', type: 'image/png', bytes: png }],
})
