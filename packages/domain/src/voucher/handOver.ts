// Handing vouchers over to accounting programs: the two import layouts in common use, each a table of columns, so that a
// client's accountant can compare them with their own program line by line.
import type { Fen } from '../figures/money.ts'

/** A line of a voucher as a layout reads it. */
export interface HandOverLine {
  /** yyyy-mm-dd. */
  readonly day: string
  /** yyyyMM. */
  readonly period: string
  /** The number within branch and month. */
  readonly number: number
  /** The line's place in its voucher, from 1. */
  readonly n: number
  readonly summary: string
  readonly account: string
  readonly accountName: string
  readonly party: string
  readonly waybillNo: string
  /** Below zero on the same side where the line takes another back in red. */
  readonly debit: Fen
  readonly credit: Fen
  readonly maker: string
  readonly auditor: string
  readonly poster: string
  readonly papers: number
}

/** A cell: words, a count, or an amount, which is empty at zero. */
export type HandOverCell = { readonly text: string } | { readonly count: number } | { readonly amount: Fen }
export interface HandOverColumn {
  readonly title: string
  readonly width: number
  readonly read: (line: HandOverLine) => HandOverCell
}
interface Layout {
  readonly label: string
  readonly columns: readonly HandOverColumn[]
}

const words = (title: string, width: number, read: (line: HandOverLine) => string): HandOverColumn => ({
  title,
  width,
  read: line => ({ text: read(line) }),
})
const count = (title: string, read: (line: HandOverLine) => number): HandOverColumn => ({
  title,
  width: 10,
  read: line => ({ count: read(line) }),
})
const amount = (title: string, read: (line: HandOverLine) => Fen): HandOverColumn => ({
  title,
  width: 14,
  read: line => ({ amount: read(line) }),
})
/** The word all vouchers of the product are numbered under. */
const word = '记'
const year = ({ period }: HandOverLine): number => Number(period.slice(0, 4))
const month = ({ period }: HandOverLine): number => Number(period.slice(4))

/** The layouts by their key. */
export const handOverLayouts = {
  kingdee: {
    label: '金蝶凭证引入',
    columns: [
      words('凭证日期', 12, line => line.day),
      count('会计年度', year),
      count('会计期间', month),
      words('凭证字', 8, () => word),
      count('凭证号', line => line.number),
      words('科目代码', 12, line => line.account),
      words('科目名称', 22, line => line.accountName),
      words('币别代码', 10, () => 'RMB'),
      words('币别名称', 10, () => '人民币'),
      { title: '原币金额', width: 14, read: ({ debit, credit }) => ({ amount: debit === 0 ? credit : debit }) },
      amount('借方', line => line.debit),
      amount('贷方', line => line.credit),
      words('制单', 10, line => line.maker),
      words('审核', 10, line => line.auditor),
      words('过账', 10, line => line.poster),
      words('凭证摘要', 36, line => line.summary),
      count('附件数', line => line.papers),
      count('分录序号', line => line.n),
      words('核算项目', 30, line => line.party),
      words('参考信息', 20, line => line.waybillNo),
      count('汇率', () => 1),
    ],
  },
  yonyou: {
    label: '用友凭证导入',
    columns: [
      words('制单日期', 12, line => line.day),
      words('凭证类别', 8, () => word),
      count('凭证号', line => line.number),
      count('附单据数', line => line.papers),
      words('摘要', 36, line => line.summary),
      words('科目编码', 12, line => line.account),
      words('科目名称', 22, line => line.accountName),
      amount('借方金额', line => line.debit),
      amount('贷方金额', line => line.credit),
      words('币种', 10, () => '人民币'),
      count('汇率', () => 1),
      words('制单人', 10, line => line.maker),
      words('审核人', 10, line => line.auditor),
      words('往来单位', 30, line => line.party),
      words('项目编码', 20, line => line.waybillNo),
      count('会计年度', year),
      count('会计期间', month),
      count('行号', line => line.n),
    ],
  },
} as const satisfies Readonly<Record<string, Layout>>
export type HandOverLayout = keyof typeof handOverLayouts
export const handOverColumns = (layout: HandOverLayout): readonly HandOverColumn[] => handOverLayouts[layout].columns

/** Vouchers and lines one file holds at most; more are taken by parts of their numbers. */
export const handOverMost = { vouchers: 5000, lines: 200_000 } as const
