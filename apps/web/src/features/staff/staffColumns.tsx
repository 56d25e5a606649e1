// The columns of people.
import type { StaffRow } from '@yunshu/contract/staff'
import { dataScopes } from '@yunshu/domain/account/account'
import { userStates } from '@yunshu/domain/account/staff'
import { stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'

const rolesOf = (row: StaffRow): string =>
  [...(row.isAdmin ? ['系统管理员'] : []), ...row.roles.map(({ name }) => name)].join('、')

export const staffColumns: readonly Column<StaffRow>[] = [
  textColumn('name', '姓名', row => (row.isSelf ? `${row.name}（本人）` : row.name), {
    width: 150,
    fixed: 'start',
    card: 'title',
  }),
  stateColumn('state', '状态', userStates, row => row.state, { width: 90 }),
  textColumn('account', '账号', row => row.account, { width: 170 }),
  textColumn('roles', '职位', rolesOf, { width: 200 }),
  textColumn('dataScope', '数据范围', row => dataScopes[row.dataScope], { width: 100 }),
  textColumn('mobile', '手机号', row => row.mobile, { width: 130 }),
  textColumn('branch', '分公司', row => row.branchName, { width: 220, card: 'hide' }),
  textColumn('isInitial', '初始密码', row => (row.isInitial ? '未修改' : '已修改'), { width: 100, card: 'hide' }),
  timeColumn('lastLoginAt', '最近登录', row => row.lastLoginAt),
]
