// Tasks: goods a carrier can take and the tasks it has; shippers and the house see the tasks only.
import { taskPanes } from '@yunshu/contract/task'
import { isCarrier, isShipper } from '@yunshu/domain/account'
import { Segmented } from 'antd'
import { useSession } from '../../lib/session.ts'
import { useUrlText } from '../../lib/urlState.ts'
import { OffersPane } from './OffersPane.tsx'
import { TasksPane, type TaskSide } from './TasksPane.tsx'
import './task.css'

const panes = Object.entries(taskPanes).map(([value, label]) => ({ value, label }))

/** Screen TaskList; which list is shown stands in the address as `pane`. */
export default function TaskListPage() {
  const [pane, setPane] = useUrlText('pane', 'offers')
  const side = useSession(({ info }): TaskSide => {
    if (info === undefined || info.type === 0 || info.companyId === undefined) return 'house'
    return isCarrier(info.businessType ?? 0) ? 'carrier' : isShipper(info.businessType ?? 0) ? 'shipper' : 'house'
  })
  if (side !== 'carrier') return <TasksPane head={null} side={side} />
  const head = <Segmented options={panes} value={pane === 'tasks' ? 'tasks' : 'offers'} onChange={setPane} aria-label="任务视图" />
  return pane === 'tasks' ? <TasksPane head={head} side="carrier" /> : <OffersPane head={head} />
}
