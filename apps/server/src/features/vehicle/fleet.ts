// What vehicles and drivers must be to be registered, beyond the form of each field, and what a change of theirs is.
import { isCarrier } from '@yunshu/domain/account'
import { energyTypes, isCode, plateColours } from '@yunshu/domain/codes'
import { checkDriverIdNo, checkQualification, checkTransportCert } from '@yunshu/domain/identity'
import { checkPlateColour, checkVin } from '@yunshu/domain/plate'
import { Problem } from '@yunshu/domain/problems'
import { formatDate } from '@yunshu/domain/time'
import { vehicleTypes } from '@yunshu/domain/vehicleTypes'
import { grams, printTons } from '@yunshu/domain/weight'
import type { Change } from '../../db/move.ts'
import type { Ctx } from '../../http/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'

/** A vehicle as people write it. */
export interface VehicleInput { plate: string; plateColor: string; typeCode: string; energy: string; tonnageG: number; grossG: number; transportCertNo: string; vin?: string | undefined }

/** The carrier whose fleet the caller keeps; the house looks at fleets and does not keep them. */
export function keeperOf(ctx: Ctx): string {
  const { side, companyId, businessType } = ctx.actor
  if (side === 'platform' || side === 'branch' || companyId === undefined || !isCarrier(businessType)) throw new Problem('permit.missing')
  return companyId
}

const faultsOf = (faults: readonly (readonly [string, string | undefined])[]): Problem | undefined =>
  fieldFault(Object.fromEntries(faults.flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault]]))))

const notOffered = '不是可选的值'

/** Throws the faults of a vehicle at their fields. @source domain study §3.8, §5.10 */
export function assertVehicle({ plate, plateColor, typeCode, energy, tonnageG, grossG, transportCertNo, vin }: VehicleInput): void {
  const isType = isCode(vehicleTypes, typeCode)
  const isColour = isCode(plateColours, plateColor)
  const fault = faultsOf([
    ['plateColor', isColour ? checkPlateColour(plate, plateColor, isType ? typeCode : undefined) : notOffered],
    ['typeCode', isType ? undefined : notOffered], ['energy', isCode(energyTypes, energy) ? undefined : notOffered],
    ['tonnageG', tonnageG > 0 ? undefined : '须大于0'], ['grossG', grossG >= tonnageG ? undefined : '不能小于核定载质量'],
    ['transportCertNo', checkTransportCert(transportCertNo)], ['vin', vin ? checkVin(vin) : undefined],
  ])
  if (fault) throw fault
}

/** Throws the faults of a driver at their fields; an 身份证号 that is not given is not judged. */
export function assertDriver(now: number, { idNo, licenceClass, qualificationNo }: { idNo?: string | undefined; licenceClass: string; qualificationNo: string }): void {
  const fault = faultsOf([
    ['idNo', idNo === undefined ? undefined : checkDriverIdNo(idNo, now)],
    ['licenceClass', /^(?:[ABC]\d)[A-Z]?\d?$/.test(licenceClass) ? undefined : '格式不正确，例如 A2、B2'],
    ['qualificationNo', checkQualification(qualificationNo)],
  ])
  if (fault) throw fault
}

/** Column by column what a change is, in words; columns that stay are left out. */
export function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>, labels: Readonly<Record<string, string>>): Change[] {
  return Object.entries(labels).flatMap(([column, field]) => {
    const [old, now] = [before[column] ?? null, after[column] ?? null]
    return old === now || !(column in after) ? [] : [{ field, old: inWords(column, old), new: inWords(column, now) }]
  })
}

function inWords(column: string, value: unknown): string {
  if (typeof value === 'number') return column.endsWith('_expiry') ? formatDate(value) : `${printTons(grams(value))} 吨`
  if (typeof value !== 'string' || value === '') return '--'
  // the history is read by people without pii.view: it says that these changed, not what they are
  return column === 'id_no' || column === 'mobile' || column === 'qualification_no' ? '（已隐藏）' : value
}
