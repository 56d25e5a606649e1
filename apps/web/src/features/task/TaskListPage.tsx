// Tasks: goods a carrier can take, and what it took; the platform sees tasks only.
import { taskPanes } from '@yunshu/contract/task'
import { isCarrier } from '@yunshu/domain/account'
import { Segmented } from 'antd'
import { useSession } from '../../lib/session.ts'
import { useUrlText } from '../../lib/urlState.ts'
import { OffersPane } from './OffersPane.tsx'
import { TasksPane } from './TasksPane.tsx'
import './task.css'

const panes = Object.entries(taskPanes).map(([value, label]) => ({ value, label }))

/** Screen TaskList; which list is shown stands in the address as `pane`. */
export default function TaskListPage() {
  const [pane, setPane] = useUrlText('pane', 'offers')
  const isOwn = useSession(({ info }) => info !== undefined && info.type > 0 && info.companyId !== undefined && isCarrier(info.businessType ?? 0))
  if (!isOwn) return <TasksPane head={null} isOwn={false} />
  const head = <Segmented options={panes} value={pane === 'tasks' ? 'tasks' : 'offers'} onChange={setPane} aria-label="任务视图" />
  return pane === 'tasks' ? <TasksPane head={head} isOwn /> : <OffersPane head={head} />
}
