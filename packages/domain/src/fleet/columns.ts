// The columns of vehicles, drivers, payees and vehicles of a fence handed in by file.
import { energyTypes, plateColours } from '../codes.ts'
import {
  checkBankCode,
  checkIdNo,
  checkMobile,
  checkQualification,
  checkTransportCert,
  tidyNumber,
} from '../identity/identity.ts'
import { checkLicenceNo, checkTerminal, useCharacters } from './papers.ts'
import { importColumns, type ValuesOf } from '../importing/cells.ts'
import { payeeKinds } from './payee.ts'
import { checkPlate, checkVin } from './plate.ts'
import { vehicleTypes } from './vehicleTypes.ts'

/** A plate as registers write it. */
export const tidyPlate = (text: string): string => text.replace(/[\s·•-]/g, '').toUpperCase()
const tidied =
  (rule: (text: string) => string | undefined) =>
  (text: string): string | undefined =>
    rule(tidyNumber(text))
const useChoices = Object.entries(useCharacters).map(([code, label]) => ({ code, label }))

export const vehicleColumns = importColumns({
  plate: {
    title: '车牌号',
    kind: 'text',
    required: true,
    also: ['车牌', '车号', '号牌号码'],
    example: '冀A12345',
    max: 12,
    width: 12,
    rule: text => checkPlate(tidyPlate(text)),
  },
  plateColor: {
    title: '车牌颜色',
    kind: 'choice',
    required: true,
    also: ['颜色', '号牌颜色'],
    choices: plateColours,
    example: '黄色',
    width: 10,
  },
  typeCode: {
    title: '车辆类型',
    kind: 'choice',
    required: true,
    also: ['车型'],
    choices: vehicleTypes,
    example: '重型半挂牵引车',
    width: 18,
    note: '行驶证上的车辆类型，可填名称或代码，例如 Q11',
  },
  energy: {
    title: '能源类型',
    kind: 'choice',
    required: true,
    also: ['能源', '燃料种类'],
    choices: energyTypes,
    example: '柴油',
    width: 10,
  },
  tonnageG: {
    title: '核定载质量',
    kind: 'tons',
    required: true,
    also: ['载重', '核载'],
    example: '33.500',
    width: 12,
    note: '单位吨；牵引车填准牵引总质量',
  },
  grossG: { title: '总质量', kind: 'tons', required: true, example: '49.000', width: 12, note: '单位吨' },
  licenceExpiry: {
    title: '行驶证有效期',
    kind: 'time',
    required: true,
    also: ['行驶证到期', '检验有效期'],
    example: '2028-06-30',
    width: 14,
  },
  transportCertNo: {
    title: '道路运输证号',
    kind: 'text',
    also: ['运输证号', '营运证号'],
    example: '130102123456',
    max: 20,
    width: 18,
    note: '4.5 吨及以下车辆可不填',
    rule: tidied(checkTransportCert),
  },
  transportCertExpiry: {
    title: '道路运输证有效期',
    kind: 'time',
    also: ['运输证有效期', '营运证有效期'],
    example: '2028-06-30',
    width: 16,
  },
  annualCheckExpiry: { title: '年检有效期', kind: 'time', also: ['年审有效期'], example: '2027-06-30', width: 14 },
  insuranceExpiry: { title: '交强险有效期', kind: 'time', also: ['保险有效期'], example: '2027-06-30', width: 14 },
  owner: { title: '所有人', kind: 'text', also: ['车主'], example: '', max: 60, width: 24 },
  vin: {
    title: '车辆识别代号',
    kind: 'text',
    also: ['车架号', 'VIN'],
    example: '',
    max: 20,
    width: 20,
    rule: tidied(checkVin),
  },
  engineNo: { title: '发动机号', kind: 'text', example: '', max: 30, width: 16 },
  useCharacter: { title: '使用性质', kind: 'choice', choices: useChoices, example: '货运', width: 14 },
  issuer: { title: '发证机关', kind: 'text', example: '', max: 60, width: 24 },
  registerDate: { title: '注册日期', kind: 'time', also: ['登记日期'], example: '', width: 14 },
  issueDate: { title: '发证日期', kind: 'time', example: '', width: 14 },
  length: { title: '车长', kind: 'decimal', places: 1, example: '13', width: 8, note: '单位米，1 至 30' },
  axles: { title: '轴数', kind: 'decimal', example: '6', width: 8, note: '2 至 8' },
  trailerPlate: {
    title: '挂车号牌',
    kind: 'text',
    also: ['挂车车牌'],
    example: '',
    max: 12,
    width: 12,
    rule: text => checkPlate(tidyPlate(text)),
  },
  terminalId: {
    title: '终端号',
    kind: 'text',
    also: ['定位终端'],
    example: '',
    max: 24,
    width: 16,
    rule: tidied(checkTerminal),
  },
})
export type VehicleValues = ValuesOf<typeof vehicleColumns>

