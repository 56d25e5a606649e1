// One truck of an appointment: vehicle, driver, how much, and when it loads.
import type { AppointView } from '@yunshu/contract/task'
import { quantityModes } from '@yunshu/domain/goods'
import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, type ReactNode } from 'react'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { QuantityInput, WeightInput } from '../../ui/fields/FigureInput.tsx'
import { changeLine, overweightNote, type Driver, type Line, type Vehicle } from './appointLines.ts'

interface LineEditorProps {
  index: number
  line: Line
  view: AppointView
  vehicle: Vehicle | undefined
  driver: Driver | undefined
  /** By field; the empty field is the line as a whole. */
  faults: Readonly<Record<string, string>>
  onChange: (next: Line) => void
  onRemove: () => void
}

export function LineEditor({ index, line, view, vehicle, driver, faults, onChange, onRemove }: LineEditorProps) {
  const mode = view.task.quantityMode
  const change = (part: Partial<Line>): void => onChange(changeLine(view, line, part))
  const name = vehicle?.name ?? '车辆'
  const note = overweightNote(view, line, vehicle)
  return (
    <fieldset className={Object.keys(faults).length > 0 ? 'tk-line tk-line-bad' : 'tk-line'} aria-label={`第 ${index + 1} 车 ${name}`}>
      <span>
        <strong>{index + 1}. {name}</strong> <span className="ys-weak">{vehicle?.note}</span><br />
        {driver?.name} <span className="ys-weak">{driver?.licenceClass} {driver?.mobile}</span>
      </span>
      <Button type="text" danger aria-label={`移除 ${name}`} title="移除" icon={<DeleteOutlined />} onClick={onRemove} />
      <div className="ys-form-grid">
        {mode !== 'BY_TRUCK' && <Labelled label={`数量（${quantityModes[mode].unit}）`} fault={faults['qty']}>{(id) => <QuantityInput id={id} mode={mode} value={line.qty} onChange={(qty) => change({ qty })} />}</Labelled>}
        {mode !== 'BY_TON' && <Labelled label="装载重量" fault={faults['weightG']}>{(id) => <WeightInput id={id} value={line.weightG} onChange={(weightG) => change({ weightG })} />}</Labelled>}
        <Labelled label="计划装货时间" fault={faults['plannedLoadAt']}>{(id) => <DateTimeInput id={id} value={line.plannedLoadAt} onChange={(plannedLoadAt) => change({ plannedLoadAt })} placeholder="不填为尽快装货" />}</Labelled>
      </div>
      {note !== undefined && <output className="tk-warn">{note}</output>}
      {Object.entries(faults).filter(([field]) => !isDrawn(field, mode)).map(([field, fault]) => <span key={field} className="ys-fault tk-faults" role="alert">{fault}</span>)}
    </fieldset>
  )
}

const isDrawn = (field: string, mode: AppointView['task']['quantityMode']): boolean =>
  (field === 'qty' && mode !== 'BY_TRUCK') || (field === 'weightG' && mode !== 'BY_TON') || field === 'plannedLoadAt'

function Labelled({ label, fault, children }: { label: string; fault: string | undefined; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="ys-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault !== undefined && <span className="ys-fault" role="alert">{fault}</span>}
    </div>
  )
}
