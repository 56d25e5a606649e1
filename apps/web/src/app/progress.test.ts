// The bar of navigation: its interval, and the text of it that browsers let into the page.
import NProgress from 'nprogress'
import { expect, test } from 'vitest'
import './progress.ts'
import { isTrusted } from './trusted.ts'

test('[SE-11] the bar moves on every 500 ms', () => {
  expect(NProgress.settings.trickleSpeed).toBe(500)
})

test('any text became part of the page: style sheets and the bar are let in, nothing else with a tag', () => {
  expect(isTrusted(NProgress.settings.template)).toBe(true)
  expect(isTrusted('.a > .b { color: red }')).toBe(true)
  for (const text of ['<img src=x onerror=alert(1)>', `${NProgress.settings.template}<script></script>`, '</style><b>'])
    expect(isTrusted(text), text).toBe(false)
})
