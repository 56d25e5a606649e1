// Chosen files that are refused before they are sent.
import { expect, test } from 'vitest'
import { photoFault } from './photoFaults.ts'

const file = (name: string, type = 'image/jpeg', size = 1000) => ({ name, type, size })

test('pictures and PDF within the limits can be sent', () => {
  expect(photoFault([file('a.jpg'), file('b.pdf', 'application/pdf')])).toBeUndefined()
})

test('another type, a large file, too many and none are refused by name', () => {
  expect(photoFault([file('a.jpg'), file('b.exe', 'application/x-msdownload')])).toContain('b.exe')
  expect(photoFault([file('big.png', 'image/png', 21 * 1_048_576)])).toBe('文件big.png超过 20 MB')
  expect(photoFault(Array.from({ length: 10 }, () => file('a.jpg')))).toContain('9')
  expect(photoFault([])).toBe('请选择要上传的文件')
})
