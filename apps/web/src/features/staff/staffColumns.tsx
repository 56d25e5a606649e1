// The list of people as it is drawn.
import { staffListColumns } from '@yunshu/contract/staff/staffColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const staffColumns = drawColumns(staffListColumns, {
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
