// Registering a vehicle, or changing one, in a drawer.
import { staleAfter } from '@yunshu/contract/topics'
import { addVehicle, updateVehicle, type VehicleRow } from '@yunshu/contract/vehicle'
import { checkTransportCert, tidyNumber } from '@yunshu/domain/identity'
import { checkVin, warnVin } from '@yunshu/domain/plate'
import { parseTons, printTons, type Grams } from '@yunshu/domain/weight'
import { Form, type FormInstance } from 'antd'
import { toast } from '../../lib/toast.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { FigureInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { PlateInput, TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { colourOptions, energyOptions, fittingColour, typeOptions } from './fleetOptions.ts'
import { RuledInput } from './RuledInput.tsx'

interface VehicleDrawerProps {
  /** The vehicle to change; undefined registers a new one. */
  vehicle: VehicleRow | undefined
  onClose: () => void
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export function VehicleDrawer({ vehicle, onClose }: VehicleDrawerProps) {
  const [form] = Form.useForm()
  const common = {
    form, submitText: '保存', open: true, onClose, invalidates: staleAfter('vehicle'),
    // the colour must fit plate and type
    onChange: (values: { plate?: unknown; typeCode?: unknown; plateColor?: unknown }) => {
      const next = fittingColour(text(values.plate), text(values.typeCode), text(values.plateColor))
      if (next !== values.plateColor) form.setFieldValue('plateColor', next)
    },
    done: () => {
      toast.success(vehicle ? '已保存' : '已登记，等待认证')
      onClose()
    },
  }
  const fields = <VehicleFields form={form} />
  if (!vehicle) return <FormDrawer {...common} call={addVehicle} title="登记车辆" initial={{ energy: 'B' }}>{fields}</FormDrawer>
  const { id, version, plate, plateColor, typeCode, energy, tonnageG, grossG, transportCertNo, transportCertExpiry, licenceExpiry, owner, vin } = vehicle
  const initial = { plate, plateColor, typeCode, energy, tonnageG, grossG, transportCertNo, transportCertExpiry, licenceExpiry, owner, vin }
  return <FormDrawer {...common} call={updateVehicle} title={`修改车辆 ${plate}`} initial={initial} fixed={{ id, version }}>{fields}</FormDrawer>
}

function VehicleFields({ form }: { form: FormInstance }) {
  const plate = text(Form.useWatch('plate', form))
  const typeCode = text(Form.useWatch('typeCode', form))
  const vin = text(Form.useWatch('vin', form))
  const watched: unknown = Form.useWatch('tonnageG', form)
  const tonnage = typeof watched === 'number' ? watched : 0
  const warning = vin === undefined || vin === '' ? undefined : warnVin(vin)
  return (
    <div className="ys-form-grid">
      <Field name="plate"><PlateInput /></Field>
      <Field name="plateColor" hint="只列出与车牌号、车辆类型相符的颜色"><ChoiceSelect options={colourOptions(plate, typeCode)} /></Field>
      <Field name="typeCode"><ChoiceSelect options={typeOptions} placeholder="输入名称或代码查找" /></Field>
      <Field name="energy"><ChoiceSelect options={energyOptions} /></Field>
      <Field name="tonnageG" hint="牵引车填准牵引总质量"><LeastWeight least={1} fault="核定载质量须大于0" /></Field>
      <Field name="grossG"><LeastWeight least={tonnage} fault="总质量不能小于核定载质量" /></Field>
      <Field name="licenceExpiry" label="行驶证有效期"><DateInput /></Field>
      <Field name="transportCertNo"><RuledInput check={checkTransportCert} tidy={tidyNumber} max={24} /></Field>
      <Field name="transportCertExpiry"><DateInput /></Field>
      <Field name="owner" hint="行驶证上的所有人"><TextInput max={60} /></Field>
      <Field name="vin" hint={warning && <span className="vh-warn">{warning}</span>}><RuledInput check={checkVin} tidy={tidyNumber} max={20} /></Field>
    </div>
  )
}

/** Weight in tons that is at least so many grams. */
function LeastWeight({ least, fault, ...props }: FieldProps<Grams> & { least: number; fault: string }) {
  const read = (typed: string): Grams | undefined => {
    const weight = parseTons(typed)
    return weight !== undefined && weight >= least ? weight : undefined
  }
  return <FigureInput {...props} read={read} print={printTons} fault={fault} unit="吨" />
}
