// The columns of people.
import { dataScopes } from '@yunshu/domain/account/account'
import { userStates } from '@yunshu/domain/account/staff'
import { label, state, text, time, type ListColumns } from '../columns.ts'
import type { StaffRow } from './staff.ts'

const rolesOf = (row: StaffRow): string =>
  [...(row.isAdmin ? ['系统管理员'] : []), ...row.roles.map(({ name }) => name)].join('、')

export const staffListColumns = {
  name: text('姓名', row => row.name),
  state: state('状态', userStates, row => row.state),
  account: text('账号', row => row.account, { chars: 22 }),
  roles: text('职位', rolesOf, { chars: 26 }),
  dataScope: label('数据范围', dataScopes, row => row.dataScope),
  mobile: text('手机号', row => row.mobile),
  branch: text('分公司', row => row.branchName, { chars: 26 }),
  isInitial: text('初始密码', row => (row.isInitial ? '未修改' : '已修改')),
  lastLoginAt: time('最近登录', row => row.lastLoginAt),
} satisfies ListColumns<StaffRow>
