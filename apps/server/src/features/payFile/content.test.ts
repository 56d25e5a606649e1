// The bytes of payment files: each form and encoding read back whole, remarks cut by bytes, and no cell a formula.
import { fen } from '@yunshu/domain/figures/money'
import type { PayFileTemplate } from '@yunshu/domain/payFile/template'
import { expect, test } from 'vitest'
import { writeGb18030 } from '../../exports/gb18030.ts'
import { readSheetFile } from '../../imports/sheetFile.ts'
import { payFileBytes } from './content.ts'

const template: PayFileTemplate = {
  format: 'CSV',
  encoding: 'GB18030',
  hasHeading: true,
  columns: [
    { title: '户名', field: 'payee' },
    { title: '账号', field: 'account' },
    { title: '金额', field: 'amount' },
    { title: '币种', text: '人民币' },
    { title: '附言', field: 'remark' },
  ],
  remarkBytes: 21,
  linesMost: 10,
}
const line = {
  taskNo: 'ZF26112600000001',
  payee: '张㑇𬸘',
  account: '6222020000000000019',
  bank: '工商银行',
  amount: fen(1_234_567),
  word: '运费',
}

test('text in GB18030 is what its decoder reads, signs of the first plane and beyond', () => {
  const text = '中文 abc 123 ·€㑇䶮äż𬸘😀￥'
  expect(new TextDecoder('gb18030', { fatal: true }).decode(writeGb18030(text))).toBe(text)
  // two bytes each where GBK has it, else four
  expect(Array.from('中a😀ä', sign => writeGb18030(sign).length)).toEqual([2, 1, 4, 4])
})

test.each(['UTF8', 'UTF8_BOM', 'GB18030'] as const)(
  'a file in %s says the payee, the whole account and yuan with two places',
  async encoding => {
    const bytes = await payFileBytes({ ...template, encoding }, [line])
    const { lines } = await readSheetFile({ name: 'x.csv', bytes })
    expect(lines.map(({ texts }) => texts)).toEqual([
      ['户名', '账号', '金额', '币种', '附言'],
      [
        '张㑇𬸘',
        '6222020000000000019',
        '12345.67',
        '人民币',
        encoding === 'GB18030' ? 'ZF26112600000001 运费' : 'ZF26112600000001 运',
      ],
    ])
    expect((bytes[0] === 0xef) === (encoding === 'UTF8_BOM')).toBe(true)
  },
)

test('a workbook keeps the account as text and the amount as a number; a file without headings has none', async () => {
  const { lines } = await readSheetFile({
    name: 'x.xlsx',
    bytes: await payFileBytes({ ...template, format: 'XLSX' }, [line]),
  })
  expect(lines[1]?.texts.slice(0, 3)).toEqual(['张㑇𬸘', '6222020000000000019', '12345.67'])
  expect(lines[1]?.worn).toBeUndefined()
  const bare = await readSheetFile({
    name: 'x.csv',
    bytes: await payFileBytes({ ...template, hasHeading: false }, [line]),
  })
  expect(bare.lines).toHaveLength(1)
})

test('cells that begin like a formula are text to whoever opens the file, in text and in a workbook; line ends break no row', async () => {
  const evil = ['=1+1', '+86', '-2', '@SUM(A1)', '＝1', '甲\r\n乙'].map(payee => ({ ...line, payee }))
  const text = (await payFileBytes({ ...template, encoding: 'UTF8' }, evil)).toString('utf8')
  expect(text.split('\r\n').filter(row => row !== '')).toHaveLength(evil.length + 1)
  for (const row of text.split('\r\n').slice(1)) expect(row).not.toMatch(/^"[=+\-@＝]/)
  const bytes = await payFileBytes({ ...template, format: 'XLSX' }, evil)
  const { lines } = await readSheetFile({ name: 'x.xlsx', bytes })
  expect(lines.slice(1, 5).map(({ texts }) => texts[0])).toEqual(['=1+1', '+86', '-2', '@SUM(A1)'])
  expect(lines.every(({ computed }) => computed === undefined)).toBe(true)
})
