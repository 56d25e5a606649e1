// Calls and shapes of the fleet: vehicles (车辆) and drivers (司机) of a carrier.
import { checkIdNo, checkMobile } from '@yunshu/domain/identity'
import { checkPlate } from '@yunshu/domain/plate'
import { paperStates } from '@yunshu/domain/paper'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { pageFields, zChanged, zCode, zGrams, zId, zKey, zLooseText, zPage, zRuled, zText, zTime, zVersion } from './fields.ts'

const vehicleFields = {
  plate: zRuled(8, checkPlate), plateColor: zCode(2), typeCode: zCode(3), energy: zCode(1), tonnageG: zGrams, grossG: zGrams,
  transportCertNo: zText(20), transportCertExpiry: zTime, licenceExpiry: zTime, owner: z.optional(zLooseText(60)), vin: z.optional(zLooseText(17)),
}
export const VehicleRow = z.object({ id: zId, carrierId: zId, carrierName: z.string(), ...vehicleFields, plate: z.string(), paper: zKey(paperStates.states), openWaybills: z.number(), version: zVersion })
export type VehicleRow = z.output<typeof VehicleRow>
export const listVehicles = call({
  method: 'GET', path: '/auth/v1/vehicles', title: '车辆列表', permit: 'vehicle.view',
  input: z.strictObject({ text: z.optional(zLooseText(200)), paper: z.optional(zKey(paperStates.states)), ...pageFields }), output: zPage(VehicleRow),
})
export const addVehicle = call({ method: 'POST', path: '/auth/v1/vehicles/add', title: '登记车辆', permit: 'vehicle.edit', overlay: '操作中...', input: z.strictObject(vehicleFields), output: zChanged })
export const updateVehicle = call({ method: 'POST', path: '/auth/v1/vehicles/upd', title: '修改车辆', permit: 'vehicle.edit', overlay: '操作中...', input: z.strictObject({ id: zId, version: zVersion, ...vehicleFields }), output: zChanged })

const driverFields = {
  name: zText(30), idNo: zRuled(18, checkIdNo), mobile: zRuled(11, checkMobile), licenceClass: zCode(4), licenceExpiry: zTime,
  qualificationNo: zText(19), qualificationExpiry: zTime,
}
/** `idNo` and `mobile` are masked without `pii.view`. */
export const DriverRow = z.object({ id: zId, carrierId: zId, carrierName: z.string(), ...driverFields, idNo: z.string(), mobile: z.string(), paper: zKey(paperStates.states), openWaybills: z.number(), version: zVersion })
export type DriverRow = z.output<typeof DriverRow>
export const listDrivers = call({
  method: 'GET', path: '/auth/v1/drivers', title: '司机列表', permit: 'driver.view',
  input: z.strictObject({ text: z.optional(zLooseText(200)), paper: z.optional(zKey(paperStates.states)), ...pageFields }), output: zPage(DriverRow),
})
export const addDriver = call({ method: 'POST', path: '/auth/v1/drivers/add', title: '登记司机', permit: 'driver.edit', overlay: '操作中...', input: z.strictObject(driverFields), output: zChanged })
/** `idNo` and `mobile` are left as they are when absent (a person without pii.view sees them masked and cannot send them back). */
export const updateDriver = call({ method: 'POST', path: '/auth/v1/drivers/upd', title: '修改司机', permit: 'driver.edit', overlay: '操作中...', input: z.strictObject({ id: zId, version: zVersion, ...driverFields, idNo: z.optional(zRuled(18, checkIdNo)), mobile: z.optional(zRuled(11, checkMobile)) }), output: zChanged })
