// Sending vehicles for a task: candidates with what speaks against them, lines to send, and the waybills made of them.
import { screenUrl } from '@yunshu/contract/screens'
import { getAppointView, taskListUrl, type AppointView } from '@yunshu/contract/task'
import { printQuantity } from '@yunshu/domain/quantity'
import { liveTaskStates, taskStates } from '@yunshu/domain/task'
import { Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { WriteFault } from '../../ui/WriteDialog.tsx'
import { licenceFault, linesMax, rank } from './appointLines.ts'
import { CandidateList } from './CandidateList.tsx'
import { LineEditor } from './LineEditor.tsx'
import { TaskCard } from './TaskCard.tsx'
import { useAppointment } from './useAppointment.ts'
import './task.css'

type Appointment = ReturnType<typeof useAppointment>

const isLive = ({ task }: AppointView): boolean => task.remainQty > 0 && liveTaskStates.some((state) => state === task.state)

/** Screen AppointWaybill; the id is the task's. */
export default function AppointWaybillPage() {
  const { id = '' } = useParams()
  const answer = useCall(getAppointView, { taskId: id }, { quiet: true })
  const reload = (): void => { void answer.refetch() }
  const appointment = useAppointment(answer.data, reload)
  return (
    <>
      <DetailPage answer={answer} title={({ task }) => `指派运单 ${task.taskNo}`} tag={({ task }) => <StatusTag machine={taskStates} state={task.state} />}
        footer={(view) => <Footer view={view} appointment={appointment} onReload={reload} />}>
        {(view) => (
          <>
            <TaskCard view={view} />
            {isLive(view) ? <Columns view={view} appointment={appointment} /> : <EmptyState text={view.task.remainQty === 0 ? '该任务已全部派车' : `任务${taskStates.states[view.task.state].label}，不能派车`} />}
          </>
        )}
      </DetailPage>
      <MadeDialog appointment={appointment} isMore={answer.data !== undefined && isLive(answer.data)} />
    </>
  )
}

interface PartProps { view: AppointView; appointment: Appointment }

function Columns({ view, appointment: { lines, faults, rest, change, add } }: PartProps) {
  const [vehicleId, setVehicleId] = useState<string>()
  const [driverId, setDriverId] = useState<string>()
  const vehicle = view.vehicles.find(({ id }) => id === vehicleId)
  const driver = view.drivers.find(({ id }) => id === driverId)
  const taken = '已在派车明细中'
  const vehicles = useMemo(() => rank(view.vehicles.map((each) => (lines.some((line) => line.vehicleId === each.id) ? { ...each, faults: [...each.faults, taken] } : each))), [view.vehicles, lines])
  const drivers = useMemo(() => rank(view.drivers.map((each) => {
    const unfit = licenceFault(each, vehicle)
    return { ...each, note: `${each.licenceClass} ${each.mobile}`, faults: [...each.faults, ...(unfit === undefined ? [] : [unfit]), ...(lines.some((line) => line.driverId === each.id) ? [taken] : [])] }
  })), [view.drivers, vehicle, lines])
  const unfit = driver && licenceFault(driver, vehicle)
  const full = lines.length >= linesMax ? `一次最多指派 ${linesMax} 车` : rest <= 0 ? '剩余数量已全部安排，可修改明细中的数量' : undefined
  const press = (): void => {
    if (!vehicle || !driver) return
    add(vehicle, driver)
    setVehicleId(undefined)
    setDriverId(undefined)
  }
  return (
    <div className="tk-columns">
      <Section title="选择车辆和司机">
        <div className="tk-lists">
          <CandidateList title="车辆" placeholder="车牌号、车型" choices={vehicles} chosen={vehicleId} onChoose={setVehicleId} none="还没有登记车辆，请先在车辆管理中登记" />
          <CandidateList title="司机" placeholder="姓名、准驾车型、手机号" choices={drivers} chosen={driverId} onChoose={setDriverId} none="还没有登记司机，请先在司机管理中登记" />
          <Button type="primary" ghost block disabled={!vehicle || !driver || unfit !== undefined || full !== undefined} onClick={press}>
            {full !== undefined ? full : vehicle && driver ? `加入派车明细：${vehicle.name} ${driver.name}` : `请选择${vehicle ? '司机' : driver ? '车辆' : '车辆和司机'}`}
          </Button>
          {unfit !== undefined && <span className="ys-fault" role="alert">{unfit}</span>}
        </div>
      </Section>
      <Section title={`派车明细（${lines.length} 车）`}>
        {lines.length === 0 ? <EmptyState text="选择车辆和司机后加入派车明细" /> : lines.map((line, index) => (
          <LineEditor key={line.key} index={index} line={line} view={view} vehicle={view.vehicles.find(({ id }) => id === line.vehicleId)} driver={view.drivers.find(({ id }) => id === line.driverId)}
            faults={faults[index] ?? {}} onChange={(next) => change(lines.map((each) => (each.key === line.key ? next : each)))} onRemove={() => change(lines.filter(({ key }) => key !== line.key))} />
        ))}
      </Section>
    </div>
  )
}

function Footer({ view, appointment: { lines, rest, fault, canSend, isBusy, send, forgetFault }, onReload }: PartProps & { onReload: () => void }) {
  const { quantityMode: mode, remainQty } = view.task
  return (
    <>
      <span className="tk-sums" aria-live="polite">
        <span>本次派 <strong className="ys-figure">{printQuantity(mode, remainQty - rest)}</strong></span>
        {rest >= 0 ? <span className="ys-weak">派后剩余 {printQuantity(mode, rest)}</span> : <span className="tk-over">超出剩余 {printQuantity(mode, -rest)}</span>}
        <WriteFault error={fault} onReload={() => { forgetFault(); onReload() }} />
      </span>
      <Button type="primary" disabled={!canSend} loading={isBusy} onClick={() => void send()}>{lines.length > 0 ? `确认派车（${lines.length} 车）` : '确认派车'}</Button>
    </>
  )
}

function MadeDialog({ appointment: { made, closeMade }, isMore }: { appointment: Appointment; isMore: boolean }) {
  return (
    <Modal open={made !== undefined} title="派车成功" onCancel={closeMade} footer={<><Link className="ys-link" to={taskListUrl('tasks')} onClick={closeMade}>返回任务列表</Link>　<Button type="primary" onClick={closeMade}>{isMore ? '继续派车' : '知道了'}</Button></>}>
      <p>已生成 {made?.waybills.length ?? 0} 张运单：</p>
      <ul>{made?.waybills.map(({ id, waybillNo, plate }) => <li key={id}><Link className="ys-link" to={screenUrl('WaybillDetails', { id })} onClick={closeMade}>{waybillNo}</Link> {plate}</li>)}</ul>
    </Modal>
  )
}
