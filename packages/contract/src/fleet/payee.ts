// Calls and shapes of payees (收款人): who is paid what drivers earn, and the authorisations (收款授权) somebody else needs of
// them.
import { payeeCertificates } from '@yunshu/domain/fleet/certificates'
import { checkBankCode, checkMobile } from '@yunshu/domain/identity/identity'
import { standings } from '@yunshu/domain/fleet/papers'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { authDocuments, payeeAuthStates, payeeDocuments, payeeKinds, payeeParts } from '@yunshu/domain/fleet/payee'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zDone,
  zId,
  zKey,
  zLooseText,
  zPage,
  zRuled,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { blacklistFields, recordFields, standingFields, verdictFields, zPaperCounts } from './fleet.ts'
import { FileRef } from '../files.ts'

const overlay = '操作中...'

const shown = {
  kind: zKey(payeeKinds),
  name: z.string(),
  mobile: z.string(),
  bank: z.string(),
  bankCode: z.string(),
  accountNo: z.string(),
  driverId: z.optional(zId),
  driverName: z.optional(z.string()),
}
/**
 * `accountNo` and a person's `idNo` are masked; `mobile` is whole for the payee's own carrier. `drivers`: how many drivers authorise this payee now;
 * `authsPending`: authorisations that wait for verification.
 */
export const PayeeRow = z.object({
  id: zId,
  carrierId: zId,
  carrierName: z.string(),
  ...shown,
  drivers: z.number(),
  authsPending: z.number(),
  /** The last day on which one of its authorisations still holds; absent where none does. */
  authUntil: z.optional(zTime),
  ...standingFields,
})
export type PayeeRow = z.output<typeof PayeeRow>

const listStandings = { blacklisted: standings.blacklisted } as const
const filter = {
  text: z.optional(zLooseText(50)),
  paper: z.optional(zKey(paperStates.states)),
  kind: z.optional(zKey(payeeKinds)),
  standing: z.optional(zKey(listStandings)),
  authWaiting: z.optional(zBool),
  driverId: z.optional(zId),
}
export const payeeStandings = listStandings
export const listPayees = call({
  method: 'GET',
  path: '/auth/v1/payees',
  title: '收款人列表',
  permit: 'payee.view',
  input: z.strictObject({ ...filter, ...pageFields }),
  output: zPage(PayeeRow),
})
export const countPayees = call({
  method: 'GET',
  path: '/auth/v1/payees/statistical',
  title: '收款人统计',
  permit: 'payee.view',
  heavy: true,
  input: z.strictObject(filter),
  output: zPaperCounts,
})

/**
 * A driver's authorisation that this payee receives what he earns. `moves` of payeeAuthStates the caller can make now.
 */
export const PayeeAuth = z.object({
  id: zId,
  driverId: zId,
  driverName: z.string(),
  state: zKey(payeeAuthStates.states),
  validFrom: zTime,
  validTo: zTime,
  scope: z.string(),
  reason: z.optional(z.string()),
  files: z.optional(z.array(FileRef)),
  moves: z.array(z.string()),
  version: zVersion,
})
export type PayeeAuth = z.output<typeof PayeeAuth>
export const PayeeDetails = z.object({
  ...PayeeRow.shape,
  idNo: z.string(),
  createdAt: zTime,
  auths: z.array(PayeeAuth),
  ...recordFields,
})
export type PayeeDetails = z.output<typeof PayeeDetails>
export const getPayee = call({
  method: 'GET',
  path: '/auth/v1/payees/details',
  title: '收款人详情',
  permit: 'payee.view',
  input: z.strictObject({ id: zId }),
  output: PayeeDetails,
})

const account = { name: zText(100), bank: zText(60), bankCode: z.optional(zRuled(12, checkBankCode)) }
/** With `driverId` the account is the driver's own: the name must be his, `idNo` and `mobile` are taken from him. */
export const addPayee = call({
  method: 'POST',
  path: '/auth/v1/payees/add',
  title: '登记收款人',
  permit: 'payee.edit',
  sides: ['carrier'],
  overlay,
  input: z.strictObject({
    kind: zKey(payeeKinds),
    driverId: z.optional(zId),
    ...account,
    idNo: z.optional(zText(18)),
    mobile: z.optional(zRuled(11, checkMobile)),
    accountNo: zText(32),
  }),
  output: zChanged,
})
/**
 * Kind and driver stay. `idNo`, `mobile` and `accountNo` stay as they are when absent. A verified payee whose account
 * changes waits for verification again.
 */
