// Calls and shapes of agreements (合同): drafted from a template, signed at the seal partner or on paper, and the page a
// browser comes back to from signing.
import {
  agreementKinds,
  agreementLimits,
  agreementMethods,
  agreementRoles,
  agreementStates,
  agreementTabs,
  partyStates,
} from '@yunshu/domain/agreement/agreement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zDone,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'

export const AgreementRow = z.object({
  id: zId,
  agreementNo: z.string(),
  kind: zKey(agreementKinds),
  state: zKey(agreementStates.states),
  method: z.optional(zKey(agreementMethods)),
  title: z.string(),
  shipperName: z.optional(z.string()),
  houseName: z.optional(z.string()),
  carrierName: z.optional(z.string()),
  /** The names of the parties other than the reader. */
  counterparty: z.string(),
  /** Parties that have yet to sign while it is being signed. */
  waits: z.array(zKey(agreementRoles)),
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
  /** Parties that have signed, of two. */
  signed: z.number(),
  maker: z.string(),
  createdAt: zTime,
  /** The moment all had signed; on paper the day of the paper. */
  signedAt: z.optional(zTime),
  /** The last moment it can be signed at the partner. */
  until: z.optional(zTime),
  reason: z.optional(z.string()),
  /** Nothing, or nothing that fits, was heard of the partner: the state is as it was known last. */
  fault: z.optional(z.string()),
  version: zVersion,
  /** Moves of agreementStates the caller can make now, and whether it is the caller's turn to sign. */
  moves: z.array(zKey(agreementStates.moves)),
  canSign: zBool,
})
export type AgreementRow = z.output<typeof AgreementRow>

