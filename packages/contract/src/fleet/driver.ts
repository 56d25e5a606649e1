// Calls and shapes of drivers (司机) of a carrier: their papers and verification. Numbers of papers are masked.
import { driverCertificates, paperStandings } from '@yunshu/domain/fleet/certificates'
import {
  checkLicenceNo,
  driverDocuments,
  driverParts,
  driverTaxKinds,
  expiryStates,
  standings,
} from '@yunshu/domain/fleet/papers'
import { checkIdNo, checkMobile, checkQualification, checkUscc } from '@yunshu/domain/identity/identity'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zChanged, zCode, zId, zKey, zLooseText, zPage, zRuled, zText, zTime, zVersion } from '../fields.ts'
import { blacklistFields, recordFields, retireFields, standingFields, verdictFields, zPaperCounts } from './fleet.ts'
import { FileRef } from '../files.ts'

const overlay = '操作中...'

const common = {
  name: zText(30),
  licenceClass: zCode(6),
  licenceExpiry: zTime,
  qualificationExpiry: z.optional(zTime),
  idCardExpiry: z.optional(zTime),
}
/** Facts that are seldom needed: kept together in one column of the database. */
export const DriverBody = z.object({
  licenceIssuer: z.optional(zText(60)),
  licenceFrom: z.optional(zTime),
  taxKind: z.optional(zKey(driverTaxKinds)),
  taxNo: z.optional(zRuled(18, checkUscc)),
  taxOffice: z.optional(zText(60)),
})
const seldom = DriverBody.shape
const numbers = {
  licenceNo: z.optional(zRuled(18, checkLicenceNo)),
  qualificationNo: z.optional(zRuled(19, checkQualification)),
}
/** `licenceNo` and `qualificationNo` are the 身份证号 as a rule; drivers of class C alone need no qualification. */
export const driverFields = {
  ...common,
  idNo: zRuled(18, checkIdNo),
  mobile: zRuled(11, checkMobile),
  ...numbers,
  ...seldom,
}
export const DriverInput = z.strictObject(driverFields)
export type DriverInput = z.output<typeof DriverInput>

/** `idNo`, `licenceNo` and `qualificationNo` are masked; `mobile` is whole for the driver's own carrier (domain/phones.ts). */
export const DriverRow = z.object({
  id: zId,
  carrierId: zId,
  carrierName: z.string(),
  ...common,
  idNo: z.string(),
  mobile: z.string(),
  licenceNo: z.optional(z.string()),
  qualificationNo: z.optional(z.string()),
  openWaybills: z.number(),
  /** The truck, id and number of the waybill the driver is on; only in lists. */
  plate: z.optional(z.string()),
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
  ...standingFields,
})
export type DriverRow = z.output<typeof DriverRow>

const filter = {
  text: z.optional(zLooseText(200)),
  paper: z.optional(zKey(paperStandings.states)),
  licenceClass: z.optional(zCode(6)),
  expiry: z.optional(zKey(expiryStates)),
  standing: z.optional(zKey(standings)),
}
/** Retired drivers are listed only when they are asked for. */
export const listDrivers = call({
  method: 'GET',
  path: '/auth/v1/drivers',
  title: '司机列表',
  permit: 'driver.view',
  input: z.strictObject({ ...filter, ...pageFields }),
  output: zPage(DriverRow),
})
export const countDrivers = call({
  method: 'GET',
  path: '/auth/v1/drivers/statistical',
  title: '司机统计',
  permit: 'driver.view',
  heavy: true,
  input: z.strictObject(filter),
  output: zPaperCounts,
})

export const DriverDetails = z.object({ ...DriverRow.shape, ...seldom, createdAt: zTime, ...recordFields })
export type DriverDetails = z.output<typeof DriverDetails>
export const getDriver = call({
  method: 'GET',
  path: '/auth/v1/drivers/details',
  title: '司机详情',
  permit: 'driver.view',
  input: z.strictObject({ id: zId }),
  output: DriverDetails,
})

/**
 * His papers are handed in by `submitDriver`. Refused for an 身份证号 somebody has in use, or the platform has blacklisted.
 */
export const addDriver = call({
  method: 'POST',
  path: '/auth/v1/drivers/add',
  title: '登记司机',
  permit: 'driver.edit',
  sides: ['carrier'],
  overlay,
  input: z.strictObject(driverFields),
  output: zChanged,
})
/** Numbers of papers whose absence would not say whether they stay. */
const emptiable = { licenceNo: '驾驶证号', qualificationNo: '从业资格证号' } as const
/**
 * `idNo`, `mobile`, `licenceNo` and `qualificationNo` stay as they are when absent or sent masked; `emptied` names numbers
 * the driver no longer has. Other absent fields are emptied.
 */
export const updateDriver = call({
  method: 'POST',
  path: '/auth/v1/drivers/upd',
  title: '修改司机',
  permit: 'driver.edit',
  sides: ['carrier'],
  overlay,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    ...common,
    ...seldom,
    idNo: z.optional(zRuled(18, checkIdNo)),
    mobile: z.optional(zRuled(11, checkMobile)),
    licenceNo: z.optional(zRuled(19, unlessMasked(checkLicenceNo))),
    qualificationNo: z.optional(zRuled(19, unlessMasked(checkQualification))),
    emptied: z.optional(z.array(zKey(emptiable)).check(z.maxLength(2, '最多两个'))),
  }),
  output: zChanged,
})
/**
 * Adds documents of one kind; the latest of a kind counts, earlier ones stay. A verified driver waits for verification
 * again.
 */
export const uploadDriverFiles = call({
  method: 'POST',
  path: '/auth/v1/drivers/file/add',
  title: '上传司机证件',
  permit: 'driver.edit',
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({ id: zId, category: zKey(driverDocuments) }),
  output: z.object({ files: z.array(FileRef) }),
})
/** Refused with a fault at everything that is missing. */
export const submitDriver = call({
  method: 'POST',
  path: '/auth/v1/drivers/submit',
  title: '提交司机审核',
  permit: 'driver.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
export const verifyDriver = call({
  method: 'POST',
  path: '/auth/v1/drivers/verify',
  title: '审核司机',
  permit: 'fleet.verify',
  overlay,
  input: z.strictObject(verdictFields(driverParts, driverCertificates)),
  output: zChanged,
})
/** The platform blacklists for everybody, a carrier for itself; only the platform takes its own entries off. */
export const blacklistDriver = call({
  method: 'POST',
  path: '/auth/v1/drivers/blacklist',
  title: '司机黑名单',
  permit: 'fleet.blacklist',
  overlay,
  input: z.strictObject(blacklistFields),
  output: zChanged,
})
/** A retired driver is offered no more and may be registered by another carrier. Refused while he has open waybills. */
export const retireDriver = call({
  method: 'POST',
  path: '/auth/v1/drivers/retire',
  title: '停用或恢复司机',
  permit: 'driver.edit',
  overlay,
  input: z.strictObject(retireFields),
  output: zChanged,
})

function unlessMasked(rule: (text: string) => string | undefined): (text: string) => string | undefined {
  return text => (text.includes('*') ? undefined : rule(text))
}
