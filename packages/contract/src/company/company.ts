// Calls and shapes of companies: registering, the company's own papers and bank accounts, and verification by the
// platform.
import { companyStates, taxpayers } from '@yunshu/domain/company/company'
import { companySides, documentKinds } from '@yunshu/domain/company/papers'
import {
  checkBankCode,
  checkCompanyAccount,
  checkIdNo,
  checkMobile,
  checkOperatingPermit,
  checkUscc,
} from '@yunshu/domain/identity/identity'
import { checkAccount } from '@yunshu/domain/account/staff'
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zDone,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zPassword,
  zRegion,
  zRuled,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { FileRef } from '../files.ts'

const overlay = '操作中...'

/**
 * Makes a company and its main account; most of its rights wait for its verification. At most ten attempts an hour from
 * one network.
 */
export const registerCompany = call({
  method: 'POST',
  path: '/v1/register',
  title: '注册企业',
  permit: 'public',
  secret: true,
  overlay: '正在注册...',
  input: z.strictObject({
    companyName: zText(100),
    creditCode: zRuled(18, checkUscc),
    side: zKey(companySides),
    regionCode: zRegion,
    address: zText(200),
    contactName: zText(30),
    mobile: zRuled(11, checkMobile),
    account: zRuled(32, checkAccount),
    adminName: zText(30),
    password: zPassword,
  }),
  output: z.object({ account: z.string() }),
})

/** The title of an invoice to the company; `taxNo` is its credit code as a rule. */
const InvoiceTitle = z.object({
  title: zText(100),
  taxNo: zRuled(18, checkUscc),
  address: zLooseText(200),
  phone: zLooseText(30),
  bank: zLooseText(60),
  accountNo: zLooseText(32),
})
/** As it is written: without `accountNo` the number stays as it is. */
const InvoiceTitleInput = z.object({
  ...InvoiceTitle.shape,
  accountNo: z.optional(zLooseText(32).check(z.regex(/^[^*]*$/, '请填写完整账号'))),
})

/** A bank account in the company's own name; `accountNo` is masked. */
export const CompanyAccount = z.object({
  id: zId,
  bank: z.string(),
  bankCode: z.string(),
  accountName: z.string(),
  accountNo: z.string(),
  isDefault: zBool,
  /** The moment from which money may be paid to it, while that is to come. */
  payableAt: z.optional(zTime),
  version: zVersion,
})
export type CompanyAccount = z.output<typeof CompanyAccount>

/**
 * A company as it and the platform see it; `legalIdNo` and the account of `invoiceTitle` are masked, `contactMobile` for
 * everybody else.
 */
export const CompanyRecord = z.object({
  id: zId,
  name: z.string(),
  shortName: z.string(),
  creditCode: z.string(),
  side: zKey(companySides),
  regionCode: z.string(),
  address: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  legalPerson: z.string(),
  legalIdNo: z.string(),
  taxpayer: zKey(taxpayers),
  permitNo: z.optional(z.string()),
  permitExpiry: z.optional(zTime),
  invoiceTitle: z.optional(InvoiceTitle),
  accounts: z.array(CompanyAccount),
  files: z.array(FileRef),
  state: zKey(companyStates.states),
  rejectReason: z.optional(z.string()),
  submittedAt: z.optional(zTime),
  verifiedAt: z.optional(zTime),
  branchId: z.optional(zId),
  branchName: z.optional(z.string()),
  serviceFeePpm: z.number(),
  wlhyType: z.number(),
  /** Facts and papers still missing for verification, by field. */
  missing: z.record(z.string(), z.string()),
  /** Moves of companyStates the caller can make now. */
  moves: z.array(z.string()),
  log: z.array(LogLine),
  version: zVersion,
})
export type CompanyRecord = z.output<typeof CompanyRecord>

export const getCompany = call({
  method: 'GET',
  path: '/auth/v1/company/profile',
  title: '企业资料',
  permit: 'company.view',
  sides: ['shipper', 'carrier'],
  input: z.strictObject({}),
  output: CompanyRecord,
})
/**
 * Without a field it stays as it is. The first line is what tells a company apart: refused while it is being verified
 * and afterwards.
 */
export const updateCompany = call({
  method: 'POST',
  path: '/auth/v1/company/upd',
  title: '修改企业资料',
  permit: 'company.edit',
  sides: ['shipper', 'carrier'],
  overlay,
  input: z.strictObject({
    version: zVersion,
    name: z.optional(zText(100)),
    creditCode: z.optional(zRuled(18, checkUscc)),
    legalPerson: z.optional(zText(30)),
    legalIdNo: z.optional(zRuled(18, checkIdNo)),
    permitNo: z.optional(zRuled(50, checkOperatingPermit)),
    permitExpiry: z.optional(zTime),
    shortName: z.optional(zText(20)),
    regionCode: z.optional(zRegion),
    address: z.optional(zText(200)),
    contactName: z.optional(zText(30)),
    contactMobile: z.optional(zRuled(11, checkMobile)),
    taxpayer: z.optional(zKey(taxpayers)),
    invoiceTitle: z.optional(InvoiceTitleInput),
  }),
  output: zChanged,
})
/**
 * Adds documents of one kind; the latest of a kind counts, earlier ones stay. Takes nothing away from anybody, so it
 * asks for no version.
 */
