// The list of people as it is drawn.
import { staffListColumns } from '@yunshu/contract/staff/staffColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

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
    pair('name', ['name', 'account'], { width: 170, fixed: 'start', card: 'title' }),
    pair('roles', ['roles', 'dataScope'], { width: 220 }),
    pair('branch', ['branch'], { width: 200, card: 'hide' }),
    pair('mobile', ['mobile'], { width: 130 }),
    pair('login', ['lastLoginAt', 'isInitial'], { width: 140 }),
    'state',
  ],
  singles,
)