/** Vehicles to be watched for goods: each by its plate, and its colour where two share the number. */
export const fenceVehicleColumns = importColumns({
  plate: vehicleColumns.plate,
  plateColor: {
    title: '车牌颜色',
    kind: 'choice',
    also: ['颜色', '号牌颜色'],
    choices: plateColours,
    example: '黄色',
    width: 10,
    note: '同号不同颜色的车辆须填写',
  },
})
export type FenceVehicleValues = ValuesOf<typeof fenceVehicleColumns>

const person = { required: true, kind: 'text' } as const

export const driverColumns = importColumns({
  name: { ...person, title: '姓名', also: ['司机', '司机姓名', '驾驶员'], example: '王建国', max: 30, width: 12 },
  idNo: {
    ...person,
    title: '身份证号',
    also: ['身份证', '证件号码'],
    example: '510104199001010019',
    max: 20,
    width: 22,
    note: '18 位，单元格须为文本格式',
    rule: tidied(checkIdNo),
  },
  mobile: {
    ...person,
    title: '手机号',
    also: ['手机', '电话', '联系电话'],
    example: '19900001234',
    max: 13,
    width: 14,
    rule: tidied(checkMobile),
  },
  licenceClass: { ...person, title: '准驾车型', also: ['驾照类型'], example: 'A2', max: 6, width: 10 },
  licenceExpiry: {
    title: '驾驶证有效期',
    kind: 'time',
    required: true,
    also: ['驾驶证到期', '驾驶证有效期止'],
    example: '2030-03-15',
    width: 14,
  },
  licenceNo: {
    title: '驾驶证号',
    kind: 'text',
    also: ['驾照号'],
    example: '',
    max: 20,
    width: 22,
    note: '不填时与身份证号相同',
    rule: tidied(checkLicenceNo),
  },
  licenceFrom: { title: '驾驶证有效期起', kind: 'time', example: '', width: 16 },
  licenceIssuer: { title: '驾驶证发证机关', kind: 'text', example: '', max: 60, width: 24 },
  idCardExpiry: {
    title: '身份证有效期',
    kind: 'time',
    also: ['身份证到期'],
    example: '2035-01-01',
    width: 14,
    note: '长期有效填 2099-12-31',
  },
  qualificationNo: {
    title: '从业资格证号',
    kind: 'text',
    also: ['资格证号'],
    example: '',
    max: 20,
    width: 22,
    note: '填了有效期而不填证号时与身份证号相同；只驾驶 4.5 吨及以下车辆可不填',
    rule: tidied(checkQualification),
  },
  qualificationExpiry: {
    title: '从业资格证有效期',
    kind: 'time',
    also: ['资格证有效期'],
    example: '2029-08-01',
    width: 16,
  },
})
export type DriverValues = ValuesOf<typeof driverColumns>

const kindChoices = Object.entries(payeeKinds).map(([code, label]) => ({ code, label }))

export const payeeColumns = importColumns({
  name: { ...person, title: '户名', also: ['收款人', '姓名', '账户名称'], example: '王建国', max: 100, width: 20 },
  kind: { title: '类型', kind: 'choice', choices: kindChoices, example: '个人', width: 8, note: '不填为个人' },
  idNo: {
    ...person,
    title: '证件号',
    also: ['身份证号', '证件号码', '统一社会信用代码'],
    example: '510104199001010019',
    max: 20,
    width: 22,
    note: '个人填身份证号，企业填统一社会信用代码；与本公司司机的身份证号相同即为司机本人账户。单元格须为文本格式',
  },
  mobile: {
    title: '手机号',
    kind: 'text',
    also: ['手机', '电话', '联系电话'],
    example: '19900001234',
    max: 13,
    width: 14,
    note: '司机本人账户可不填',
    rule: tidied(checkMobile),
  },
  bank: { ...person, title: '开户银行', also: ['开户行', '银行'], example: '中国工商银行', max: 60, width: 24 },
  bankCode: {
    title: '联行号',
    kind: 'text',
    also: ['开户行行号'],
    example: '',
    max: 14,
    width: 16,
    note: '12 位，对公账户必填',
    rule: tidied(checkBankCode),
  },
  accountNo: {
    ...person,
    title: '银行账号',
    also: ['银行卡号', '卡号', '账号'],
    example: '6222020000000000018',
    max: 40,
    width: 24,
    note: '单元格须为文本格式',
  },
})
export type PayeeValues = ValuesOf<typeof payeeColumns>
