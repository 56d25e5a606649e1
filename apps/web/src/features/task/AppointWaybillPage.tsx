// Sending vehicles for a task: the fleet with what speaks for and against each, lines to send, and the waybills made of
// them.
import { screenUrl } from '@yunshu/contract/screens'
import { getAppointView, taskListUrl, type AppointView } from '@yunshu/contract/task/task'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { liveTaskStates, taskStates } from '@yunshu/domain/task/task'
import { Button, Modal } from 'antd'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { WriteFault } from '../../ui/WriteDialog.tsx'
import { changeLine, linesMax } from './appointLines.ts'
import { LineEditor } from './LineEditor.tsx'
import { TaskCard } from './TaskCard.tsx'
import { useAppointment } from './useAppointment.ts'
import { VehiclePicker } from './VehiclePicker.tsx'
import './task.css'

type Appointment = ReturnType<typeof useAppointment>

const isLive = ({ task }: AppointView): boolean =>
  task.remainQty > 0 && liveTaskStates.some(state => state === task.state)

/** Screen AppointWaybill; the id is the task's. */
export default function AppointWaybillPage() {
  const { id = '' } = useParams()
  const answer = useCall(getAppointView, { taskId: id }, { quiet: true })
  const reload = (): void => {
    void answer.refetch()
  }
  const appointment = useAppointment(answer.data, reload)
  return (
    <>
      <DetailPage
        answer={answer}
        title={({ task }) => `指派运单 ${task.taskNo}`}
        tag={({ task }) => <StatusTag machine={taskStates} state={task.state} />}
        footer={view => <Footer view={view} appointment={appointment} onReload={reload} />}
      >
        {view => (
          <>
            <TaskCard view={view} />
            {/* typed values stay, also when somebody else took the rest */}
            {isLive(view) || appointment.lines.length > 0 ? (
              <Columns view={view} appointment={appointment} />
            ) : (
              <EmptyState
                text={
                  view.task.remainQty === 0
                    ? '该任务已没有待派数量'
                    : `任务${taskStates.states[view.task.state].label}，不能派车`
                }
              />
            )}
          </>
        )}
      </DetailPage>
      <MadeDialog appointment={appointment} isMore={answer.data !== undefined && isLive(answer.data)} />
    </>
  )
}

interface PartProps {
  view: AppointView
  appointment: Appointment
}

function Columns({ view, appointment: { lines, faults, change, add, share } }: PartProps) {
  const vehicles = useMemo(() => new Set(lines.map(line => line.vehicle.id)), [lines])
  const mode = view.task.quantityMode
  const weigh = (): void => change(lines.map(line => changeLine(view, line, { weightG: view.truckWeightG })))
  return (
    <div className="tk-columns">
      <Section title="选择车辆">
        <VehiclePicker taskId={view.task.id} taken={vehicles} room={linesMax - lines.length} onAdd={add} />
      </Section>
      <Section
        title={`派车明细（${lines.length} 车）`}
        extra={
          lines.length > 0 && (
            <span className="tk-sums">
              {mode !== 'BY_TRUCK' && (
                <Button size="small" onClick={() => share('even')}>
                  均分数量
                </Button>
              )}
              {mode !== 'BY_TRUCK' && (
                <Button size="small" onClick={() => share('full')}>
                  {mode === 'BY_TON' ? '按载重装满' : '逐车装满'}
                </Button>
              )}
              {mode === 'BY_TRUCK' && view.truckWeightG !== undefined && (
                <Button size="small" onClick={weigh}>
                  按货源均摊重量
                </Button>
              )}
            </span>
          )
        }
      >
        {lines.length === 0 ? (
          <EmptyState text="选择车辆后加入派车明细" />
        ) : (
          lines.map((line, index) => (
            <LineEditor
              key={line.key}
              index={index}
              line={line}
              view={view}
              faults={faults[index] ?? {}}
              taken={
                new Set(lines.flatMap(other => (other.key === line.key || !other.driver ? [] : [other.driver.id])))
              }
              onChange={next => change(lines.map(each => (each.key === line.key ? next : each)))}
              onRemove={() => change(lines.filter(({ key }) => key !== line.key))}
            />
          ))
        )}
      </Section>
    </div>
  )
}

function Footer({
  view,
  appointment: { lines, rest, fault, canSend, isBusy, send, forgetFault },
  onReload,
}: PartProps & { onReload: () => void }) {
  const { quantityMode: mode, remainQty } = view.task
  return (
    <>
      <span className="tk-sums" aria-live="polite">
        <span>
          本次派 <strong className="ys-figure">{printQuantity(mode, remainQty - rest)}</strong>
        </span>
        {rest >= 0 ? (
          <span className="ys-weak">派后剩余 {printQuantity(mode, rest)}</span>
        ) : (
          <span className="tk-over">超出剩余 {printQuantity(mode, -rest)}</span>
        )}
        <WriteFault
          error={fault}
          onReload={() => {
            forgetFault()
            onReload()
          }}
        />
      </span>
      <Button type="primary" disabled={!canSend} loading={isBusy} onClick={() => void send()}>
        {lines.length > 0 ? `确认派车（${lines.length} 车）` : '确认派车'}
      </Button>
    </>
  )
}

function MadeDialog({ appointment: { made, closeMade }, isMore }: { appointment: Appointment; isMore: boolean }) {
  const navigate = useNavigate()
  const first = made?.waybills[0]
  return (
    <Modal
      open={made !== undefined}
      title="已派车"
      onCancel={closeMade}
      footer={
        <>
          <a className="ys-link" href={taskListUrl('tasks')} onClick={closeMade}>
            返回任务列表
          </a>
          {'　'}
          {isMore ? (
            <Button type="primary" onClick={closeMade}>
              继续派车
            </Button>
          ) : (
            first && (
              <Button
                type="primary"
                onClick={() => {
                  closeMade()
                  void navigate(screenUrl('WaybillDetails', { id: first.id }))
                }}
              >
                查看运单
              </Button>
            )
          )}
        </>
      }
    >
      <p>已生成 {made?.waybills.length ?? 0} 张运单：</p>
      <ul>
        {made?.waybills.map(({ id, waybillNo, plate }) => (
          <li key={id}>
            <a className="ys-link" href={screenUrl('WaybillDetails', { id })} onClick={closeMade}>
              {waybillNo}
            </a>{' '}
            {plate}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
