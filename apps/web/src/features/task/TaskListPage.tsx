// Tasks: goods a carrier can take, the tasks it has, and changes of goods it has to answer; shippers and the house see
// the tasks only.
import { taskPanes, type TaskPane } from '@yunshu/contract/task/task'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { useNarrow } from '../../lib/useMobile.ts'
import { More } from '../../ui/list/RowActions.tsx'
import { isCarrierSide, isShipperSide } from '../../lib/side.ts'
import { ChangesPane } from './ChangesPane.tsx'
import { OffersPane } from './OffersPane.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { TasksPane, type TaskSide } from './TasksPane.tsx'
import { paneCount, usePanes } from './usePanes.ts'
import './task.css'

const panes = Object.keys(taskPanes) as TaskPane[]
const isPane = (text: string | null): text is TaskPane => panes.some(pane => pane === text)

/** Screen TaskList; which list is shown stands in the address as `pane`. */
export default function TaskListPage() {
  const [params, setParams] = useSearchParams()
  const pane = params.get('pane')
  const side = useSession(({ info }): TaskSide => {
    if (info?.companyId === undefined) return 'house'
    return isCarrierSide(info) ? 'carrier' : isShipperSide(info) ? 'shipper' : 'house'
  })
  const { waiting, opened } = usePanes(side === 'carrier')
  const isNarrow = useNarrow()
  if (side !== 'carrier') return <TasksPane head={null} side={side} />
  const shown = isPane(pane) ? pane : opened
  if (shown === undefined)
    return (
      <div className="ys-page">
        <Skeleton lines={14} />
      </div>
    )
  const turn = (next: string): void => {
    // each list has states of its own
    setParams(
      old => new URLSearchParams([...[...old].filter(([name]) => name !== 'pane' && name !== 'state'), ['pane', next]]),
    )
  }
  const options = panes.map(value => ({
    value,
    label: (
      <>
        {taskPanes[value]}
        {/* the tabs of the list that is shown count it */}
        {value !== shown && <span className="tk-pane-count ys-figure ys-weak">{paneCount(waiting[value])}</span>}
      </>
    ),
  }))
  const head = isNarrow ? (
    <More
      as="ys-bar-button"
      name={`任务视图 ${taskPanes[shown]}`}
      actions={panes
        .filter(each => each !== shown)
        .map(each => ({
          label: `${taskPanes[each]} ${paneCount(waiting[each])}`.trim(),
          onClick: () => turn(each),
        }))}
    >
      {taskPanes[shown]} ▾
    </More>
  ) : (
    <Segmented options={options} value={shown} onChange={turn} aria-label="任务视图" />
  )
  if (shown === 'changes') return <ChangesPane head={head} />
  return shown === 'tasks' ? <TasksPane head={head} side="carrier" /> : <OffersPane head={head} />
}
