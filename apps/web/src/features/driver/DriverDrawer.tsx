// Registering a driver, or changing one, in a drawer; numbers the person may not see stay as they are.
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
import { Form, Input, type FormInstance } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RuledInput } from '../../ui/fields/RuledInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { ExpiryHint } from '../../parts/fleet/ExpiryHint.tsx'
import '../../parts/fleet/fleet.css'
import type { CallFormProps } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { driverChange, driverInitial, isMasked } from './driverForm.ts'
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
const unlessMasked =
  (check: (text: string) => string | undefined) =>
  (text: string): string | undefined =>
    isMasked(text) ? undefined : check(text)
const qualificationRule = unlessMasked(checkQualification)
const licenceRule = unlessMasked(checkLicenceNo)
// stars stand for what may not be seen: they are kept until something else is typed
const tidy = (text: string): string => (isMasked(text) ? text : tidyNumber(text))

function DriverFields({ driver, form }: { driver: DriverDetails | undefined; form: FormInstance }) {
  const licenceClass: unknown = Form.useWatch('licenceClass', form)
  const isBusiness = Form.useWatch<unknown>('taxKind', form) === 'BUSINESS'
  const needs = typeof licenceClass === 'string' && needsQualification(licenceClass)
  return (
    <div className="ys-form-grid">
      <Field name="name" label="姓名">
        <TextInput max={30} />
      </Field>
      {driver && isMasked(driver.mobile) ? (
        <Hidden label="手机号" text={driver.mobile} />
      ) : (
        <Field name="mobile" required>
          <RuledInput check={checkMobile} tidy={tidyNumber} max={13} />
        </Field>
      )}
      {driver && isMasked(driver.idNo) ? (
        <Hidden label="身份证号" text={driver.idNo} />
      ) : (
        <Field name="idNo" required>
          <RuledInput check={checkDriver} tidy={tidyNumber} max={20} />
        </Field>
      )}
      <Field name="idCardExpiry" hint={<ExpiryHint name="idCardExpiry">长期有效请选 2099-12-31</ExpiryHint>}>
        <DateInput />
      </Field>
      <Field name="licenceNo" hint="一般与身份证号相同">
        <RuledInput check={licenceRule} tidy={tidy} max={20} disabled={isMasked(driver?.licenceNo)} />
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
        required={needs}
        hint={needs ? '一般与身份证号相同' : '只驾驶 4.5 吨及以下车辆的司机免办'}
      >
        <RuledInput check={qualificationRule} tidy={tidy} max={20} disabled={isMasked(driver?.qualificationNo)} />
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

/** A number that stays as it is, because the person may not see it whole. */
function Hidden({ label, text }: { label: string; text: string }) {
  return (
    <div className="ys-field ys-fleet-hidden">
      <span>{label}</span>
      <Input disabled value={text} aria-label={label} />
      <span className="ys-weak">无查看完整信息的权限，保存时保持不变</span>
    </div>
  )
}