const filter = {
  /** A state, or `mine`: those the caller has to sign. */
  state: z.optional(zKey(agreementTabs.states)),
  kind: z.optional(zKey(agreementKinds)),
  /** The day of drafting, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  waybillNo: z.optional(zLooseText(35)),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listAgreements = call({
  method: 'GET',
  path: '/auth/v1/agreement/list',
  title: '合同列表',
  permit: 'agreement.view',
  input: z.strictObject({ ...filter, ...pageFields }),
  output: zPage(AgreementRow),
})
/** Counts by state without the filter's own state, of those the caller has to sign (`mine`) and of all (`all`). */
export const countAgreements = call({
  method: 'GET',
  path: '/auth/v1/agreement/statistical',
  title: '合同统计',
  permit: 'agreement.view',
  heavy: true,
  input: z.strictObject(filter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})

export const AgreementParty = z.object({
  role: zKey(agreementRoles),
  name: z.string(),
  creditNo: z.string(),
  state: zKey(partyStates),
  signedAt: z.optional(zTime),
  isOurs: zBool,
})
export const AgreementDetail = z.extend(AgreementRow, {
  templateName: z.string(),
  /** The text; absent where a price stands in it that the reader may not see. */
  body: z.optional(z.string()),
  /** The blanks people filled, for a draft to be changed. */
  values: z.record(z.string(), z.string()),
  parties: z.array(AgreementParty),
  /** Hash of the text, hex. */
  sha256: z.string(),
  taskNo: z.optional(z.string()),
  askedAt: z.optional(zTime),
  filer: z.optional(z.string()),
  confirmer: z.optional(z.string()),
  isSimulated: zBool,
  files: z.array(FileRef),
  log: z.array(LogLine),
})
export type AgreementDetail = z.output<typeof AgreementDetail>
export const getAgreement = call({
  method: 'GET',
  path: '/auth/v1/agreement/details',
  title: '合同详情',
  permit: 'agreement.view',
  input: z.strictObject({ id: zId }),
  output: AgreementDetail,
})
/** Live relations of the caller, for a frame agreement, by the names of their companies. */
export const listAgreementRelations = call({
  method: 'GET',
  path: '/auth/v1/agreement/relations',
  title: '可签框架合同的合作关系',
  permit: 'agreement.make',
  input: z.strictObject({ text: z.optional(zLooseText(60)) }),
  output: z.object({ rows: z.array(z.object({ id: zId, name: z.string() })) }),
})

const values = z.record(z.string().check(z.maxLength(20)), zLooseText(agreementLimits.valueMax)).check(ctx => {
  if (Object.keys(ctx.value).length > 20) ctx.issues.push({ code: 'custom', input: ctx.value, message: '内容太多' })
})

/** Drafts an agreement of a waybill by its number, or of a relation. */
export const makeAgreement = call({
  method: 'POST',
  path: '/auth/v1/agreement/make',
  title: '起草合同',
  permit: 'agreement.make',
  overlay: '操作中...',
  input: z.strictObject({
    templateId: zId,
    waybillNo: z.optional(zNumber),
    relationId: z.optional(zId),
    values: z.optional(values),
  }),
  output: z.object({ id: zId, agreementNo: z.string(), version: zVersion }),
})
/** Fills the blanks of a draft anew. */
export const changeAgreement = call({
  method: 'POST',
  path: '/auth/v1/agreement/change',
  title: '修改合同草稿',
  permit: 'agreement.make',
  input: z.strictObject({ id: zId, version: zVersion, values }),
  output: zChanged,
})
/** Sends, withdraws or gives up an agreement. */
export const moveAgreement = call({
  method: 'POST',
  path: '/auth/v1/agreement/move',
  title: '办理合同',
  permit: 'agreement.make',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['send', 'resend', 'revoke', 'drop']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Hands in the scan of a paper both sides signed (multipart, field `files`). */
export const fileAgreementPaper = call({
  method: 'POST',
  path: '/auth/v1/agreement/paper',
  title: '上传纸质合同',
  permit: 'agreement.make',
  body: 'multipart',
  input: z.strictObject({ id: zId, version: zVersion, signedOn: zTime }),
  output: zChanged,
})
/** The second person's verdict on a scan. */
export const confirmAgreementPaper = call({
  method: 'POST',
  path: '/auth/v1/agreement/confirmPaper',
  title: '复核纸质合同',
  permit: 'agreement.confirm',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['confirmPaper', 'rejectPaper']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** The address at the partner where the caller's party signs; the browser comes back to `/public/fadadaReturn`. */
export const signAgreement = call({
  method: 'POST',
  path: '/auth/v1/agreement/sign',
  title: '签署合同',
  permit: 'agreement.sign',
  secret: true,
  input: z.strictObject({ id: zId }),
  output: z.object({ url: z.string() }),
})
/** The same for several at once, which the caller's company signs in one role; they are signed together on one page. */
export const signAgreements = call({
  method: 'POST',
  path: '/auth/v1/agreement/signMany',
  title: '批量签署合同',
  permit: 'agreement.sign',
  secret: true,
  input: z.strictObject({
    ids: z.array(zId).check(z.minLength(1, '请选择合同'), z.maxLength(agreementLimits.signMost, '一次最多签署五十份')),
  }),
  output: z.object({ url: z.string() }),
})
/** Asks the partner now. */
export const askAgreement = call({
  method: 'POST',
  path: '/auth/v1/agreement/query',
  title: '查询签署结果',
  permit: 'agreement.view',
  personal: true,
  input: z.strictObject({ id: zId }),
  output: zDone,
})

/** Ends of a way back from the partner, in words for whoever comes back. */
export const sealReturns = {
  pending: { label: '处理中', tone: 'busy' },
  success: { label: '成功', tone: 'good' },
  failed: { label: '未成功', tone: 'bad' },
  expired: { label: '已过期', tone: 'bad' },
  unknown: { label: '待查询', tone: 'warn' },
} as const

/** The facts on the page a browser comes back to: nothing of texts, amounts and other parties. */
export const SealReturn = z.object({
  state: zKey(sealReturns),
  /** Number of the agreement, of several the first and their count, or whose check it was. */
  of: z.string(),
  reason: z.optional(z.string()),
  /** The other party has not signed yet. */
  waitsForOther: z.optional(zBool),
  at: zTime,
  isSimulated: zBool,
  /** The record it belongs to, for people signed in; absent of several. */
  agreementId: z.optional(zId),
})
export type SealReturn = z.output<typeof SealReturn>

/** The code that left with the browser, and the rest of the address, which is only written down. */
export const sealReturnInput = {
  returnCode: z.optional(z.string().check(z.maxLength(64))),
  told: z.optional(zLooseText(500)),
}
/** The signing by the code that left with the browser: good for the first browser that brings it. */
export const askSignReturn = call({
  method: 'POST',
  path: '/v1/public/signReturn',
  title: '签署结果',
  permit: 'public',
  input: z.strictObject(sealReturnInput),
  output: SealReturn,
})
