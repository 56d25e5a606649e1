// One truck of an appointment: vehicle, driver, how much, when it loads, and who is paid.
import type { AppointView } from '@yunshu/contract/task/task'
import { quantityModes } from '@yunshu/domain/goods/goods'
import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, type ReactNode } from 'react'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { QuantityInput, WeightInput } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { againstUsual, changeLine, overweightNote, type Line } from './appointLines.ts'
import { DriverSelect } from './DriverSelect.tsx'
import { lineId } from './PlanChips.tsx'

interface LineEditorProps {
  index: number
  line: Line
  view: AppointView
  /** The whole plan. */
  lines: readonly Line[]
  /** By field; the empty field is the line as a whole. */
  faults: Readonly<Record<string, string>>
  onChange: (next: Line) => void
  onRemove: () => void
}

/** The reason a line has no driver yet: the usual one cannot go, or none ever drove the vehicle. */
function whyNoDriver({ vehicle, driver, key }: Line, lines: readonly Line[]): string | undefined {
  if (driver) return undefined
  if (!vehicle.driver) return '这辆车还没有派过车，请选择司机'
  const others = lines.map(line => (line.key === key ? { ...line, driver: undefined } : line))
  const against = againstUsual(vehicle, others)
  return against.length === 0 ? undefined : `常用司机${vehicle.driver.name}：${against.join('；')}`
}

export function LineEditor({ index, line, lines, view, faults, onChange, onRemove }: LineEditorProps) {
  const { vehicle, driver } = line
  const taken = new Set(lines.flatMap(other => (other.key === line.key || !other.driver ? [] : [other.driver.id])))
  const mode = view.task.quantityMode
  const change = (part: Partial<Line>): void => onChange(changeLine(view, line, part))
  const note = overweightNote(view, line)
  return (
    <fieldset
      id={lineId(line.key)}
      tabIndex={-1}
      className={Object.keys(faults).length > 0 ? 'tk-line tk-line-bad' : 'tk-line'}
      aria-label={`第 ${index + 1} 车 ${vehicle.name}`}
    >
      <LineHead {...{ index, line, view, onRemove }} />
      <div className="ys-form-grid">
        <Labelled label="司机" fault={faults['driverId']} note={whyNoDriver(line, lines)}>
          {id => (
            <DriverSelect
              id={id}
              taskId={view.task.id}
              vehicle={vehicle}
              value={driver}
              taken={taken}
              onChange={next => change({ driver: next })}
            />
          )}
        </Labelled>
        {mode !== 'BY_TRUCK' && (
          <Labelled label={`数量(${quantityModes[mode].unit})`} fault={faults['qty']}>
            {id => <QuantityInput id={id} mode={mode} value={line.qty} onChange={qty => change({ qty })} />}
          </Labelled>
        )}
        {mode !== 'BY_TON' && (
          <Labelled
            label="装载重量"
            fault={faults['weightG']}
            note={line.isShared ? '按货源总重均摊，请核对' : undefined}
          >
            {id => <WeightInput id={id} value={line.weightG} onChange={weightG => change({ weightG })} />}
          </Labelled>
        )}
        <Labelled label="计划装货时间" fault={faults['plannedLoadAt']}>
          {id => (
            <DateTimeInput
              id={id}
              value={line.plannedLoadAt}
              onChange={plannedLoadAt => change({ plannedLoadAt })}
              placeholder="不填为尽快装货"
            />
          )}
        </Labelled>
        <PayeeField line={line} fault={faults['payeeId']} change={change} />
      </div>
      {note !== undefined && <output className="tk-warn">{note}</output>}
      {Object.entries(faults)
        .filter(([field]) => !isDrawn(field, line, mode))
        .map(([field, fault]) => (
          <span key={field} className="ys-fault tk-faults" role="alert">
            {fault}
          </span>
        ))}
    </fieldset>
  )
}

/** The vehicle, and the way to take it out of the plan. */
function LineHead({
  index,
  line: { vehicle },
  view,
  onRemove,
}: Pick<LineEditorProps, 'index' | 'line' | 'view' | 'onRemove'>) {
  const trailer = vehicle.trailerPlate ?? (view.isDropAndHook ? '未登记' : undefined)
  return (
    <>
      <span>
        <strong>
          {index + 1}. {vehicle.name}
        </strong>{' '}
        <span className="ys-weak">
          {vehicle.note}
          {trailer === undefined ? '' : ` · 挂车 ${trailer}`}
          {view.isDropAndHook ? ' · 甩挂运输' : ''}
        </span>
      </span>
      <Button
        type="text"
        danger
        aria-label={`移除 ${vehicle.name}`}
        title="移除，撤销这一车"
        icon={<DeleteOutlined />}
        onClick={onRemove}
      />
    </>
  )
}

interface PayeeFieldProps {
  line: Line
  fault: string | undefined
  change: (part: Partial<Line>) => void
}

/** The payee: the carrier, or one of the payees of the driver. */
function PayeeField({ line, fault, change }: PayeeFieldProps) {
  const { driver } = line
  return (
    <>
      {driver && driver.payees.length > 0 && (
        <Labelled label="收款人" fault={fault}>
          {id => (
            <ChoiceSelect
              id={id}
              placeholder="承运商收款"
              options={driver.payees.map(payee => ({ value: payee.id, label: payee.name }))}
              {...(line.payeeId === undefined ? {} : { value: line.payeeId })}
              onChange={next => change({ payeeId: isUnreadable(next) ? undefined : next })}
            />
          )}
        </Labelled>
      )}
    </>
  )
}

const isDrawn = (field: string, { driver }: Line, mode: AppointView['task']['quantityMode']): boolean =>
  field === 'driverId' ||
  (field === 'qty' && mode !== 'BY_TRUCK') ||
  (field === 'weightG' && mode !== 'BY_TON') ||
  field === 'plannedLoadAt' ||
  (field === 'payeeId' && driver !== undefined && driver.payees.length > 0)

function Labelled({
  label,
  fault,
  note,
  children,
}: {
  label: string
  fault: string | undefined
  /** A thing to look at that is no fault. */
  note?: string | undefined
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="ys-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault !== undefined && (
        <span className="ys-fault" role="alert">
          {fault}
        </span>
      )}
      {note !== undefined && <span className="tk-look">{note}</span>}
    </div>
  )
}
