// The list of abnormal positions as it is drawn.
import { evidenceText, type AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { abnormalListColumns } from '@yunshu/contract/abnormal/abnormalColumns'
import { abnormalKinds, abnormalLevels, livingEpisodes } from '@yunshu/domain/track/abnormal'
import { DAY_MS, HOUR_MS, parseDateTime, shortDateTime } from '@yunshu/domain/figures/time'
import { serverNow } from '../../lib/clock.ts'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { Tag } from '../../ui/StatusTag.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(abnormalListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  state: { width: 96 },
  kind: { width: 130 },
  level: { width: 80 },
  fromAt: {},
  recoveredAt: { card: 'hide' },
  times: { width: 80, card: 'hide' },
  evidence: { width: 250 },
  district: {
    width: 190,
    card: 'hide',
    render: ({ district, place }) =>
      district === undefined ? (place ?? nothing) : <span title={`${district} ${place}`}>{shortPlace(district)}</span>,
  },
  waybillNo: {
    width: 180,
    render: ({ waybillId, waybillNo }) => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
        {waybillNo}
      </a>
    ),
  },
  driverName: { width: 100, card: 'hide' },
  carrierName: { width: 220, card: 'hide' },
  claimer: { width: 110, card: 'hide' },
  note: { width: 240, card: 'hide' },
})

const pair = pairing(singles)

const tones = { urgent: 'bad', serious: 'warn', usual: 'idle' } as const
/** True while somebody has to take it or has it in hand. */
const isLiving = ({ state }: AbnormalRow): boolean => livingEpisodes.some(living => living === state)
/** The kind behind its level: what presses is read first, and what is over presses no more. */
const graded = factOf(singles, 'kind', {
  render: row => (
    <>
      <Tag tone={isLiving(row) ? tones[row.level] : 'idle'}>{abnormalLevels[row.level].label}</Tag>{' '}
      {abnormalKinds[row.kind].label}
    </>
  ),
  holds: ['kind', 'level'],
})
const back = factOf(singles, 'recoveredAt')
const recovered = factOf(singles, 'recoveredAt', {
  render: row =>
    row.recoveredAt === undefined ? (
      nothing
    ) : (
      <>
        {back.render(row)}
        <span className="ys-card-word"> 恢复</span>
      </>
    ),
})
/** The note, which names its author; before there is one, the person at work on it. */
const handled = factOf(singles, 'note', {
  render: ({ note, claimer }) => <span title={note}>{note ?? claimer ?? nothing}</span>,
  holds: ['note', 'claimer'],
})

/** Evidence with its moments as short as lists say them; pointed at, it says them whole. */
const shortMoments = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, moment => {
    const ms = parseDateTime(moment)
    return ms === undefined ? moment : shortDateTime(ms, serverNow())
  })

/** The finding, and what the vehicle told last: a line each. */
const seen = factOf(singles, 'evidence', {
  render: row => <span title={evidenceText(row)}>{shortMoments(row.evidence)}</span>,
})
const heard = factOf(singles, 'evidence', {
  render: row => (row.heard === undefined ? nothing : <span title={evidenceText(row)}>{shortMoments(row.heard)}</span>),
  holds: [],
})

/** The time one waits that somebody has to take or has in hand: red once it is a day. */
const open = factOf(singles, 'fromAt', {
  title: '已持续',
  holds: [],
  render: row => {
    if (row.recoveredAt !== undefined || !isLiving(row)) return nothing
    const ms = serverNow() - row.fromAt
    return ms >= DAY_MS ? (
      <b className="ys-minus">已 {Math.floor(ms / DAY_MS)} 天</b>
    ) : (
      <span className="ys-amber">{ms >= HOUR_MS ? `已 ${Math.floor(ms / HOUR_MS)} 小时` : '不到 1 小时'}</span>
    )
  },
})

export const abnormalColumns = withDefaults(
  [
    pair('vehicle', ['plate', 'driverName'], { width: 104, fixed: 'start', card: 'title' }),
    pair('state', ['state', open], { title: '状态', width: 100, card: 'tag' }),
    pair('kind', [graded], { title: '异常', width: 150, fits: true }),
    pair('evidence', [seen, heard], { title: '情况', width: 300 }),
    pair('since', ['fromAt', recovered], { title: '开始 / 恢复', width: 110, fits: true }),
    pair('waybill', ['waybillNo', 'carrierName'], { title: '运单 / 承运商', width: 170, card: 'hide' }),
    pair('hand', [handled], { title: '处理', width: 150, card: 'hide' }),
  ],
  singles,
)
