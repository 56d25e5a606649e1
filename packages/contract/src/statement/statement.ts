// Calls and shapes of shippers' statements (对账单): made and sent by the house, checked line by line by the shipper.
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import {
  lineActs,
  lineMarks,
  statementKinds,
  statementLimits,
  statementStates,
  wholeMoves,
} from '@yunshu/domain/statement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  notChosen,
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zCounts,
  zGrams,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zSignedFen,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { Urged, urgeFields } from '../urged.ts'
import { zPeriod } from '../voucher/voucher.ts'

export const StatementRow = z.object({
  id: zId,
  statementNo: z.string(),
  state: zKey(statementStates.states),
  shipperId: zId,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  period: z.string(),
  openingOwed: zSignedFen,
  openingPrepaid: zSignedFen,
  /** Freight with its charges and deductions, less that of voided waybills. */
  freight: zSignedFen,
  adjusted: zSignedFen,
  received: zSignedFen,
  refunded: zSignedFen,
  setOff: zSignedFen,
  invoiced: zSignedFen,
  closingOwed: zSignedFen,
  closingPrepaid: zSignedFen,
  lines: z.number(),
  /** Lines of months before, booked after their statement was made. */
  late: z.number(),
  maker: z.string(),
  createdAt: zTime,
  sentAt: z.optional(zTime),
  answerer: z.optional(z.string()),
  answeredAt: z.optional(zTime),
  /** The reason it was withdrawn for. */
  reason: z.optional(z.string()),
  version: zVersion,
  moves: z.array(z.enum(wholeMoves)),
  /** The reader may answer its disputes now. */
  mayExplain: zBool,
  ...urgeFields,
})
export type StatementRow = z.output<typeof StatementRow>

const statementFilter = {
  state: z.optional(zKey(statementStates.states)),
  period: z.optional(zPeriod),
  branchId: z.optional(zId),
  shipperId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
/** A shipper sees those that were sent. */
export const listStatements = call({
  method: 'GET',
  path: '/auth/v1/money/statements/list',
  title: '货主对账单列表',
  permit: 'statement.view',
  anyOf: ['price.shipper'],
  input: z.strictObject({ ...statementFilter, ...pageFields }),
  output: zPage(StatementRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countStatements = call({
  method: 'GET',
  path: '/auth/v1/money/statements/statistical',
  title: '货主对账单统计',
  permit: 'statement.view',
  anyOf: ['price.shipper'],
  heavy: true,
  input: z.strictObject({ ...statementFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ freight: zSignedFen, received: zSignedFen, invoiced: zSignedFen }),
})

export const StatementDetail = z.extend(StatementRow, {
  /** Owed less prepaid, and the same in words. */
  closing: zSignedFen,
  /** Without its sign. */
  closingInWords: z.string(),
  previousId: z.optional(zId),
  previousNo: z.optional(z.string()),
  sender: z.optional(z.string()),
  disputed: z.number(),
  /** Whether the caller may say something of lines now. */
  mayMark: zBool,
  log: z.array(LogLine),
})
export type StatementDetail = z.output<typeof StatementDetail>
export const getStatement = call({
  method: 'GET',
  path: '/auth/v1/money/statements/details',
  title: '货主对账单详情',
  permit: 'statement.view',
  anyOf: ['price.shipper'],
  input: z.strictObject({ id: zId }),
  output: StatementDetail,
})

export const StatementLine = z.object({
  n: z.number(),
  kind: zKey(statementKinds),
  day: zTime,
  isLate: zBool,
  number: z.string(),
  summary: z.string(),
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
  upstreamNo: z.optional(z.string()),
  loadPlace: z.optional(z.string()),
  unloadPlace: z.optional(z.string()),
  plate: z.optional(z.string()),
  weightG: z.optional(zGrams),
  charges: z.array(z.object({ code: zKey(chargeCodes), amount: zSignedFen })),
  /** The changes of both accounts, and the amount invoiced. */
  owed: zSignedFen,
  prepaid: zSignedFen,
  invoiced: zSignedFen,
  mark: zKey(lineMarks),
  dispute: z.optional(z.string()),
  disputedBy: z.optional(z.string()),
  disputedAt: z.optional(zTime),
  answer: z.optional(z.string()),
  answeredBy: z.optional(z.string()),
  acts: z.array(zKey(lineActs)),
})
export type StatementLine = z.output<typeof StatementLine>
export const listStatementLines = call({
  method: 'GET',
  path: '/auth/v1/money/statements/lines',
  title: '对账明细',
  permit: 'statement.view',
  anyOf: ['price.shipper'],
  input: z.strictObject({
    statementId: zId,
    kind: z.optional(zKey(statementKinds)),
    mark: z.optional(zKey(lineMarks)),
    text: z.optional(zLooseText(60)),
    ...pageFields,
  }),
  output: zPage(StatementLine),
})
/** The statement with its lines for paper; of longer ones the first lines. */
export const getStatementPaper = call({
  method: 'GET',
  path: '/auth/v1/money/statements/paper',
  title: '打印对账单',
  permit: 'statement.view',
  anyOf: ['price.shipper'],
  heavy: true,
  input: z.strictObject({ id: zId }),
  output: z.object({ statement: StatementDetail, rows: z.array(StatementLine), isCut: zBool }),
})
export type StatementPaper = z.output<typeof getStatementPaper.output>

/** Makes the statement of a month that is over. */
export const makeStatement = call({
  method: 'POST',
  path: '/auth/v1/money/statements/make',
  title: '生成对账单',
  permit: 'statement.make',
  overlay: '操作中...',
  input: z.strictObject({
    shipperId: zId,
    period: zPeriod,
    /** The branch whose books it is of; absent: the one that serves the shipper. */
    branchId: z.optional(zId),
  }),
  output: z.object({ id: zId, statementNo: z.string(), version: zVersion }),
})
/** Sends, confirms or withdraws a statement; `expectOwed` and `expectPrepaid` are the closing the person saw. */
export const moveStatement = call({
  method: 'POST',
  path: '/auth/v1/money/statements/move',
  title: '办理对账单',
  permit: 'statement.view',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(wholeMoves),
    expectOwed: z.optional(zSignedFen),
    expectPrepaid: z.optional(zSignedFen),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** A message to the side whose turn a statement is (催办), once a day. */
export const urgeStatement = call({
  method: 'POST',
  path: '/auth/v1/money/statements/urge',
  title: '催办对账单',
  permit: 'statement.view',
  input: z.strictObject({ id: zId }),
  output: Urged,
})
/** Says of lines that they are right, disputes them with a reason, or takes a dispute back; the house explains. */
export const markStatementLines = call({
  method: 'POST',
  path: '/auth/v1/money/statements/mark',
  title: '核对对账明细',
  permit: 'statement.view',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    act: zKey(lineActs),
    lineNos: z
      .array(zInt(1, 10_000_000))
      .check(
        z.minLength(1, notChosen),
        z.maxLength(statementLimits.linesOfAct, `一次最多 ${statementLimits.linesOfAct} 行`),
      ),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