export const uploadCompanyFiles = call({
  method: 'POST',
  path: '/auth/v1/company/file/add',
  title: '上传企业资料',
  permit: 'company.edit',
  sides: ['shipper', 'carrier'],
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({ category: zKey(documentKinds) }),
  output: z.object({ files: z.array(FileRef) }),
})
/** Refused with a fault at every field that is missing. */
export const submitCompany = call({
  method: 'POST',
  path: '/auth/v1/company/submit',
  title: '提交企业审核',
  permit: 'company.edit',
  sides: ['shipper', 'carrier'],
  overlay,
  input: z.strictObject({ version: zVersion }),
  output: zChanged,
})

const account = { bank: zText(60), bankCode: zRuled(12, checkBankCode), accountName: zText(100) }
/** The first account is the default one. */
export const addCompanyAccount = call({
  method: 'POST',
  path: '/auth/v1/company/account/add',
  title: '添加对公账户',
  permit: 'company.edit',
  sides: ['shipper', 'carrier'],
  overlay,
  input: z.strictObject({ ...account, accountNo: zRuled(32, checkCompanyAccount) }),
  output: zChanged,
})
/** Without `accountNo` the number stays as it is. */
export const updateCompanyAccount = call({
  method: 'POST',
  path: '/auth/v1/company/account/upd',
  title: '修改对公账户',
  permit: 'company.edit',
  sides: ['shipper', 'carrier'],
  overlay,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    ...account,
    accountNo: z.optional(zRuled(32, checkCompanyAccount)),
  }),
  output: zChanged,
})
/** Payments of sheets submitted from now on go to this account. */
export const setDefaultAccount = call({
  method: 'POST',
  path: '/auth/v1/company/account/default',
  title: '设为默认账户',
  permit: 'company.edit',
  sides: ['shipper', 'carrier'],
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** The default account goes last. */
export const removeCompanyAccount = call({
  method: 'POST',
  path: '/auth/v1/company/account/del',
  title: '删除对公账户',
  permit: 'company.edit',
  sides: ['shipper', 'carrier'],
  overlay,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zDone,
})

export const CompanyRow = z.object({
  id: zId,
  name: z.string(),
  creditCode: z.string(),
  side: zKey(companySides),
  regionCode: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  branchName: z.optional(z.string()),
  /** Waybills made with it within thirty days. */
  waybills30: z.number(),
  /** Of its operating permit, the one paper that runs out. */
  permitExpiry: z.optional(zTime),
  state: zKey(companyStates.states),
  createdAt: zTime,
  submittedAt: z.optional(zTime),
  version: zVersion,
})
export type CompanyRow = z.output<typeof CompanyRow>
const filter = {
  text: z.optional(zLooseText(50)),
  state: z.optional(zKey(companyStates.states)),
  side: z.optional(zKey(companySides)),
}
/** Companies of the market the house serves: all for the platform, its own for a branch. */
export const listCompanies = call({
  method: 'GET',
  path: '/auth/v1/company/list',
  title: '企业列表',
  permit: 'company.verify',
  input: z.strictObject({ ...filter, ...pageFields }),
  output: zPage(CompanyRow),
})
export const countCompanies = call({
  method: 'GET',
  path: '/auth/v1/company/statistical',
  title: '企业统计',
  permit: 'company.verify',
  heavy: true,
  input: z.strictObject(filter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})
export const getCompanyDetails = call({
  method: 'GET',
  path: '/auth/v1/company/details',
  title: '企业详情',
  permit: 'company.verify',
  input: z.strictObject({ id: zId }),
  output: z.extend(CompanyRecord, {
    /** Remarks for the verifier: a credit code that is valid but unusual. */
    warnings: z.array(z.string()),
    sameName: z.array(
      z.object({ id: zId, name: z.string(), creditCode: z.string(), state: zKey(companyStates.states) }),
    ),
    /** Waybills made with it within thirty days. */
    waybills30: z.number(),
    people: z.number(),
    /** The base of the invoices of a carrier. */
    inputBase: z.optional(zKey(inputBases)),
  }),
})
export type CompanyDetails = z.output<typeof getCompanyDetails.output>

/**
 * The branch whose books carry the company's business, the share the platform takes, and whether it is carrier or
 * matches only.
 */
const terms = { branchId: zId, serviceFeePpm: zInt(0, 1_000_000), wlhyType: zInt(0, 3) }
export const approveCompany = call({
  method: 'POST',
  path: '/auth/v1/company/approve',
  title: '企业审核通过',
  permit: 'company.verify',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, ...terms }),
  output: zChanged,
})
export const setCompanyTerms = call({
  method: 'POST',
  path: '/auth/v1/company/terms',
  title: '修改企业服务设置',
  permit: 'company.verify',
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, ...terms }),
  output: zChanged,
})
/** The other moves of companyStates the platform makes. */
export const moveCompany = call({
  method: 'POST',
  path: '/auth/v1/company/move',
  title: '变更企业状态',
  permit: 'company.verify',
  overlay,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['reject', 'suspend', 'resume', 'close'], '不是可选的操作'),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** The wish of a verified company that the platform correct the facts of its identity. */
export const correctCompany = call({
  method: 'POST',
  path: '/auth/v1/company/correct',
  title: '更正企业登记信息',
  permit: 'company.verify',
  overlay,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    name: zText(100),
    creditCode: zRuled(18, checkUscc),
    legalPerson: zText(30),
    permitNo: z.optional(zRuled(50, checkOperatingPermit)),
    permitExpiry: z.optional(zTime),
    reason: zText(200),
  }),
  output: zChanged,
})
