// Sending vehicles for a task: a press on a vehicle puts it into the plan, a second sends the plan; the page says the
// waybills made and the next step.
import { getAppointView, type AppointView } from '@yunshu/contract/task/task'
import { quantityModes } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { liveTaskStates, taskStates } from '@yunshu/domain/task/task'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { wayParts } from '../../ui/record/heroLine.ts'
import { shortCompany } from '../../ui/shortCompany.ts'
import { EmptyState } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { WriteFault } from '../../ui/WriteDialog.tsx'
import { AppointDone } from './AppointDone.tsx'
import { restText } from './appointLines.ts'
import { CarrierDebt } from './CarrierDebt.tsx'
import { LineEditor } from './LineEditor.tsx'
import { restOfTotal } from './offerColumns.tsx'
import { PlanChips } from './PlanChips.tsx'
import { TaskStrip } from './TaskStrip.tsx'
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
  const appointment = useAppointment(id, answer.data, reload)
  // typed values stay, also when somebody else took the rest
  const hasPlan = appointment.lines.length > 0 || (answer.data !== undefined && isLive(answer.data))
  return (
    <DetailPage<AppointView>
      answer={answer}
      title={({ task }) => `指派运单 ${task.taskNo}`}
      hero={view => <TaskHero view={view} />}
      {...(hasPlan ? { footer: view => <Footer view={view} appointment={appointment} onReload={reload} /> } : {})}
    >
      {view => (
        <div className="tk-dispatch">
          {appointment.notice}
          {appointment.made && <AppointDone view={view} made={appointment.made} isMore={isLive(view)} />}
          {hasPlan ? (
            <>
              <CarrierDebt view={view} isSeen={appointment.isDebtSeen} onSee={appointment.seeDebt} />
              <TaskStrip view={view} />
              <Columns view={view} appointment={appointment} />
            </>
          ) : (
            !appointment.made && <EmptyState text={whyNot(view)} />
          )}
        </div>
      )}
    </DetailPage>
  )
}

const whyNot = ({ task }: AppointView): string =>
  task.remainQty === 0 ? '这个任务已全部派车，没有待派数量' : `任务${taskStates.states[task.state].label}，不能派车`

function TaskHero({ view: { task } }: { view: AppointView }) {
  const { loadPlace, unloadPlace, itemNames, shipperName, quantityMode: mode } = task
  return (
    <Hero
      word="指派运单"
      name={task.taskNo}
      tag={<StatusTag machine={taskStates} state={task.state} />}
      line={[...wayParts(loadPlace, unloadPlace), ` · ${itemNames} · ${shortCompany(shipperName)}`]}
      figure={{
        value: restOfTotal(task, task.qty).replace(` ${quantityModes[mode].unit}`, ''),
        label: `待派 / 接单(${quantityModes[mode].unit})`,
      }}
      hasPager={false}
    />
  )
}

interface PartProps {
  view: AppointView
  appointment: Appointment
}

function Columns({ view, appointment: { lines, faults, change, toggle, share } }: PartProps) {
  const mode = view.task.quantityMode
  return (
    <div className="tk-columns">
      <Section title="选择车辆" extra={<span className="ys-weak tk-note">点一下选入，再点撤销</span>}>
        <VehiclePicker view={view} lines={lines} onToggle={toggle} />
      </Section>
      <Section
        title={`派车明细（${lines.length} 车）`}
        extra={
          mode !== 'BY_TRUCK' &&
          lines.length > 1 && (
            <span className="tk-sums">
              <Button size="small" onClick={() => share('even')}>
                均分数量
              </Button>
              <Button size="small" onClick={() => share('full')}>
                {mode === 'BY_TON' ? '按载重装满' : '逐车装满'}
              </Button>
            </span>
          )
        }
      >
        <div className="tk-plan">
          {lines.length === 0 ? (
            <EmptyState text="从车辆列表点选，司机与数量自动带出，确认即派" />
          ) : (
            lines.map((line, index) => (
              <LineEditor
                key={line.key}
                {...{ index, line, lines, view }}
                faults={faults[index] ?? {}}
                onChange={next => change(lines.map(each => (each.key === line.key ? next : each)))}
                onRemove={() => change(lines.filter(({ key }) => key !== line.key))}
              />
            ))
          )}
        </div>
      </Section>
    </div>
  )
}

function Footer({ view, appointment, onReload }: PartProps & { onReload: () => void }) {
  const { lines, faults, rest, fault, canSend, asksDebt, isBusy, send, change, forgetFault } = appointment
  const { quantityMode: mode, remainQty } = view.task
  return (
    <div className="tk-foot">
      <PlanChips {...{ lines, faults }} onRemove={line => change(lines.filter(({ key }) => key !== line.key))} />
      <span className="tk-sums" aria-live="polite">
        {lines.length === 0 ? (
          <span>
            待派 <strong className="ys-figure">{printQuantity(mode, remainQty)}</strong>
          </span>
        ) : (
          <>
            <span>
              本次派 <strong className="ys-figure">{printQuantity(mode, remainQty - rest)}</strong>
            </span>
            <span className={rest < 0 ? 'tk-over' : 'ys-weak'}>{restText(view, rest)}</span>
            {asksDebt && <span className="tk-over">请先在上方确认承运商欠款</span>}
          </>
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
        {lines.length > 0 ? `确认派车（${lines.length} 车）` : '先选车，再确认派车'}
      </Button>
    </div>
  )
}