export const updatePayee = call({
  method: 'POST',
  path: '/auth/v1/payees/upd',
  title: '修改收款人',
  permit: 'payee.edit',
  sides: ['carrier'],
  overlay,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    ...account,
    idNo: z.optional(zText(18)),
    mobile: z.optional(zRuled(11, checkMobile)),
    accountNo: z.optional(zText(32)),
  }),
  output: zChanged,
})
/** Adds documents of one kind; the latest of a kind counts, earlier ones stay. */
export const uploadPayeeFiles = call({
  method: 'POST',
  path: '/auth/v1/payees/file/add',
  title: '上传收款人资料',
  permit: 'payee.edit',
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({ id: zId, category: zKey(payeeDocuments) }),
  output: z.object({ files: z.array(FileRef) }),
})
/** Refused with a fault at everything that is missing. */
export const submitPayee = call({
  method: 'POST',
  path: '/auth/v1/payees/submit',
  title: '提交收款人审核',
  permit: 'payee.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
export const verifyPayee = call({
  method: 'POST',
  path: '/auth/v1/payees/verify',
  title: '审核收款人',
  permit: 'fleet.verify',
  overlay,
  input: z.strictObject(verdictFields(payeeParts, payeeCertificates)),
  output: zChanged,
})
/** The platform blacklists for everybody, a carrier for itself; only the platform takes its own entries off. */
export const blacklistPayee = call({
  method: 'POST',
  path: '/auth/v1/payees/blacklist',
  title: '收款人黑名单',
  permit: 'fleet.blacklist',
  overlay,
  input: z.strictObject(blacklistFields),
  output: zChanged,
})
/**
 * Takes the payee off the list; waybills that are over keep naming it. Refused while waybills are open that are to be
 * paid to it.
 */
export const removePayee = call({
  method: 'POST',
  path: '/auth/v1/payees/del',
  title: '删除收款人',
  permit: 'payee.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zDone,
})

/** The signed letters come with it: at least one file of 代收款授权委托书. It counts once the platform has verified it. */
export const addPayeeAuth = call({
  method: 'POST',
  path: '/auth/v1/payees/auth/add',
  title: '添加收款授权',
  permit: 'payee.edit',
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({
    payeeId: zId,
    driverId: zId,
    validFrom: zTime,
    validTo: zTime,
    scope: z.optional(zText(200)),
  }),
  output: zChanged,
})
/** Adds a further paper to an authorisation that waits for verification. */
export const uploadAuthFiles = call({
  method: 'POST',
  path: '/auth/v1/payees/auth/file/add',
  title: '上传授权资料',
  permit: 'payee.edit',
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({ id: zId, category: zKey(authDocuments) }),
  output: z.object({ files: z.array(FileRef) }),
})
/** Moves an authorisation: verifiers approve and reject it, the fleet's keepers revoke it. */
export const movePayeeAuth = call({
  method: 'POST',
  path: '/auth/v1/payees/auth/move',
  title: '处理收款授权',
  permit: 'payee.view',
  overlay,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['approve', 'reject', 'revoke'], '不是可选的操作'),
    reason: z.optional(zText(200)),
  }),
  output: zChanged,
})

/** Somebody who could be paid for a driver; `fault` says why not at the moment. */
export const DriverPayee = z.object({
  id: zId,
  kind: zKey(payeeKinds),
  name: z.string(),
  bank: z.string(),
  accountNo: z.string(),
  isOwn: zBool,
  isDefault: zBool,
  paper: zKey(paperStates.states),
  authState: z.optional(zKey(payeeAuthStates.states)),
  validTo: z.optional(zTime),
  fault: z.optional(z.string()),
})
export type DriverPayee = z.output<typeof DriverPayee>
/** Own accounts and authorised payees of a driver, the default first. */
export const listDriverPayees = call({
  method: 'GET',
  path: '/auth/v1/payees/ofDriver',
  title: '司机收款人',
  permit: 'payee.view',
  input: z.strictObject({ driverId: zId }),
  output: z.object({ rows: z.array(DriverPayee), driverVersion: zVersion }),
})
/** The payee proposed for the driver; it must be one that can be paid now. `version` is the driver's. */
export const setDriverPayee = call({
  method: 'POST',
  path: '/auth/v1/payees/default',
  title: '设为默认收款人',
  permit: 'payee.edit',
  overlay,
  input: z.strictObject({ driverId: zId, version: zVersion, payeeId: zId }),
  output: zChanged,
})
