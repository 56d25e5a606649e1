// The bar of navigation: its interval.
import NProgress from 'nprogress'
import { expect, test } from 'vitest'
import './progress.ts'

test('[SE-11] the bar moves on every 500 ms', () => {
  expect(NProgress.settings.trickleSpeed).toBe(500)
})
