// The audit log as it is drawn.
import { auditListColumns } from '@yunshu/contract/audit/auditColumns'
import { orNothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const auditColumns = drawColumns(auditListColumns, {
  at: { fixed: 'start' },
  person: {
    width: 200,
    render: ({ userName, account }) => orNothing(`${userName}${account === '' ? '' : `（${account}）`}`),
  },
  actingFor: { width: 90 },
  title: { width: 150, card: 'title' },
  entity: { width: 100 },
  changes: { width: 420 },
  company: { width: 220, card: 'hide' },
  branch: { width: 220, card: 'hide', isHidden: true },
  ip: { width: 130, card: 'hide' },
  requestId: { width: 170, card: 'hide' },
})
