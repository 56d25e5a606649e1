// Each test file meets modules as a process that has just begun: their state, the clock and globals are its own.
import { afterAll, vi } from 'vitest'

vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
