// Registering a vehicle, or changing one, in a drawer.
import type { Input } from '@yunshu/contract/call'
import { staleAfter } from '@yunshu/contract/topics'
import { addVehicle, updateVehicle, VehicleInput, type VehicleDetails } from '@yunshu/contract/fleet/vehicle'
import { checkTerminal, isLight, useCharacters } from '@yunshu/domain/fleet/papers'
import { checkTransportCert, tidyNumber } from '@yunshu/domain/identity/identity'
import { checkPlate, checkVin, warnVin } from '@yunshu/domain/fleet/plate'
import { grams, parseTons, printTons, type Grams } from '@yunshu/domain/figures/weight'
import { Form, type FormInstance } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { Section } from '../../ui/Facts.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { FigureInput, WholeInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RuledInput } from '../../ui/fields/RuledInput.tsx'
import { normalPlate, PlateInput, TextInput } from '../../ui/fields/TextInput.tsx'
import { ExpiryHint } from '../../parts/fleet/ExpiryHint.tsx'
import type { CallFormProps } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import {
  colourOptions,
  energyOptions,
  fittingColour,
  isTractor,
  lengthOf,
  printLength,
  typeOptions,
} from './vehicleOptions.ts'

interface VehicleDrawerProps {
  /** The vehicle to change; undefined registers a new one. */
  vehicle: VehicleDetails | undefined
  onClose: () => void
  /** Hears the id of a new vehicle. */
  onAdded?: (id: string) => void
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Initial values of the form of an existing vehicle. */
function initialOf(vehicle: VehicleDetails): Partial<Input<typeof updateVehicle>> {
  return Object.fromEntries(
    Object.keys(VehicleInput.shape).map(field => [field, Reflect.get(vehicle, field) as unknown]),
  )
}

export function VehicleDrawer({ vehicle, onClose, onAdded }: VehicleDrawerProps) {
  const [form] = Form.useForm()
  const common = {
    form,
    submitText: '保存',
    open: true,
    onClose,
    invalidates: staleAfter('vehicle'),
    // the colour must fit plate and type
    onChange: (values: { plate?: unknown; typeCode?: unknown; plateColor?: unknown }) => {
      const next = fittingColour(text(values.plate), text(values.typeCode), text(values.plateColor))
      if (next !== values.plateColor) form.setFieldValue('plateColor', next)
    },
  }
  if (vehicle) return <ChangeDrawer {...common} vehicle={vehicle} />
  return (
    <FormDrawer
      {...common}
      call={addVehicle}
      title="登记车辆"
      initial={{ energy: 'B' }}
      done={({ id }) => {
        toast.success('已登记，请上传证件并提交审核')
        onClose()
        onAdded?.(id)
      }}
    >
      <VehicleFields form={form} />
    </FormDrawer>
  )
}

type Common = Pick<CallFormProps<typeof updateVehicle>, 'invalidates' | 'onChange'> & {
  form: FormInstance
  submitText: string
  open: boolean
  onClose: () => void
}

function ChangeDrawer({ vehicle, ...common }: Common & { vehicle: VehicleDetails }) {
  const { version, notice } = useSeen(vehicle)
  const { id, plate, paper } = vehicle
  return (
    <FormDrawer
      {...common}
      call={updateVehicle}
      title={`修改车辆 ${plate}`}
      initial={initialOf(vehicle)}
      follows
      fixed={{ id, version }}
      done={() => {
        toast.success('已保存')
        common.onClose()
      }}
      summary={
        (paper === 'approved' || paper === 'expired') && (
          <span className="ys-weak">证件内容变更后须重新审核，审核期间不能接单</span>
        )
      }
    >
      {notice}
      <VehicleFields form={common.form} />
    </FormDrawer>
  )
}

function VehicleFields({ form }: { form: FormInstance }) {
  const plate = text(Form.useWatch('plate', form))
  const typeCode = text(Form.useWatch('typeCode', form))
  const vin = text(Form.useWatch('vin', form))
  const tonnage = figure(Form.useWatch('tonnageG', form))
  const gross = figure(Form.useWatch('grossG', form))
  const light = isLight(grams(gross))
  return (
    <>
      <Section title="车辆">
        <div className="ys-form-grid">
          <Field name="plate">
            <PlateInput />
          </Field>
          <Field name="plateColor" hint="只列出与车牌号、车辆类型相符的颜色">
            <ChoiceSelect options={colourOptions(plate, typeCode)} />
          </Field>
          <Field name="typeCode">
            <ChoiceSelect options={typeOptions} placeholder="输入名称或代码查找" />
          </Field>
          <Field name="energy">
            <ChoiceSelect options={energyOptions} />
          </Field>
          <Field name="tonnageG" hint={isTractor(typeCode) ? '牵引车填准牵引总质量' : undefined}>
            <LeastWeight least={1} fault="核定载质量须大于0" />
          </Field>
          <Field name="grossG">
            <LeastWeight
              least={isTractor(typeCode) ? 1 : Math.max(tonnage, 1)}
              fault={isTractor(typeCode) ? '总质量须大于0' : '总质量不能小于核定载质量'}
            />
          </Field>
          <Field name="lengthDm" hint="车厢长度">
            <LengthInput />
          </Field>
          <Field name="axles">
            <WholeInput unit="轴" />
          </Field>
          <Field name="trailerPlate" hint="牵引车常挂的挂车">
            <RuledInput check={checkPlate} tidy={normalPlate} max={12} />
          </Field>
        </div>
      </Section>
      <LicenceFields vin={vin} light={light} />
      <TransportFields light={light} gross={gross} />
    </>
  )
}

function LicenceFields({ vin, light }: { vin: string | undefined; light: boolean }) {
  const warning = vin === undefined || vin === '' ? undefined : warnVin(vin)
  return (
    <Section title="行驶证">
      <div className="ys-form-grid">
        <Field name="licenceExpiry" label="行驶证有效期" hint={<ExpiryHint name="licenceExpiry" />}>
          <DateInput />
        </Field>
        <Field name="owner" hint="行驶证上的所有人" required={light}>
          <TextInput max={60} />
        </Field>
        <Field name="vin" hint={warning && <span className="ys-fleet-warn">{warning}</span>} required={light}>
          <RuledInput check={checkVin} tidy={tidyNumber} max={20} />
        </Field>
        <Field name="engineNo">
          <TextInput max={30} />
        </Field>
        <Field name="useCharacter" required={light}>
          <KeySelect table={useCharacters} placeholder="请选择" />
        </Field>
        <Field name="issuer" required={light}>
          <TextInput max={60} placeholder="如 石家庄市公安局交通管理局" />
        </Field>
        <Field name="registerDate" required={light}>
          <DateInput />
        </Field>
        <Field name="issueDate" required={light}>
          <DateInput />
        </Field>
        <Field name="annualCheckExpiry" hint={<ExpiryHint name="annualCheckExpiry" />}>
          <DateInput />
        </Field>
      </div>
    </Section>
  )
}

function TransportFields({ light, gross }: { light: boolean; gross: number }) {
  const optional = light ? '4.5 吨及以下车辆免办，可不填' : undefined
  return (
    <Section title="运输证、保险与终端">
      <div className="ys-form-grid">
        <Field name="transportCertNo" required={!light && gross > 0} hint={optional}>
          <RuledInput check={checkTransportCert} tidy={tidyNumber} max={24} />
        </Field>
        <Field
          name="transportCertExpiry"
          required={!light && gross > 0}
          hint={<ExpiryHint name="transportCertExpiry" />}
        >
          <DateInput />
        </Field>
        <Field name="insuranceExpiry" hint={<ExpiryHint name="insuranceExpiry" />}>
          <DateInput />
        </Field>
        <Field name="terminalId" hint="北斗定位终端，11至20位数字">
          <RuledInput check={checkTerminal} tidy={tidyNumber} max={24} />
        </Field>
        <Field name="terminalProvider">
          <TextInput max={30} />
        </Field>
      </div>
    </Section>
  )
}

const figure = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Weight in tons that is at least so many grams. */
function LeastWeight({ least, fault, ...props }: FieldProps<Grams> & { least: number; fault: string }) {
  const read = (typed: string): Grams | undefined => {
    const weight = parseTons(typed)
    return weight !== undefined && weight >= least ? weight : undefined
  }
  return <FigureInput {...props} read={read} print={printTons} fault={fault} unit="吨" />
}

/** Length in metres, held in decimetres. */
const LengthInput = (props: FieldProps<number>) => (
  <FigureInput {...props} read={lengthOf} print={printLength} fault="车长应为1至30米，最多一位小数" unit="米" />
)
