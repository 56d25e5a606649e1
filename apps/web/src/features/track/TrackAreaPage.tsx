// 区域查车: vehicles that were in a circle, a rectangle or a polygon between two moments; the area is drawn or typed.
import { listTrackArea, type TrackAreaRow } from '@yunshu/contract/track/report'
import { lazy, Suspense } from 'react'
import { useUrlFilter } from '../../lib/urlState.ts'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { WholeInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { AreaCornersInput } from './AreaCornersInput.tsx'
import { cornersIn, cornersText } from './areaShape.ts'
import { areaColumns, areaTrail } from './tripColumns.tsx'
import { useSeesFleets } from './useSeesFleets.ts'
import './area.css'

const AreaMap = lazy(() => import('./AreaMap.tsx'))

const query = [
  { name: 'fromAt', input: <DateTimeInput /> },
  { name: 'toAt', input: <DateTimeInput /> },
  { name: 'centre', input: <TextInput placeholder="经度,纬度（可在地图上点选）" max={60} /> },
  { name: 'radius', input: <WholeInput unit="米" /> },
  { name: 'box', label: '矩形', input: <TextInput placeholder="西,南,东,北" max={80} /> },
  {
    name: 'corners',
    label: '多边形',
    input: <AreaCornersInput />,
    say: value => (typeof value === 'string' ? cornersText(cornersIn(value)) : ''),
  },
  { name: 'text', input: <TextInput placeholder="车牌号、承运商" max={60} /> },
] satisfies QueryField<typeof listTrackArea>[]
const rowKey = ({ id }: TrackAreaRow): string => id
const rowName = ({ plate }: TrackAreaRow): string => plate
const actions = (row: TrackAreaRow): readonly RowAction[] => [{ label: '回放', isAside: true, to: areaTrail(row) }]
const bulk = [copyAction<TrackAreaRow>('复制车牌号', ({ plate }) => plate)]

/** The area and the time the rows are of, where nobody chose them. */
function AreaNow() {
  const { filter } = useUrlFilter(listTrackArea)
  const hasArea = [filter.centre, filter.box, filter.corners].some(part => part !== undefined)
  const hasTime = filter.fromAt !== undefined || filter.toAt !== undefined
  return `现在列的是：${[hasArea ? '所选区域' : '全国', hasTime ? '所选时段' : '最近 24 小时'].join(' · ')}`
}

/** Screen TrackArea. */
export default function TrackAreaPage() {
  const seesFleets = useSeesFleets()
  return (
    <div className="ta-page">
      <Suspense fallback={<Skeleton lines={4} />}>
        <AreaMap />
      </Suspense>
      <ListPage
        call={listTrackArea}
        columns={areaColumns[seesFleets ? 'fleets' : 'own']}
        rowKey={rowKey}
        rowName={rowName}
        query={query}
        open={areaTrail}
        bulk={bulk}
        actions={actions}
        head={
          <span className="ys-weak">
            <AreaNow />
          </span>
        }
        empty="这段时间没有车辆在区域内：只能查到本企业可查看时段内的车辆。"
      />
    </div>
  )
}
