// Files that are refused before they are sent.
import { expect, test } from 'vitest'
import { fileFault } from './fileFault.ts'

test('one workbook or csv within the limit may go, anything else says why not', () => {
  expect(fileFault([{ name: '回单.XLSX', size: 10 }])).toBeUndefined()
  expect(fileFault([{ name: '回单.csv', size: 10 }])).toBeUndefined()
  expect(fileFault([])).toBe('请选择要上传的文件')
  expect(
    fileFault([
      { name: 'a.xlsx', size: 1 },
      { name: 'b.xlsx', size: 1 },
    ]),
  ).toBe('一次只能上传一个文件')
  expect(fileFault([{ name: '回单.xls', size: 1 }])).toContain('另存为 .xlsx')
  expect(fileFault([{ name: '回单.pdf', size: 1 }])).toBe('请上传 .xlsx 或 .csv 文件')
  expect(fileFault([{ name: '回单.xlsx', size: 0 }])).toBe('文件是空的')
  expect(fileFault([{ name: '回单.xlsx', size: 11 * 1_048_576 }])).toBe('文件回单.xlsx超过 10 MB')
})
