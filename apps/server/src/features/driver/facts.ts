// A driver as people write him and as the database keeps him: columns, masking, words of the history, and rules beyond
// the form of each field.
import { DriverBody, type DriverInput } from '@yunshu/contract/fleet/driver'
import { driverTaxKinds, missingOfDriver, type DriverTaxKind } from '@yunshu/domain/fleet/papers'
import { checkDriverIdNo } from '@yunshu/domain/identity/identity'
import type { PartOf } from '@yunshu/domain/importing/cells'
import { formatDate } from '@yunshu/domain/figures/time'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Drivers } from '../../db/tables.gen.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import type { Words } from '../fleet/change.commands.ts'
import { withoutEmpty } from '../fleet/fleet.queries.ts'

/**
 * Faults of a driver at their fields, beyond the form of each; absent fields are not checked.
 */
export function driverFaults(
  {
    idNo,
    taxKind,
    taxNo,
    licenceClass,
    licenceFrom,
    licenceExpiry,
    qualificationNo,
    qualificationExpiry,
  }: PartOf<DriverInput>,
  now: number,
): Record<string, string> {
  const faults: readonly (readonly [string, string | undefined])[] = [
    ['idNo', idNo === undefined ? undefined : checkDriverIdNo(idNo, now)],
    [
      'licenceClass',
      licenceClass === undefined || /^(?:[ABC]\d)[A-Z]?\d?$/.test(licenceClass) ? undefined : '格式不正确，例如 A2、B2',
    ],
    [
      'licenceFrom',
      licenceFrom !== undefined && licenceFrom > now
        ? '不能晚于今天'
        : licenceFrom !== undefined && licenceExpiry !== undefined && licenceFrom >= licenceExpiry
          ? '须早于有效期止'
          : undefined,
    ],
    [
      'qualificationExpiry',
      qualificationNo !== undefined && qualificationExpiry === undefined ? '请选择从业资格证有效期' : undefined,
    ],
    [
      'qualificationNo',
      qualificationNo === undefined && qualificationExpiry !== undefined ? '请填写从业资格证号' : undefined,
    ],
    [
      'taxNo',
      taxKind === 'BUSINESS'
        ? taxNo === undefined
          ? '请填写个体工商户的统一社会信用代码'
          : undefined
        : taxNo === undefined
          ? undefined
          : '自然人以身份证号为纳税人识别号，不填税号',
    ],
  ]
  return Object.fromEntries(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])))
}

/** Refuses a driver with faults. */
export function assertDriver(input: Parameters<typeof driverFaults>[0], now: number): void {
  refuseFields(driverFaults(input, now))
}

/** The columns of a driver as he was written. */
export function columnsOf(it: DriverInput) {
  const { licenceIssuer, licenceFrom, taxKind, taxNo, taxOffice } = it
  return {
    name: it.name,
    id_no: it.idNo,
    mobile: it.mobile,
    licence_class: it.licenceClass,
    licence_expiry: it.licenceExpiry,
    licence_no: it.licenceNo ?? null,
    qualification_no: it.qualificationNo ?? '',
    qualification_expiry: it.qualificationExpiry ?? null,
    id_card_expiry: it.idCardExpiry ?? null,
    body: JSON.stringify(withoutEmpty({ licenceIssuer, licenceFrom, taxKind, taxNo, taxOffice })),
  }
}

/** A row as people wrote it. */
export function inputOf(row: Selectable<Drivers>): DriverInput {
  return {
    name: row.name,
    idNo: row.id_no,
    mobile: row.mobile,
    licenceClass: row.licence_class,
    licenceExpiry: row.licence_expiry,
    ...withoutEmpty({
      licenceNo: row.licence_no,
      qualificationNo: row.qualification_no === '' ? null : row.qualification_no,
      qualificationExpiry: row.qualification_expiry,
      idCardExpiry: row.id_card_expiry,
    }),
    ...z.parse(DriverBody, row.body),
  }
}

/** Facts and papers a driver still lacks to be verified. */
export function missingOf(row: Selectable<Drivers>, documents: readonly string[], now: number): Record<string, string> {
  return missingOfDriver({ ...inputOf(row), documents }, now)
}

const day = (value: number): string => formatDate(value)
// a history says that numbers changed, not what they are
const hidden = (): string => '（已隐藏）'

export const driverWords: Words<keyof DriverInput> = {
  name: ['姓名'],
  idNo: ['身份证号', hidden],
  idCardExpiry: ['身份证有效期', day],
  licenceNo: ['驾驶证号', hidden],
  licenceClass: ['准驾车型'],
  licenceIssuer: ['驾驶证发证机关'],
  licenceFrom: ['驾驶证有效期起', day],
  licenceExpiry: ['驾驶证有效期', day],
  qualificationNo: ['从业资格证号', hidden],
  qualificationExpiry: ['从业资格证有效期', day],
  mobile: ['手机号', hidden],
  taxKind: ['纳税人类型', (key: DriverTaxKind) => driverTaxKinds[key]],
  taxNo: ['税号'],
  taxOffice: ['主管税务机关'],
}
