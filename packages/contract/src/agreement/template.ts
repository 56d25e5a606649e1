// Calls of the templates of agreements: texts with blanks, in versions.
import { agreementKinds } from '@yunshu/domain/agreement/agreement'
import { templateLimits } from '@yunshu/domain/agreement/template'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zDone, zId, zKey, zText, zTime, zVersion } from '../fields.ts'

export const AgreementTemplate = z.object({
  id: zId,
  kind: zKey(agreementKinds),
  name: z.string(),
  body: z.string(),
  /** The blanks people fill. */
  blanks: z.array(z.string()),
  /** Number of the version: agreements keep the one they were made of. */
  edition: z.number(),
  maker: z.string(),
  changedAt: zTime,
  version: zVersion,
  /** Carriage agreements are drafted of it when a waybill is accepted. */
  isAuto: zBool,
})
export type AgreementTemplate = z.output<typeof AgreementTemplate>

/** Templates in use. */
export const listAgreementTemplates = call({
  method: 'GET',
  path: '/auth/v1/agreement/templates',
  title: '合同模板',
  permit: 'agreement.view',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(AgreementTemplate) }),
})
/** Adds a template, or a new version of one; agreements made before keep their text. */
export const saveAgreementTemplate = call({
  method: 'POST',
  path: '/auth/v1/agreement/template/save',
  title: '保存合同模板',
  permit: 'agreement.template',
  input: z.strictObject({
    id: z.optional(zId),
    version: z.optional(zVersion),
    kind: zKey(agreementKinds),
    name: zText(60),
    body: zText(templateLimits.bodyMax),
  }),
  output: z.object({ id: zId, edition: z.number() }),
})
/** Takes a template out of use. */
export const closeAgreementTemplate = call({
  method: 'POST',
  path: '/auth/v1/agreement/template/close',
  title: '停用合同模板',
  permit: 'agreement.template',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zDone,
})
