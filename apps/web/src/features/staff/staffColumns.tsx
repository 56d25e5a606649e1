// The list of people as it is drawn.
import { staffListColumns } from '@yunshu/contract/staff/staffColumns'
import { dataScopes } from '@yunshu/domain/account/account'
import { nothing, Time } from '../../ui/Figures.tsx'
import { PhoneText } from '../../ui/list/PhoneText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(staffListColumns, {
  name: {
    width: 150,
    fixed: 'start',
    card: 'title',
    render: ({ isSelf, name }) => (isSelf ? `${name}（本人）` : name),
  },
  state: { width: 90 },
  account: { width: 170 },
  roles: { width: 200 },
  dataScope: { width: 100 },
  mobile: { width: 130 },
  branch: { width: 220, card: 'hide' },
  isInitial: { width: 100, card: 'hide' },
  lastLoginAt: {},
})

const pair = pairing(singles)

export const staffColumns = withDefaults(
  [
    pair('name', ['name', 'account'], { width: 160, fixed: 'start', card: 'title' }),
    'state',
    pair('mobile', [factOf(singles, 'mobile', { render: row => <PhoneText phone={row.mobile} /> })], { width: 120 }),
    pair(
      'roles',
      [
        'roles',
        factOf(singles, 'dataScope', {
          holds: ['dataScope', 'branch'],
          render: ({ dataScope, branchName }) => [dataScopes[dataScope], branchName].filter(Boolean).join(' · '),
        }),
      ],
      { width: 190 },
    ),
    pair(
      'login',
      [
        factOf(singles, 'lastLoginAt', {
          render: ({ lastLoginAt }) =>
            lastLoginAt === undefined ? <span className="ys-weak">从未登录</span> : <Time value={lastLoginAt} />,
        }),
        factOf(singles, 'isInitial', {
          render: ({ isInitial }) => (isInitial ? <span className="ys-amber">初始密码未改</span> : nothing),
        }),
      ],
      { title: '最近登录', width: 110, card: 'hide' },
    ),
  ],
  singles,
)
