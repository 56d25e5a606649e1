// Links: the form of their secret and how they stand.
import { expect, test } from 'vitest'
import { isPublicCode, shareEnd, shareStateOf } from './share.ts'

test('only the 22 characters that 16 bytes can make are a code', () => {
  for (const bytes of [Buffer.alloc(16), Buffer.alloc(16, 255), Buffer.from('0123456789abcdef')])
    expect(isPublicCode(bytes.toString('base64url'))).toBe(true)
  for (const text of [
    '',
    'A'.repeat(21),
    'A'.repeat(23),
    `${'A'.repeat(21)}B`,
    `${'A'.repeat(21)}=`,
    `${'A'.repeat(20)}+A`,
    `${'A'.repeat(21)}A\n`,
    '01903f7e-1111-7222-8333-444455556666',
  ])
    expect(isPublicCode(text), text).toBe(false)
})

test('a link is live until its end, its last view or its revocation, whichever is first', () => {
  const now = 1_790_000_000_000
  const link = { expiresAt: shareEnd(now, 7), views: 0 }
  expect(shareStateOf(link, now)).toBe('live')
  expect(shareStateOf(link, link.expiresAt - 1)).toBe('live')
  expect(shareStateOf(link, link.expiresAt)).toBe('expired')
  expect(shareStateOf({ ...link, views: 2, maxViews: 3 }, now)).toBe('live')
  expect(shareStateOf({ ...link, views: 3, maxViews: 3 }, now)).toBe('used')
  expect(shareStateOf({ ...link, views: 3, maxViews: 3, revokedAt: now }, now)).toBe('revoked')
})
