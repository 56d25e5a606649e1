// Companies and people as files: payees, partner companies, the companies the house serves, branches, staff, and what
// people did; keys are those of the portal's columns.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { listAudit, type AuditRow } from '@yunshu/contract/audit'
import { listCompanies, listCompanyBranches, type BranchRow, type CompanyRow } from '@yunshu/contract/company'
import { listPayees, type PayeeRow } from '@yunshu/contract/fleet/payee'
import { listCarriers, listShippers, type RelatedCompany } from '@yunshu/contract/relation'
import { listStaff, type StaffRow } from '@yunshu/contract/staff'
import { dataScopes } from '@yunshu/domain/account/account'
import { companyStates } from '@yunshu/domain/company/company'
import { branchStates } from '@yunshu/domain/company/branch'
import { companySides } from '@yunshu/domain/company/papers'
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { inviters, relationStates } from '@yunshu/domain/relation'
import { userStates } from '@yunshu/domain/account/staff'
import { findAuditPage } from '../audit/audit.queries.ts'
import { findBranchPage } from '../company/branch.queries.ts'
import { findCompanyPage } from '../company/company.queries.ts'
import { findPayeesPage } from '../payee/payeeRows.queries.ts'
import { findPartners } from '../relation/relation.queries.ts'
import { findStaffPage } from '../staff/staff.queries.ts'
import { count, exportableList, label, text, time, type ExportColumn } from './exportable.ts'

const names = { width: 26 } as const
const numbers = { width: 22 } as const

const payees: readonly ExportColumn<PayeeRow>[] = [
  text('name', '户名', row => row.name, names),
  label('paper', '认证状态', paperStandings.states, row => row.paper),
  label('kind', '类型', payeeKinds, row => row.kind),
  text('whose', '账户所属司机', row => row.driverName),
  text('bank', '开户银行', row => row.bank, names),
  text('accountNo', '银行账号', row => row.accountNo, numbers),
  text('bankCode', '联行号', row => row.bankCode),
  count('drivers', '收款司机', row => row.drivers),
  count('authsPending', '待审授权', row => row.authsPending),
  text('mobile', '手机号', row => row.mobile),
  text('carrierName', '承运商', row => row.carrierName, names),
]

const partners: readonly ExportColumn<RelatedCompany>[] = [
  text('name', '企业名称', row => row.name, names),
  text(
    'state',
    '合作状态',
    ({ state }) =>
      Object.entries(relationStates.states).find(([key]) => key === state)?.[1].label ??
      relationStates.states.active.label,
  ),
  text('trustCode', '信用代码', row => row.trustCode, numbers),
  text('contactName', '联系人', row => row.contactName),
  text('contactMobile', '联系电话', row => row.contactMobile),
  count('openWaybills', '在途运单', row => row.openWaybills),
  text('words', '附言/原因', ({ relation }) => relation?.reason ?? relation?.message, { width: 36 }),
  label('source', '来源', inviters, ({ relation }) => relation?.invitedBy),
  time('since', '开始时间', row => row.since, { dayOnly: true }),
  time('expiresAt', '邀请有效期', ({ relation }) => relation?.expiresAt),
  time('endedAt', '解除时间', ({ relation }) => relation?.endedAt, { dayOnly: true }),
]

const companies: readonly ExportColumn<CompanyRow>[] = [
  text('name', '企业名称', row => row.name, names),
  label('state', '状态', companyStates.states, row => row.state),
  label('side', '身份', companySides, row => row.side),
  text('creditCode', '统一社会信用代码', row => row.creditCode, numbers),
  text('contactName', '联系人', row => row.contactName),
  text('contactMobile', '联系手机号', row => row.contactMobile),
  text('branchName', '服务分公司', row => row.branchName, names),
  time('submittedAt', '提交时间', row => row.submittedAt),
  time('createdAt', '注册时间', row => row.createdAt),
]

const branches: readonly ExportColumn<BranchRow>[] = [
  text('name', '分公司', row => row.name, names),
  label('state', '状态', branchStates.states, row => row.state),
  text('shortName', '简称', row => row.shortName),
  text('creditCode', '统一社会信用代码', row => row.creditCode, numbers),
  text('contactName', '联系人', row => row.contactName),
  text('contactMobile', '联系手机号', row => row.contactMobile),
  text('address', '地址', row => row.address, { width: 36 }),
  count('people', '员工', row => row.people),
]

const audit: readonly ExportColumn<AuditRow>[] = [
  time('at', '时间', row => row.at),
  text('person', '操作人', row => row.userName),
  text('person', '账号', row => row.account, numbers),
  text('actingFor', '代何人', row => row.actingFor),
  text('title', '操作', row => row.title, numbers),
  text('title', '接口', row => row.action, { width: 36 }),
  text('entity', '对象', row => row.entityLabel),
  text('entity', '对象编号', row => row.entityId, { width: 38 }),
  text(
    'changes',
    '变更内容',
    row => row.changes.map(change => `${change.field}：${change.old} → ${change.new}`).join('\n'),
    { width: 60 },
  ),
  text('company', '企业', row => row.companyName, names),
  text('branch', '分公司', row => row.branchName, names),
  text('ip', 'IP 地址', row => row.ip),
  text('requestId', '请求编号', row => row.requestId, numbers),
]

const staff: readonly ExportColumn<StaffRow>[] = [
  text('name', '姓名', row => row.name),
  label('state', '状态', userStates.states, row => row.state),
  text('account', '账号', row => row.account, numbers),
  text(
    'roles',
    '职位',
    row => [...(row.isAdmin ? ['系统管理员'] : []), ...row.roles.map(({ name }) => name)].join('、'),
    names,
  ),
  label('dataScope', '数据范围', dataScopes, row => row.dataScope),
  text('mobile', '手机号', row => row.mobile),
  text('branch', '分公司', row => row.branchName, names),
  text('isInitial', '初始密码', row => (row.isInitial ? '未修改' : '已修改')),
  time('lastLoginAt', '最近登录', row => row.lastLoginAt),
]

export const partySheets = {
  payees: exportableList({ call: listPayees, page: findPayeesPage, columns: payees }),
  carriers: exportableList({
    call: listCarriers,
    page: (ctx, input) => findPartners(ctx, 'carrier', input),
    columns: partners,
  }),
  shippers: exportableList({
    call: listShippers,
    page: (ctx, input) => findPartners(ctx, 'shipper', input),
    columns: partners,
  }),
  companies: exportableList({ call: listCompanies, page: findCompanyPage, columns: companies }),
  branches: exportableList({ call: listCompanyBranches, page: findBranchPage, columns: branches }),
  audit: exportableList({ call: listAudit, page: findAuditPage, columns: audit }),
  staff: exportableList({ call: listStaff, page: findStaffPage, columns: staff }),
}
