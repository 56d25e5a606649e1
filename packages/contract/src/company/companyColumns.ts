// The columns of the companies the house serves.
import { companyStates } from '@yunshu/domain/company/company'
import { companySides } from '@yunshu/domain/company/papers'
import { count, day, label, state, text, time, type ListColumns } from '../columns.ts'
import type { CompanyRow } from './company.ts'

export const companyListColumns = {
  name: text('企业名称', row => row.name, { chars: 26 }),
  state: state('状态', companyStates, row => row.state),
  side: label('身份', companySides, row => row.side),
  creditCode: text('统一社会信用代码', row => row.creditCode, { chars: 22 }),
  waybills30: count('近 30 天运单', row => row.waybills30),
  permitExpiry: day('经营许可证有效期', row => row.permitExpiry),
  contactName: text('联系人', row => row.contactName),
  contactMobile: text('联系手机号', row => row.contactMobile),
  branchName: text('服务分公司', row => row.branchName, { chars: 26 }),
  submittedAt: time('提交时间', row => row.submittedAt),
  createdAt: time('注册时间', row => row.createdAt),
} satisfies ListColumns<CompanyRow>
