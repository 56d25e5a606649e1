// All papers of a sheet in one file: what it holds is read in the transaction of the call, the papers themselves are
// opened after it, one by one, as the file is sent.
import { Readable } from 'node:stream'
import type { Input } from '@yunshu/contract/call'
import type { downloadAttachments } from '@yunshu/contract/settlement/attachment'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import type { TradeRow } from '@yunshu/contract/trade/trade'
import { printYuan, type Fen } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printTons } from '@yunshu/domain/figures/weight'
import { Problem } from '@yunshu/domain/problems/problems'
import { settlementStates, sheetMax } from '@yunshu/domain/settlement/settlement'
import { cutsOf } from '@yunshu/domain/settlement/treatment'
import { tradeDirections, tradeKindName } from '@yunshu/domain/trade'
import { xlsxStream, type Cell, type Line } from '../../exports/xlsx.ts'
import { csvText, safePart, zipStream, type Written, type ZipEntry } from '../../exports/zip.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openStored } from '../file/bytes.queries.ts'
import { findTradesOfSheet } from '../trade/trade.queries.ts'
import { bundleMax, findPapers, isTooMuch, sheetIdOf, type Paper } from './attachment.queries.ts'
import { findSheetWith } from './settlementDetail.queries.ts'

/** The sheet with all its papers, or one paper of it. */
export async function bundleAttachments(
  ctx: Ctx,
  { settlementNum, id }: Input<typeof downloadAttachments>,
): Promise<FileAnswer> {
  const sheetId = await sheetIdOf(ctx, settlementNum)
  ctx.touched('settlement', sheetId, { settlementNum, ...(id === undefined ? {} : { file: id }) })
  const papers = await findPapers(ctx, sheetId, id)
  const { store } = ctx.deps
  if (id !== undefined) {
    const [paper] = papers
    if (paper === undefined) throw new Problem('row.none')
    const body = lazily(() => openStored(store, paper))
    return { name: paper.path.split('/').slice(1).join('_'), mime: paper.mime, body }
  }
  if (isTooMuch(papers))
    throw new Problem('attachment.tooMuch', { most: bundleMax.papers, size: bundleMax.bytes / 1024 ** 3 })
  const sheet = await findSheetWith(ctx, { settlementNum }, sheetMax)
  const trades = ctx.can('trade.view') ? await findTradesOfSheet(ctx, settlementNum) : []
  const made = { at: ctx.now }
  const entries: ZipEntry[] = [
    { ...made, path: `结算单_${safePart(settlementNum)}.xlsx`, isPacked: true, open: async () => sheetFile(sheet) },
    ...(trades.length === 0
      ? []
      : [{ ...made, path: '交易流水.xlsx', isPacked: true, open: async () => tradeFile(trades) }]),
    ...papers.map(paper => ({
      path: paper.path,
      at: paper.created_at,
      isPacked: true,
      open: () => openStored(store, paper),
    })),
  ]
  return {
    name: `结算单${settlementNum}附件.zip`,
    mime: 'application/zip',
    body: zipStream(entries, { ...made, path: '清单.csv', text: written => listOf(papers, written) }),
  }
}

/** A stream of what `open` brings, opened when it is read; an absent file breaks it off. */
function lazily(open: () => Promise<Readable | undefined>): Readable {
  return Readable.from(
    (async function* read() {
      const body = await open()
      if (body === undefined) throw new Error('a stored file is gone')
      yield* body as AsyncIterable<Buffer>
    })(),
    { objectMode: false },
  )
}

const money = (amount: Fen): Cell => ({ decimal: printYuan(amount), as: 'money' })

/** The lines of the sheet with their sums. */
function sheetFile(sheet: SettlementDetail): Readable {
  const columns = [
    '运单号',
    '车牌',
    '司机',
    '装货地',
    '卸货地',
    '装(吨)',
    '卸(吨)',
    '运费(元)',
    '油卡(元)',
    '扣减(元)',
    '罚款(元)',
    '净额(元)',
    '抵扣(元)',
    '支付(元)',
    '收款人',
  ]
  const lines = sheet.lines.map((line): Line => [
    line.waybillNo,
    line.plate,
    line.driverName,
    line.loadPlace,
    line.unloadPlace,
    { decimal: printTons(line.loadWeightG), as: 'tons' },
    { decimal: printTons(line.unloadWeightG), as: 'tons' },
    money(line.freight),
    money(line.oil),
    money(cutsOf(line)),
    money(line.penalty),
    money(line.due),
    money(line.setOff),
    money(line.pay),
    line.payee,
  ])
  const blank = (n: number): Cell[] => Array.from({ length: n }, () => undefined)
  const ends: Line[] = [
    {
      strong: [
        '合计',
        ...blank(6),
        money(sheet.payable),
        money(sheet.oil),
        money(cutsOf(sheet)),
        money(sheet.penalty),
        ...blank(2),
        money(sheet.due),
      ],
    },
    { strong: ['实付大写', sheet.dueInWords] },
    { strong: ['货主', sheet.shipperName] },
    { strong: ['承运商', sheet.carrierName] },
    { strong: ['状态', settlementStates.states[sheet.state].label] },
  ]
  return xlsxStream(
    '结算单',
    columns.map(title => ({ title, width: 16 })),
    once([...lines, ...ends]),
  )
}

/** The movements of money of the sheet. */
function tradeFile(trades: readonly TradeRow[]): Readable {
  const columns = [
    '流水号',
    '时间',
    '类型',
    '方向',
    '收入(元)',
    '支出(元)',
    '付款方',
    '收款方',
    '收款账号',
    '银行流水号',
    '说明',
  ]
  const lines = trades.map((row): Line => [
    row.tradeNo,
    formatDateTime(row.happenedAt),
    tradeKindName(row),
    tradeDirections[row.direction],
    row.income === undefined ? undefined : money(row.income),
    row.outgo === undefined ? undefined : money(row.outgo),
    row.payer.name,
    row.payee.name,
    row.payee.account,
    row.bankSerial,
    row.isSimulated ? '模拟' : undefined,
  ])
  return xlsxStream(
    '交易流水',
    columns.map(title => ({ title, width: 18 })),
    once(lines),
  )
}

async function* once(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  for (let at = 0; at < lines.length; at += 500) yield lines.slice(at, at + 500)
}

/** The list of what the file holds: place, size and hash as written, and whence each paper came. */
function listOf(papers: readonly Paper[], written: ReadonlyMap<string, Written>): string {
  const byPath = new Map(papers.map(paper => [paper.path, paper]))
  const rows = [...written].map(([path, { size, sha256, isGone }]) => {
    const paper = byPath.get(path)
    return [
      path,
      String(size),
      sha256,
      paper?.name ?? '',
      paper?.uploaded_name ?? '',
      paper === undefined ? '' : formatDateTime(paper.created_at),
      isGone ? '存储中没有此文件' : '',
    ]
  })
  const titles = ['文件', '字节', 'SHA-256', '原文件名', '上传人', '上传时间', '说明']
  // the mark tells spreadsheets that it is Chinese in UTF-8
  return csvText([titles, ...rows])
}
