// The columns of branch companies.
import { branchStates } from '@yunshu/domain/company/branch'
import { count, state, text, type ListColumns } from '../columns.ts'
import type { BranchRow } from './branch.ts'

export const branchListColumns = {
  name: text('分公司', row => row.name, { chars: 26 }),
  state: state('状态', branchStates, row => row.state),
  shortName: text('简称', row => row.shortName),
  creditCode: text('统一社会信用代码', row => row.creditCode, { chars: 22 }),
  contactName: text('联系人', row => row.contactName),
  contactMobile: text('联系手机号', row => row.contactMobile),
  address: text('地址', row => row.address, { chars: 36 }),
  people: count('员工', row => row.people),
} satisfies ListColumns<BranchRow>
