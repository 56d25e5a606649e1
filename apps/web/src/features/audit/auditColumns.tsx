// The audit log and its stream of refusals as they are drawn.
import { auditListColumns, securityEventListColumns } from '@yunshu/contract/audit/auditColumns'
import { orNothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const auditColumns = drawColumns(auditListColumns, {
  at: { fixed: 'start', whole: true },
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

export const securityEventColumns = drawColumns(securityEventListColumns, {
  lastAt: { fixed: 'start', whole: true },
  kind: { width: 110, card: 'tag' },
  count: { width: 80 },
  person: { width: 120 },
  account: { width: 160 },
  actingFor: { width: 90 },
  title: { width: 180, card: 'title' },
  ip: { width: 130 },
  firstAt: { whole: true },
  entityId: { width: 320, card: 'hide' },
  company: { width: 220, card: 'hide' },
  branch: { width: 220, card: 'hide', isHidden: true },
  requestId: { width: 170, card: 'hide' },
})
