// Papers of vehicles and drivers (证件): kinds of document, papers missing or over before verification, reminders, and
// the blacklist.
import { formatDate, startOfDay } from '../figures/time.ts'
import type { VehicleTypeCode } from './vehicleTypes.ts'
import { grams, type Grams } from '../figures/weight.ts'

export const vehicleDocuments = {
  licenceFront: '行驶证正页',
  licenceBack: '行驶证副页',
  transportCert: '道路运输证',
  annualCheck: '年检页',
  insurance: '交强险保单',
  photo: '车辆照片',
  other: '其他资料',
} as const
export type VehicleDocument = keyof typeof vehicleDocuments
export const driverDocuments = {
  idFront: '身份证人像面',
  idBack: '身份证国徽面',
  licence: '驾驶证',
  qualification: '从业资格证',
  photo: '本人照片',
  other: '其他资料',
} as const
export type DriverDocument = keyof typeof driverDocuments

/**
 * As what a driver pays taxes on what he earns (纳税人类型): a person by his 身份证号, a business of his own by its credit code.
 */
export const driverTaxKinds = { PERSON: '自然人', BUSINESS: '个体工商户' } as const
export type DriverTaxKind = keyof typeof driverTaxKinds

/** The use of a vehicle, as its licence says (使用性质). */
export const useCharacters = { freight: '货运', hazardous: '危险化学品运输', own: '非营运', other: '其他' } as const

/** Vehicles of the fleet somebody may ask for; the usual list leaves the retired out. */
export const standings = { blacklisted: '黑名单', retired: '已停用' } as const
export type FleetStanding = keyof typeof standings
/** The nearness of a paper to its last day. */
export const expiryStates = { soon: '即将到期', ended: '已过期' } as const
export type ExpiryState = keyof typeof expiryStates

/** Days before its end from which a paper counts as about to expire. */
export const soonDays = 30
/** Days left at which the carrier is reminded, the most pressing first. */
export const reminderSteps = [0, 7, 30, 60] as const

/**
 * Vehicles up to this gross weight need no 道路运输证, and drivers of nothing heavier no 从业资格证. @source 交办运函〔2018〕2052号
 */
const lightMostG = 4_500_000

/** True for a vehicle the rules for light trucks hold for; trailers are judged by their tractor and never are. */
export function isLight(grossG: Grams, typeCode?: VehicleTypeCode): boolean {
  return grossG > 0 && grossG <= grams(lightMostG) && !/^[GB]/.test(typeCode ?? '')
}

/** Whether the holder of a driving licence needs a 从业资格证: not with class C alone, which allows light vehicles only. */
export function needsQualification(licenceClass: string): boolean {
  return /[AB]\d/.test(licenceClass)
}

/** True from the day after the one a paper names. */
export function isOver(expiry: number, now: number): boolean {
  return expiry < startOfDay(now)
}

const over = (paper: string, expiry: number | undefined, now: number): string | undefined =>
  expiry === undefined || !isOver(expiry, now) ? undefined : `${paper}已于${formatDate(expiry)}过期`

type Faults = readonly (readonly [field: string, fault: string | undefined])[]
const collect = (faults: Faults): Record<string, string> =>
  Object.fromEntries(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])))
const absent = (value: unknown, fault: string): string | undefined =>
  value === undefined || value === '' ? fault : undefined

/** Papers of a vehicle; `documents` are the kinds that were handed in. */
export interface VehiclePapers {
  readonly grossG: Grams
  readonly typeCode?: VehicleTypeCode | undefined
  readonly licenceExpiry: number
  readonly transportCertNo?: string | undefined
  readonly transportCertExpiry?: number | undefined
  readonly annualCheckExpiry?: number | undefined
  readonly insuranceExpiry?: number | undefined
  readonly owner?: string | undefined
  readonly vin?: string | undefined
  readonly useCharacter?: string | undefined
  readonly issuer?: string | undefined
  readonly registerDate?: number | undefined
  readonly issueDate?: number | undefined
  readonly documents: readonly string[]
}

/**
 * Papers to be given or renewed before a vehicle can be verified: fault by field or kind of document. A truck up to 4.5
 * t needs no 道路运输证, and in its place the whole of its 行驶证.
 *
 * @source 交办运函〔2018〕2052号
 */
