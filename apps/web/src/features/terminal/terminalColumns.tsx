// The list of terminals as it is drawn.
import { terminalListColumns } from '@yunshu/contract/terminal/terminalColumns'
import { terminalPresences, terminalProtocols, terminalRoles } from '@yunshu/domain/terminal/terminal'
import { nothing } from '../../ui/Figures.tsx'
import { Age } from '../../ui/list/Age.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const singles = drawColumns(terminalListColumns, {
  phone: { width: 160, fixed: 'start', card: 'title' },
  state: {},
  presence: {
    width: 80,
    // one in use that is not heard is what this list is looked at for
    render: ({ state, presence }) =>
      state === 'active' && presence === 'offline' ? (
        <Tag tone="warn">{terminalPresences.offline.label}</Tag>
      ) : (
        terminalPresences[presence].label
      ),
  },
  seenAt: {},
  plate: { width: 120 },
  role: {
    width: 100,
    card: 'hide',
    render: ({ plate, role }) => (plate === undefined ? nothing : terminalRoles[role].label),
  },
  carrierName: { width: 210 },
  maker: { width: 100, card: 'hide' },
  model: { width: 120, card: 'hide' },
  deviceNo: { width: 150, card: 'hide' },
  protocol: { width: 100, card: 'hide', render: ({ protocol }) => `JT/T 808-${terminalProtocols[protocol].label}` },
  imei: { width: 160, card: 'hide' },
  iccid: { width: 190, card: 'hide' },
  software: { width: 150, card: 'hide' },
  note: { width: 180, card: 'hide' },
  createdAt: { card: 'hide' },
})

const pair = pairing(singles)

const start = [
  pair('number', ['phone', 'deviceNo'], { width: 170, fixed: 'start', card: 'title' }),
  'state',
  pair(
    'online',
    [
      'presence',
      factOf(singles, 'seenAt', {
        render: ({ seenAt, plate }) =>
          seenAt !== undefined ? <Age at={seenAt} /> : plate === undefined ? nothing : '从未上线',
      }),
    ],
    { width: 120, fits: true },
  ),
  pair('vehicle', ['plate', 'role'], { width: 110, fits: true }),
] as const
const end = [
  pair('make', ['maker', 'model'], { width: 130, card: 'hide' }),
  pair('edition', ['protocol', 'software'], { width: 140, card: 'hide' }),
] as const

/** A carrier's own list says the remark in place of its own name. */
export const terminalColumns = {
  fleets: withDefaults([...start, 'carrierName', ...end], singles),
  own: withDefaults([...start, pair('note', ['note'], { width: 160 }), ...end], singles),
} as const
