// The XML of electronic invoices: figures are read, files that are none and files made to grow are refused.
import { expect, test } from 'vitest'
import { parseDate } from '@yunshu/domain/figures/time'
import { invoiceXml } from '../../../../tests/server/invoiceXml.ts'
import { readInvoiceXml } from './invoiceXml.ts'

const read = (text: string) => readInvoiceXml(Buffer.from(text))

test('an electronic invoice says its number, day, both sides and amounts', () => {
  expect(read(invoiceXml({ number: '26112000000000000001', gross: '109.00', tax: '9.00' }))).toEqual({
    invoiceNo: '26112000000000000001',
    issuedAt: parseDate('2026-11-20')?.start,
    sellerName: '河北顺达运输有限公司',
    sellerTaxNo: '91350100M000100Y43',
    buyerName: '运枢物流科技有限公司',
    buyerTaxNo: '91130203MA6DEM02X6',
    gross: 10_900,
    tax: 900,
  })
})

test('an electronic invoice says in its head whether it is special or ordinary', () => {
  const said = { number: '26112000000000000001', gross: '109.00', tax: '9.00' }
  expect(read(invoiceXml({ ...said, kind: '增值税专用发票' }))).toMatchObject({ kind: 'SPECIAL' })
  expect(read(invoiceXml({ ...said, kind: '普通发票' }))).toMatchObject({ kind: 'ORDINARY' })
})

test('a file that is no invoice is refused in words, whatever it holds', () => {
  const good = invoiceXml({ number: '26112000000000000001', gross: '109.00', tax: '9.00' })
  expect(read('<a><b>1</b></a>')).toBe('没有发票号码，不是电子发票')
  expect(read('<a><b>')).toBe('不是完整的 XML 文件')
  expect(read('')).toContain('不是')
  expect(read(good.replace('109.00', '110.00'))).toBe('不含税金额与税额之和不等于价税合计')
  expect(read(good.replaceAll('2026-11-20', '昨天'))).toBe('没有开票日期，不是电子发票')
  expect(read(good.replace('<SellerName>河北顺达运输有限公司</SellerName>', ''))).toBe('没有销方，不是电子发票')
})

test('a file made to grow when it is read is refused unread', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><EInvoice>&b;</EInvoice>`
  expect(read(bomb)).toBe('含有不允许的声明，不是电子发票')
  expect(read(`<EInvoice>${'<a/>'.repeat(120_000)}</EInvoice>`)).toBe('内容过多，不是电子发票')
  expect(read(`<EInvoice>${' '.repeat(3_000_000)}</EInvoice>`)).toBe('文件过大，不是电子发票')
  expect(read(`${'<a>'.repeat(40_000)}${'</a>'.repeat(40_000)}`)).toBe('嵌套过深，不是电子发票')
  // said before the checker of whole files, which takes the square of the depth, sees the first tag
  expect(read('<a>'.repeat(40_000))).toBe('嵌套过深，不是电子发票')
  expect(read('<a><b/>'.repeat(60) + '</a>'.repeat(60))).toBe('没有发票号码，不是电子发票')
})
