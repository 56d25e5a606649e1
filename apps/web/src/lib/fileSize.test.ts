// Sizes of files in words.
import { expect, test } from 'vitest'
import { fileSize } from './fileSize.ts'

test('bytes, and larger units with one place', () => {
  expect([0, 512, 1024, 1536, 12_900_000, 3 * 1024 ** 3].map(fileSize)).toEqual([
    '0 B',
    '512 B',
    '1 KB',
    '1.5 KB',
    '12.3 MB',
    '3 GB',
  ])
})
