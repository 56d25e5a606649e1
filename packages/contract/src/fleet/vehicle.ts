// Calls and shapes of vehicles (车辆): the fleet of a carrier, its papers and their verification.
import { vehicleCertificates, paperStandings } from '@yunshu/domain/fleet/certificates'
import {
  checkTerminal,
  expiryStates,
  standings,
  useCharacters,
  vehicleDocuments,
  vehicleParts,
} from '@yunshu/domain/fleet/papers'
import { checkTransportCert } from '@yunshu/domain/identity/identity'
import { checkPlate, checkVin } from '@yunshu/domain/fleet/plate'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zCode,
  zGrams,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zRuled,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { blacklistFields, recordFields, retireFields, standingFields, verdictFields, zPaperCounts } from './fleet.ts'
import { FileRef } from '../files.ts'

const overlay = '操作中...'

/** Facts that lists show. `transportCertNo` is absent for vehicles up to 4.5 t that have none. */
const listed = {
  plate: zRuled(8, checkPlate),
  plateColor: zCode(2),
  typeCode: zCode(3),
  energy: zCode(1),
  tonnageG: zGrams,
  grossG: zGrams,
  licenceExpiry: zTime,
  transportCertNo: z.optional(zRuled(20, checkTransportCert)),
  transportCertExpiry: z.optional(zTime),
  annualCheckExpiry: z.optional(zTime),
  insuranceExpiry: z.optional(zTime),
  owner: z.optional(zText(60)),
  vin: z.optional(zRuled(17, checkVin)),
  trailerPlate: z.optional(zRuled(8, checkPlate)),
  lengthDm: z.optional(zInt(10, 300)),
}
const seldom = {
  axles: z.optional(zInt(2, 8)),
  engineNo: z.optional(zText(30)),
  useCharacter: z.optional(zKey(useCharacters)),
  issuer: z.optional(zText(60)),
  registerDate: z.optional(zTime),
  issueDate: z.optional(zTime),
  terminalProvider: z.optional(zText(30)),
}
/** Facts that are never searched for: kept together in one column of the database. */
export const VehicleBody = z.object({ lengthDm: listed.lengthDm, ...seldom })
export const vehicleFields = { ...listed, ...seldom, terminalId: z.optional(zRuled(20, checkTerminal)) }
export const VehicleInput = z.strictObject(vehicleFields)
export type VehicleInput = z.output<typeof VehicleInput>

export const VehicleRow = z.object({
  id: zId,
  carrierId: zId,
  carrierName: z.string(),
  ...listed,
  plate: z.string(),
  /** The driver, id and number of the waybill under way, the first where there are more; only in lists. */
  driverName: z.optional(z.string()),
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
  openWaybills: z.number(),
  ...standingFields,
})
export type VehicleRow = z.output<typeof VehicleRow>

const filter = {
  text: z.optional(zLooseText(200)),
  paper: z.optional(zKey(paperStandings.states)),
  typeCode: z.optional(zCode(3)),
  expiry: z.optional(zKey(expiryStates)),
  standing: z.optional(zKey(standings)),
}
/** Retired vehicles are listed only when they are asked for. */
export const listVehicles = call({
  method: 'GET',
  path: '/auth/v1/vehicles',
  title: '车辆列表',
  permit: 'vehicle.view',
  input: z.strictObject({ ...filter, ...pageFields }),
  output: zPage(VehicleRow),
})
export const countVehicles = call({
  method: 'GET',
  path: '/auth/v1/vehicles/statistical',
  title: '车辆统计',
  permit: 'vehicle.view',
  heavy: true,
  input: z.strictObject(filter),
  output: zPaperCounts,
})

export const VehicleDetails = z.object({
  ...VehicleRow.shape,
  ...seldom,
  terminalId: z.optional(z.string()),
  createdAt: zTime,
  ...recordFields,
})
export type VehicleDetails = z.output<typeof VehicleDetails>
export const getVehicle = call({
  method: 'GET',
  path: '/auth/v1/vehicles/details',
  title: '车辆详情',
  permit: 'vehicle.view',
  input: z.strictObject({ id: zId }),
  output: VehicleDetails,
})

/**
 * Its papers are handed in by `submitVehicle`. Refused for a plate somebody has in use, or the platform has
 * blacklisted.
 */
export const addVehicle = call({
  method: 'POST',
  path: '/auth/v1/vehicles/add',
  title: '登记车辆',
  permit: 'vehicle.edit',
  sides: ['carrier'],
  overlay,
  input: z.strictObject(vehicleFields),
  output: zChanged,
})
/**
 * Writes all facts of a vehicle; absent ones are emptied. A verified vehicle whose papers change waits for verification
 * again.
 */
export const updateVehicle = call({
  method: 'POST',
  path: '/auth/v1/vehicles/upd',
  title: '修改车辆',
  permit: 'vehicle.edit',
  sides: ['carrier'],
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, ...vehicleFields }),
  output: zChanged,
})
/**
 * Adds documents of one kind; the latest of a kind counts, earlier ones stay. A verified vehicle waits for verification
 * again.
 */
export const uploadVehicleFiles = call({
  method: 'POST',
  path: '/auth/v1/vehicles/file/add',
  title: '上传车辆证件',
  permit: 'vehicle.edit',
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({ id: zId, category: zKey(vehicleDocuments) }),
  output: z.object({ files: z.array(FileRef) }),
})
/** Refused with a fault at everything that is missing. */
export const submitVehicle = call({
  method: 'POST',
  path: '/auth/v1/vehicles/submit',
  title: '提交车辆审核',
  permit: 'vehicle.edit',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
export const verifyVehicle = call({
  method: 'POST',
  path: '/auth/v1/vehicles/verify',
  title: '审核车辆',
  permit: 'fleet.verify',
  overlay,
  input: z.strictObject(verdictFields(vehicleParts, vehicleCertificates)),
  output: zChanged,
})
/** The platform blacklists for everybody, a carrier for itself; only the platform takes its own entries off. */
export const blacklistVehicle = call({
  method: 'POST',
  path: '/auth/v1/vehicles/blacklist',
  title: '车辆黑名单',
  permit: 'fleet.blacklist',
  overlay,
  input: z.strictObject(blacklistFields),
  output: zChanged,
})
/**
 * A retired vehicle is offered no more and may be registered anew, by another carrier too. Refused while it has open
 * waybills.
 */
export const retireVehicle = call({
  method: 'POST',
  path: '/auth/v1/vehicles/retire',
  title: '停用或恢复车辆',
  permit: 'vehicle.edit',
  overlay,
  input: z.strictObject(retireFields),
  output: zChanged,
})
