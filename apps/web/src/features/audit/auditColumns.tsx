// The audit log, its stream of refusals and looks at trails as they are drawn.
import type { AuditRow } from '@yunshu/contract/audit/audit'
import { auditListColumns, securityEventListColumns, trackLookListColumns } from '@yunshu/contract/audit/auditColumns'
import { nothing, orNothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const drawn = drawColumns(auditListColumns, {
  at: { fixed: 'start', whole: true },
  person: {
    width: 200,
    render: ({ userName, account }) => orNothing(`${userName}${account === '' ? '' : `（${account}）`}`),
  },
  actingFor: { width: 90 },
  title: { width: 150, card: 'title' },
  entity: { width: 100 },
  recordName: { width: 180, card: 'hide' },
  changes: { width: 420 },
  company: { width: 220, card: 'hide' },
  branch: { width: 220, card: 'hide', isHidden: true },
  ip: { width: 130, card: 'hide' },
  requestId: { width: 170, card: 'hide' },
})
/** Nothing where no field changed, as a card and a peek have to know. */
const logSingles = drawn.map(column =>
  column.key === 'changes'
    ? { ...column, render: (row: AuditRow) => (row.changes.length === 0 ? nothing : column.render(row)) }
    : column,
)

const eventSingles = drawColumns(securityEventListColumns, {
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

const log = pairing(logSingles)

/** Said only where somebody worked for another. */
const worked = factOf(logSingles, 'actingFor', {
  render: ({ actingFor }) => (actingFor ? `代 ${actingFor}` : nothing),
})
/** The record by its number: 运单 YD26112800005396. */
const record = factOf(logSingles, 'entity', {
  holds: ['entity', 'recordName'],
  render: ({ entityLabel, recordName }) =>
    orNothing([entityLabel, recordName].filter(word => word !== undefined).join(' ')),
})
const event = pairing(eventSingles)

const said = [
  log('at', ['at'], { width: 170, fixed: 'start' }),
  log('who', ['person', worked], { width: 180 }),
  log('act', ['title', record], { width: 200, card: 'title' }),
  log('changes', ['changes'], { width: 320, isKept: true }),
] as const

/** A company does not read its own name in every row. */
export const auditColumns = {
  house: withDefaults(
    [...said, log('from', ['company', 'ip'], { title: '企业 / IP 地址', width: 200, card: 'hide' })],
    logSingles,
  ),
  company: withDefaults([...said, log('from', ['ip', 'requestId'], { width: 170, card: 'hide' })], logSingles),
} as const

export const securityEventColumns = withDefaults(
  [
    event('times', ['lastAt', 'firstAt'], { title: '最近 / 首次', width: 180, fixed: 'start' }),
    event('kind', ['kind', 'count'], { width: 120, card: 'tag' }),
    event('who', ['person', 'account'], { width: 170 }),
    event('act', ['title', 'entityId'], { width: 240, card: 'title' }),
    event('where', ['ip', 'requestId'], { width: 180 }),
    event('company', ['company', 'actingFor'], { width: 200, card: 'hide' }),
  ],
  eventSingles,
)

const lookSingles = drawColumns(trackLookListColumns, {
  at: { fixed: 'start', whole: true },
  person: { width: 120, card: 'title' },
  account: { width: 160 },
  reason: { width: 110, card: 'tag' },
  vehicle: { width: 160 },
  waybill: { width: 170 },
  from: { whole: true },
  to: { whole: true },
  company: { width: 220, card: 'hide' },
  branch: { width: 220, card: 'hide', isHidden: true },
  ip: { width: 130, card: 'hide' },
})
const look = pairing(lookSingles)

export const trackLookColumns = withDefaults(
  [
    look('at', ['at'], { width: 170, fixed: 'start' }),
    look('who', ['person', 'account'], { width: 180, card: 'title' }),
    look('reason', ['reason'], { width: 120, card: 'tag' }),
    look('vehicle', ['vehicle', 'waybill'], { width: 200 }),
    look('span', ['from', 'to'], { title: '所看时段', width: 180 }),
    look('company', ['company', 'ip'], { title: '企业 / IP 地址', width: 220, card: 'hide' }),
  ],
  lookSingles,
)
