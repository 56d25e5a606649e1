// A vehicle as people write it and as the database keeps it: columns, words of the history, and rules beyond the form
// of each field.
import { VehicleBody, type VehicleInput } from '@yunshu/contract/fleet/vehicle'
import { energyTypes, isCode, labelOf, plateColours } from '@yunshu/domain/codes'
import { neededOfVehicle } from '@yunshu/domain/fleet/certificates'
import { missingOfVehicle, useCharacters } from '@yunshu/domain/fleet/papers'
import { checkPlateColour } from '@yunshu/domain/fleet/plate'
import type { PartOf } from '@yunshu/domain/importing/cells'
import { formatDate } from '@yunshu/domain/figures/time'
import { vehicleKind, vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { grams, printTons, type Grams } from '@yunshu/domain/figures/weight'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Vehicles } from '../../db/tables.gen.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import type { Words } from '../fleet/change.commands.ts'
import { withoutEmpty } from '../fleet/fleet.queries.ts'

const notOffered = '不是可选的值'

/**
 * Faults of a vehicle at their fields, beyond the form of each; absent fields are not checked.
 */
export function vehicleFaults(
  {
    plate,
    plateColor,
    typeCode,
    energy,
    tonnageG,
    grossG,
    transportCertNo,
    transportCertExpiry,
    trailerPlate,
    registerDate,
    issueDate,
  }: PartOf<VehicleInput>,
  now: number,
): Record<string, string> {
  const type = typeCode !== undefined && isCode(vehicleTypes, typeCode) ? typeCode : undefined
  const mayPull = typeCode === undefined || (type !== undefined && vehicleKind(type).endsWith('Tractor'))
  const faults: readonly (readonly [string, string | undefined])[] = [
    [
      'plateColor',
      plateColor === undefined
        ? undefined
        : !isCode(plateColours, plateColor)
          ? notOffered
          : plate === undefined
            ? undefined
            : checkPlateColour(plate, plateColor, type),
    ],
    ['typeCode', typeCode !== undefined && type === undefined ? notOffered : undefined],
    ['energy', energy === undefined || isCode(energyTypes, energy) ? undefined : notOffered],
    ['tonnageG', tonnageG === 0 ? '须大于0' : undefined],
    // a tractor's 核定载质量 is what it may pull (准牵引总质量), which is more than it weighs
    [
      'grossG',
      grossG === undefined
        ? undefined
        : tonnageG !== undefined && grossG < tonnageG && !mayPull
          ? '不能小于核定载质量'
          : grossG === 0
            ? '须大于0'
            : undefined,
    ],
    [
      'transportCertExpiry',
      transportCertNo !== undefined && transportCertExpiry === undefined ? '请选择道路运输证有效期' : undefined,
    ],
    [
      'transportCertNo',
      transportCertNo === undefined && transportCertExpiry !== undefined ? '请填写道路运输证号' : undefined,
    ],
    ['trailerPlate', trailerPlate === undefined || trailerPlate.endsWith('挂') ? undefined : '挂车号牌以“挂”字结尾'],
    ['registerDate', registerDate !== undefined && registerDate > now ? '不能晚于今天' : undefined],
    [
      'issueDate',
      issueDate !== undefined && issueDate > now
        ? '不能晚于今天'
        : issueDate !== undefined && registerDate !== undefined && issueDate < registerDate
          ? '不能早于注册日期'
          : undefined,
    ],
  ]
  return Object.fromEntries(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])))
}

/** Refuses a vehicle with faults. */
export function assertVehicle(input: VehicleInput, now: number): void {
  refuseFields(vehicleFaults(input, now))
}

/** The columns of a vehicle as it was written. */
export function columnsOf(it: VehicleInput) {
  const { lengthDm, axles, engineNo, useCharacter, issuer, registerDate, issueDate, terminalProvider } = it
  return {
    plate: it.plate,
    plate_color: it.plateColor,
    type_code: it.typeCode,
    energy: it.energy,
    tonnage_g: it.tonnageG,
    gross_g: it.grossG,
    licence_expiry: it.licenceExpiry,
    transport_cert_no: it.transportCertNo ?? '',
    transport_cert_expiry: it.transportCertExpiry ?? null,
    annual_check_expiry: it.annualCheckExpiry ?? null,
    insurance_expiry: it.insuranceExpiry ?? null,
    owner: it.owner ?? null,
    vin: it.vin ?? null,
    trailer_plate: it.trailerPlate ?? null,
    terminal_id: it.terminalId ?? null,
    body: JSON.stringify(
      withoutEmpty({ lengthDm, axles, engineNo, useCharacter, issuer, registerDate, issueDate, terminalProvider }),
    ),
  }
}

/** A row as people wrote it. */
export function inputOf(row: Selectable<Vehicles>): VehicleInput {
  return {
    plate: row.plate,
    plateColor: row.plate_color,
    typeCode: row.type_code,
    energy: row.energy,
    tonnageG: grams(row.tonnage_g),
    grossG: grams(row.gross_g),
    licenceExpiry: row.licence_expiry,
    ...withoutEmpty({
      transportCertNo: row.transport_cert_no === '' ? null : row.transport_cert_no,
      transportCertExpiry: row.transport_cert_expiry,
      annualCheckExpiry: row.annual_check_expiry,
      insuranceExpiry: row.insurance_expiry,
      owner: row.owner,
      vin: row.vin,
      trailerPlate: row.trailer_plate,
      terminalId: row.terminal_id,
    }),
    ...z.parse(VehicleBody, row.body),
  }
}

/** Certificates a vehicle needs. */
export const neededOf = ({ grossG, typeCode }: VehicleInput): readonly string[] =>
  neededOfVehicle({ grossG, typeCode: isCode(vehicleTypes, typeCode) ? typeCode : undefined })

/** Facts and papers a vehicle still lacks to be verified. */
export function missingOf(
  row: Selectable<Vehicles>,
  documents: readonly string[],
  now: number,
): Record<string, string> {
  const { typeCode, ...rest } = inputOf(row)
  return missingOfVehicle({ ...rest, ...(isCode(vehicleTypes, typeCode) ? { typeCode } : {}), documents }, now)
}

const day = (value: number): string => formatDate(value)
const tons = (value: Grams): string => `${printTons(value)} 吨`

export const vehicleWords: Words<keyof VehicleInput> = {
  plate: ['车牌号'],
  plateColor: ['车牌颜色', (code: string) => labelOf(plateColours, code) ?? code],
  typeCode: ['车辆类型', (code: string) => labelOf(vehicleTypes, code) ?? code],
  energy: ['能源类型', (code: string) => labelOf(energyTypes, code) ?? code],
  tonnageG: ['核定载质量', tons],
  grossG: ['总质量', tons],
  licenceExpiry: ['行驶证有效期', day],
  transportCertNo: ['道路运输证号'],
  transportCertExpiry: ['道路运输证有效期', day],
  annualCheckExpiry: ['年检有效期', day],
  insuranceExpiry: ['交强险有效期', day],
  owner: ['所有人'],
  vin: ['车辆识别代号'],
  engineNo: ['发动机号'],
  useCharacter: ['使用性质', (key: keyof typeof useCharacters) => useCharacters[key]],
  issuer: ['发证机关'],
  registerDate: ['注册日期', day],
  issueDate: ['发证日期', day],
  trailerPlate: ['挂车号牌'],
  lengthDm: ['车长', (dm: number) => `${dm / 10} 米`],
  axles: ['轴数'],
  terminalId: ['终端号'],
  terminalProvider: ['终端厂商'],
}
