// The word after vehicles were sent: the waybills made, who has them now, and what comes next for this person.
import type { Output } from '@yunshu/contract/call'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { taskListUrl, type appoint, type AppointView } from '@yunshu/contract/task/task'
import { listToday } from '@yunshu/contract/today'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide } from '../../lib/side.ts'
import { useCall } from '../../lib/useCall.ts'
import { shortPlace } from '../../ui/placeText.ts'

interface AppointDoneProps {
  view: AppointView
  made: Output<typeof appoint>
  /** There is a rest that can be sent from this page. */
  isMore: boolean
}

/** Has the focus, so that a reader hears it and Tab goes on from it. */
export function AppointDone({ view: { task }, made: { waybills }, isMore }: AppointDoneProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isOwn = useSession(session => isCarrierSide(session.info))
  const mayAccept = useCan('waybill.advance') && isOwn
  return (
    <section ref={place} tabIndex={-1} className="tk-done" aria-label="已派车">
      <p>
        <strong>已派 {waybills.length} 车</strong>，已通知{task.shipperName}。
        {mayAccept
          ? '下一步：司机同意后，为每张运单确认接单。'
          : `等待${isOwn ? '有接单权限的同事' : task.carrierName}确认接单。`}
        {isMore && `任务还剩 ${printQuantity(task.quantityMode, task.remainQty)}，可在下面接着选车。`}
      </p>
      <ul aria-label="生成的运单">
        {waybills.map(({ id, waybillNo, plate }) => (
          <li key={id}>
            <a className="ys-link" href={screenUrl('WaybillDetails', { id })}>
              {waybillNo}
            </a>{' '}
            {plate}
          </li>
        ))}
      </ul>
      <NextTask taskId={task.id} isFirst={!isMore} />
    </section>
  )
}

/** The task that waits to be dispatched most urgently, of those in the list of today. */
function NextTask({ taskId, isFirst }: { taskId: string; isFirst: boolean }) {
  const { data } = useCall(listToday, { group: 'task' }, { quiet: true })
  const next = data?.items.find(({ kind, id }) => kind === 'dispatch' && id !== taskId)
  return (
    <p className="tk-next">
      {next && (
        <Button type={isFirst ? 'primary' : 'default'} href={next.path} className="tk-next-task">
          下一个待派任务 {next.no}
          {next.loadPlace !== undefined &&
            next.unloadPlace !== undefined &&
            `（${shortPlace(next.loadPlace)} → ${shortPlace(next.unloadPlace)}）`}
        </Button>
      )}
      <a className="ys-link" href={taskListUrl('tasks')}>
        任务列表
      </a>
    </p>
  )
}
