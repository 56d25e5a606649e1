// Reading the XML of an electronic invoice (数电发票): its figures, or why it is no invoice; bombs are refused unread.
import { parseDate } from '@yunshu/domain/figures/time'
import { parseYuan, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { inputGrossMost, invoiceNameMax, litresMost, type InputKind } from '@yunshu/domain/invoice/input'
import { plainTaxNo } from '@yunshu/domain/invoice/title'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** The figures of an electronic invoice. */
export interface ReadInvoice {
  readonly invoiceNo: string
  readonly issuedAt: number
  readonly sellerName: string
  readonly sellerTaxNo: string
  readonly buyerName: string
  readonly buyerTaxNo: string
  readonly gross: Fen
  readonly tax: Fen
  /** Undefined where its label says none. */
  readonly kind?: InputKind | undefined
  /** Hundredths of a litre; undefined where its lines say none. */
  readonly litresCl?: number | undefined
}

/** An invoice of a hundred lines has some 100 KB. */
const bytesMost = 2 * 1024 * 1024
/** The tags of an invoice of two thousand lines with twenty fields each, opened and closed. */
const tagsMost = 100_000
/** An invoice nests eight tags deep; the checker takes the square of the depth. */
const depthMost = 64

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  trimValues: true,
})

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The node at a way of tags. */
const nodeAt = (root: unknown, way: readonly string[]): unknown =>
  way.reduce((node, tag) => (isNode(node) ? node[tag] : undefined), root)

/** The text at a way of tags; undefined where there is none. */
function textAt(root: unknown, way: readonly string[]): string | undefined {
  const text = nodeAt(root, way)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** The tree of a text; undefined where the parser refuses it as a trap. */
function treeOf(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return undefined
  }
}

/** Whether tags stand within tags deeper than in any invoice, closed or not. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [tag] of text.matchAll(/<\/?[^<>!?][^<>]*>/g)) {
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>') && ++depth > depthMost) return true
  }
  return false
}

/** Whether a text has signs that no invoice has: the database keeps none of some, and a page shows none of them. */
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, ''))
/** No electronic invoice is older. */
export const firstDayMs = Date.UTC(2000, 0, 1)

/** The fault of the figures of an invoice, read or typed. */
export function faultOfFigures({
  gross,
  tax,
  issuedAt,
  litresCl: _litres,
  kind: _kind,
  ...texts
}: ReadInvoice): string | undefined {
  if (tax >= gross) return '税额应小于价税合计'
  if (gross > inputGrossMost) return `价税合计不能超过 ${printMoney(inputGrossMost)} 元`
  if (issuedAt < firstDayMs) return '开票日期不能早于 2000 年'
  if (Object.values(texts).some(text => text.length > invoiceNameMax)) return `名称和税号不能超过${invoiceNameMax}个字`
  return undefined
}

/** The litres of all lines that are counted in them, in hundredths; undefined where no line is. */
function litresIn(lines: unknown): number | undefined {
  const all = (Array.isArray(lines) ? lines : [lines]).flatMap(line => {
    const quantity = textAt(line, ['Quantity']) ?? ''
    const isLitres = ['升', 'L', 'l'].includes(textAt(line, ['MeaUnits']) ?? '')
    return isLitres && /^\d{1,9}(?:\.\d{1,16})?$/.test(quantity) ? [Math.round(Number(quantity) * 100)] : []
  })
  const sum = all.reduce((a, b) => a + b, 0)
  return sum > 0 && sum <= litresMost ? sum : undefined
}

/** The kind an invoice says it is of. */
function kindIn(root: unknown): InputKind | undefined {
  const label = textAt(root, ['EInvoice', 'Header', 'InherentLabel', 'GeneralOrSpecialVAT', 'LabelName'])
  if (label === undefined) return undefined
  return label.includes('专用') ? 'SPECIAL' : 'ORDINARY'
}

/** The figures, or the fault in words. */
export function readInvoiceXml(bytes: Buffer): ReadInvoice | string {
  if (bytes.length > bytesMost) return '文件过大，不是电子发票'
  const text = bytes.toString('utf8')
  // an invoice declares no types and no entities: a file that does may be made to grow when it is read
  if (hasControls(text)) return '含有控制字符，不是电子发票'
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) return '含有不允许的声明，不是电子发票'
  if ((text.match(/</g)?.length ?? 0) > tagsMost) return '内容过多，不是电子发票'
  if (isTooDeep(text)) return '嵌套过深，不是电子发票'
  if (XMLValidator.validate(text) !== true) return '不是完整的 XML 文件'
  const root = treeOf(text)
  if (root === undefined) return '不是完整的 XML 文件'
  const data = ['EInvoice', 'EInvoiceData']
  const say = (...way: string[]): string | undefined => textAt(root, [...data, ...way])
  const invoiceNo =
    textAt(root, ['EInvoice', 'TaxSupervisionInfo', 'InvoiceNumber']) ?? textAt(root, ['EInvoice', 'Header', 'EIid'])
  const day = textAt(root, ['EInvoice', 'TaxSupervisionInfo', 'IssueTime']) ?? say('BasicInformation', 'RequestTime')
  const issuedAt = parseDate((day ?? '').slice(0, 10))?.start
  const gross = parseYuan(say('BasicInformation', 'TotalTax-includedAmount') ?? '')
  const tax = parseYuan(say('BasicInformation', 'TotalTaxAm') ?? '')
  const net = parseYuan(say('BasicInformation', 'TotalAmWithoutTax') ?? '')
  const sellerName = say('SellerInformation', 'SellerName')
  const sellerTaxNo = say('SellerInformation', 'SellerIdNum')
  const buyerName = say('BuyerInformation', 'BuyerName')
  const buyerTaxNo = say('BuyerInformation', 'BuyerIdNum')
  if (invoiceNo === undefined || !/^\d{8,20}$/.test(invoiceNo)) return '没有发票号码，不是电子发票'
  if (issuedAt === undefined) return '没有开票日期，不是电子发票'
  if (sellerName === undefined || sellerTaxNo === undefined) return '没有销方，不是电子发票'
  if (buyerName === undefined || buyerTaxNo === undefined) return '没有购方，不是电子发票'
  if (gross === undefined || tax === undefined || gross === 0) return '没有金额，不是电子发票'
  if (net !== undefined && net + tax !== gross) return '不含税金额与税额之和不等于价税合计'
  const figures = {
    invoiceNo,
    issuedAt,
    sellerName,
    sellerTaxNo: plainTaxNo(sellerTaxNo),
    buyerName,
    buyerTaxNo: plainTaxNo(buyerTaxNo),
    gross,
    tax,
    kind: kindIn(root),
    litresCl: litresIn(nodeAt(root, [...data, 'IssuItemInformation'])),
  }
  return faultOfFigures(figures) ?? figures
}
