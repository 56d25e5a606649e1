// Registering a driver, or changing one, in a drawer; masked numbers nobody touches stay as they are.
import { addDriver, updateDriver, type DriverDetails } from '@yunshu/contract/fleet/driver'
import { staleAfter } from '@yunshu/contract/topics'
import { checkLicenceNo, driverTaxKinds, needsQualification } from '@yunshu/domain/fleet/papers'
import {
  checkDriverIdNo,
  checkMobile,
  checkQualification,
  checkUscc,
  tidyNumber,
} from '@yunshu/domain/identity/identity'
import { Form, type FormInstance } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RuledInput } from '../../ui/fields/RuledInput.tsx'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { ExpiryHint } from '../../parts/fleet/ExpiryHint.tsx'
import '../../parts/fleet/fleet.css'
import type { CallFormProps } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { driverChange, driverInitial } from './driverForm.ts'
import { classOptions } from './driverOptions.ts'

interface DriverDrawerProps {
  /** The driver to change; undefined registers a new one. */
  driver: DriverDetails | undefined
  onClose: () => void
  /** Hears the id of a new driver. */
  onAdded?: (id: string) => void
}

export function DriverDrawer({ driver, onClose, onAdded }: DriverDrawerProps) {
  const [form] = Form.useForm()
  const common = { form, submitText: '保存', open: true, onClose, invalidates: staleAfter('driver') }
  if (driver) return <ChangeDrawer {...common} driver={driver} />
  return (
    <FormDrawer
      {...common}
      call={addDriver}
      title="登记司机"
      done={({ id }) => {
        toast.success('已登记，请上传证件并提交审核')
        onClose()
        onAdded?.(id)
      }}
    >
      <DriverFields driver={undefined} form={form} />
    </FormDrawer>
  )
}

type Common = Pick<CallFormProps<typeof updateDriver>, 'invalidates'> & {
  form: FormInstance
  submitText: string
  open: boolean
  onClose: () => void
}

function ChangeDrawer({ driver, ...common }: Common & { driver: DriverDetails }) {
  const { version, notice } = useSeen(driver)
  const { id, paper } = driver
  return (
    <FormDrawer
      {...common}
      call={updateDriver}
      title={`修改司机 ${driver.name}`}
      initial={driverInitial(driver)}
      follows
      fixed={{ id, version }}
      toInput={values => driverChange(values, driver)}
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
      <DriverFields driver={driver} form={common.form} />
    </FormDrawer>
  )
}

const checkDriver = (text: string): string | undefined => checkDriverIdNo(text, serverNow())

function DriverFields({ driver, form }: { driver: DriverDetails | undefined; form: FormInstance }) {
  const licenceClass: unknown = Form.useWatch('licenceClass', form)
  const isBusiness = Form.useWatch<unknown>('taxKind', form) === 'BUSINESS'
  const needs = typeof licenceClass === 'string' && needsQualification(licenceClass)
  return (
    <div className="ys-form-grid">
      <Field name="name" label="姓名">
        <TextInput max={30} />
      </Field>
      <Field name="mobile" required>
        <RuledInput check={checkMobile} tidy={tidyNumber} max={13} />
      </Field>
      <Field name="idNo" required={driver === undefined}>
        <NumberInput mask={driver?.idNo} check={checkDriver} max={20} />
      </Field>
      <Field name="idCardExpiry" hint={<ExpiryHint name="idCardExpiry">长期有效请选 2099-12-31</ExpiryHint>}>
        <DateInput />
      </Field>
      <Field name="licenceNo" hint="一般与身份证号相同">
        <NumberInput mask={driver?.licenceNo} check={checkLicenceNo} canEmpty max={20} />
      </Field>
      <Field name="licenceClass">
        <ChoiceSelect options={classOptions(driver?.licenceClass)} />
      </Field>
      <Field name="licenceFrom">
        <DateInput />
      </Field>
      <Field name="licenceExpiry" label="驾驶证有效期止" hint={<ExpiryHint name="licenceExpiry" />}>
        <DateInput />
      </Field>
      <Field name="licenceIssuer" label="驾驶证发证机关">
        <TextInput max={60} />
      </Field>
      <Field
        name="qualificationNo"
        required={needs && driver?.qualificationNo === undefined}
        hint={needs ? '一般与身份证号相同' : '只驾驶 4.5 吨及以下车辆的司机免办'}
      >
        <NumberInput mask={driver?.qualificationNo} check={checkQualification} canEmpty={!needs} max={20} />
      </Field>
      <Field name="qualificationExpiry" required={needs} hint={<ExpiryHint name="qualificationExpiry" />}>
        <DateInput />
      </Field>
      <Field name="taxKind" hint="代办税费与涉税报送用">
        <KeySelect table={driverTaxKinds} placeholder="请选择" />
      </Field>
      {isBusiness && (
        <Field name="taxNo" required hint="个体工商户的统一社会信用代码">
          <RuledInput check={checkUscc} tidy={tidyNumber} max={20} />
        </Field>
      )}
      <Field name="taxOffice">
        <TextInput max={60} />
      </Field>
    </div>
  )
}
