// Tasks: goods a carrier can take, the tasks it has, and changes of goods it has to answer; shippers and the house see
// the tasks only.
import { taskPanes } from '@yunshu/contract/task/task'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide, isShipperSide } from '../../lib/side.ts'
import { ChangesPane } from './ChangesPane.tsx'
import { OffersPane } from './OffersPane.tsx'
import { TasksPane, type TaskSide } from './TasksPane.tsx'
import './task.css'

const panes = Object.entries(taskPanes).map(([value, label]) => ({ value, label }))

/** Screen TaskList; which list is shown stands in the address as `pane`. */
export default function TaskListPage() {
  const [params, setParams] = useSearchParams()
  const pane = params.get('pane')
  const side = useSession(({ info }): TaskSide => {
    if (info?.companyId === undefined) return 'house'
    return isCarrierSide(info) ? 'carrier' : isShipperSide(info) ? 'shipper' : 'house'
  })
  if (side !== 'carrier') return <TasksPane head={null} side={side} />
  const shown = pane === 'tasks' || pane === 'changes' ? pane : 'offers'
  const turn = (next: string): void => {
    // each list has states of its own
    setParams(
      old => new URLSearchParams([...[...old].filter(([name]) => name !== 'pane' && name !== 'state'), ['pane', next]]),
    )
  }
  const head = <Segmented options={panes} value={shown} onChange={turn} aria-label="任务视图" />
  if (shown === 'changes') return <ChangesPane head={head} />
  return shown === 'tasks' ? <TasksPane head={head} side="carrier" /> : <OffersPane head={head} />
}