export function missingOfVehicle(it: VehiclePapers, now: number): Record<string, string> {
  const document = (kind: VehicleDocument): string | undefined =>
    it.documents.includes(kind) ? undefined : `请上传${vehicleDocuments[kind]}`
  const light = isLight(it.grossG, it.typeCode)
  return collect([
    ['licenceFront', document('licenceFront')],
    ['licenceBack', document('licenceBack')],
    ['licenceExpiry', over('行驶证', it.licenceExpiry, now)],
    ...(light
      ? ([
          ['owner', absent(it.owner, '请填写所有人')],
          ['useCharacter', absent(it.useCharacter, '请选择使用性质')],
          ['vin', absent(it.vin, '请填写车辆识别代号')],
          ['issuer', absent(it.issuer, '请填写发证机关')],
          ['registerDate', absent(it.registerDate, '请选择注册日期')],
          ['issueDate', absent(it.issueDate, '请选择发证日期')],
        ] as const)
      : ([
          ['transportCertNo', absent(it.transportCertNo, '请填写道路运输证号')],
          ['transportCertExpiry', absent(it.transportCertExpiry, '请选择道路运输证有效期')],
          ['transportCert', document('transportCert')],
        ] as const)),
    ...(it.transportCertExpiry === undefined
      ? []
      : [['transportCertExpiry', over('道路运输证', it.transportCertExpiry, now)] as const]),
    ['annualCheckExpiry', over('年检', it.annualCheckExpiry, now)],
    ['insuranceExpiry', over('交强险', it.insuranceExpiry, now)],
  ])
}

/** Papers of a driver; `documents` are the kinds that were handed in. */
export interface DriverPapers {
  readonly licenceClass: string
  readonly licenceExpiry: number
  readonly licenceNo?: string | undefined
  readonly qualificationNo?: string | undefined
  readonly qualificationExpiry?: number | undefined
  readonly idCardExpiry?: number | undefined
  readonly documents: readonly string[]
}

/** Papers to be given or renewed before a driver can be verified: fault by field or kind of document. */
export function missingOfDriver(it: DriverPapers, now: number): Record<string, string> {
  const document = (kind: DriverDocument): string | undefined =>
    it.documents.includes(kind) ? undefined : `请上传${driverDocuments[kind]}`
  return collect([
    ['idFront', document('idFront')],
    ['idBack', document('idBack')],
    ['licence', document('licence')],
    ['licenceNo', absent(it.licenceNo, '请填写驾驶证号')],
    ['licenceExpiry', over('驾驶证', it.licenceExpiry, now)],
    ['idCardExpiry', it.idCardExpiry === undefined ? '请选择身份证有效期' : over('身份证', it.idCardExpiry, now)],
    ...(needsQualification(it.licenceClass)
      ? ([
          ['qualificationNo', absent(it.qualificationNo, '请填写从业资格证号')],
          ['qualification', document('qualification')],
          [
            'qualificationExpiry',
            it.qualificationExpiry === undefined
              ? '请选择从业资格证有效期'
              : over('从业资格证', it.qualificationExpiry, now),
          ],
        ] as const)
      : [['qualificationExpiry', over('从业资格证', it.qualificationExpiry, now)] as const]),
  ])
}

/** Parts of a vehicle's papers a verifier can ask to have mended, as people call them. */
export const vehicleParts = {
  ...vehicleDocuments,
  plate: '车牌号',
  plateColor: '车牌颜色',
  typeCode: '车辆类型',
  energy: '能源类型',
  tonnageG: '核定载质量',
  grossG: '总质量',
  licenceExpiry: '行驶证有效期',
  transportCertNo: '道路运输证号',
  transportCertExpiry: '道路运输证有效期',
  annualCheckExpiry: '年检有效期',
  insuranceExpiry: '交强险有效期',
  owner: '所有人',
  vin: '车辆识别代号',
  useCharacter: '使用性质',
  engineNo: '发动机号',
  issuer: '发证机关',
  registerDate: '注册日期',
  issueDate: '发证日期',
} as const
/** Parts of a driver's papers a verifier can ask to have mended. */
export const driverParts = {
  ...driverDocuments,
  name: '姓名',
  idNo: '身份证号',
  mobile: '手机号',
  idCardExpiry: '身份证有效期',
  licenceNo: '驾驶证号',
  licenceClass: '准驾车型',
  licenceIssuer: '发证机关',
  licenceFrom: '驾驶证有效期起',
  licenceExpiry: '驾驶证有效期',
  qualificationNo: '从业资格证号',
  qualificationExpiry: '从业资格证有效期',
} as const

/**
 * Checks the number a tracking terminal is known by: 11 to 20 digits. @source JT/T 808: 手机号 or terminal number, padded
 * by the protocol
 */
export function checkTerminal(text: string): string | undefined {
  return /^\d{11,20}$/.test(text) ? undefined : '终端号应为11至20位数字'
}

/** Checks a 驾驶证号: as a rule the 身份证号 of the holder. */
export function checkLicenceNo(text: string): string | undefined {
  return /^[0-9A-Z]{12,18}$/.test(text) ? undefined : '驾驶证号应为12至18位数字或字母'
}
