// Registering a driver, or changing one, in a drawer; numbers the person may not see stay as they are.
import { staleAfter } from '@yunshu/contract/topics'
import { addDriver, updateDriver, type DriverRow } from '@yunshu/contract/vehicle'
import { checkDriverIdNo, checkMobile, checkQualification, tidyNumber } from '@yunshu/domain/identity'
import { Input } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { driverChange, driverInitial, isMasked } from './driverForm.ts'
import { classOptions } from './fleetOptions.ts'
import { RuledInput } from './RuledInput.tsx'

interface DriverDrawerProps {
  /** The driver to change; undefined registers a new one. */
  driver: DriverRow | undefined
  onClose: () => void
}

export function DriverDrawer({ driver, onClose }: DriverDrawerProps) {
  const common = {
    submitText: '保存', open: true, onClose, invalidates: staleAfter('driver'),
    done: () => {
      toast.success(driver ? '已保存' : '已登记，等待认证')
      onClose()
    },
  }
  const fields = <DriverFields driver={driver} />
  if (!driver) return <FormDrawer {...common} call={addDriver} title="登记司机">{fields}</FormDrawer>
  const { id, version } = driver
  return <FormDrawer {...common} call={updateDriver} title={`修改司机 ${driver.name}`} initial={driverInitial(driver)} fixed={{ id, version }} toInput={(values) => driverChange(values, driver)}>{fields}</FormDrawer>
}

const checkDriver = (text: string): string | undefined => checkDriverIdNo(text, serverNow())
const allowed = (text: string): string | undefined => (isMasked(text) ? undefined : checkQualification(text))
// stars stand for what may not be seen: they are kept until something else is typed
const tidy = (text: string): string => (isMasked(text) ? text : tidyNumber(text))

function DriverFields({ driver }: { driver: DriverRow | undefined }) {
  return (
    <div className="ys-form-grid">
      <Field name="name" label="姓名"><TextInput max={30} /></Field>
      {driver && isMasked(driver.mobile) ? <Hidden label="手机号" text={driver.mobile} /> : <Field name="mobile" required><RuledInput check={checkMobile} tidy={tidyNumber} max={13} /></Field>}
      {driver && isMasked(driver.idNo) ? <Hidden label="身份证号" text={driver.idNo} /> : <Field name="idNo" required><RuledInput check={checkDriver} tidy={tidyNumber} max={20} /></Field>}
      <Field name="licenceClass"><ChoiceSelect options={classOptions(driver?.licenceClass)} /></Field>
      <Field name="licenceExpiry" label="驾驶证有效期"><DateInput /></Field>
      <Field name="qualificationNo" hint="一般与身份证号相同"><RuledInput check={allowed} tidy={tidy} max={20} disabled={driver !== undefined && isMasked(driver.qualificationNo)} /></Field>
      <Field name="qualificationExpiry"><DateInput /></Field>
    </div>
  )
}

/** A number that stays as it is, because the person may not see it whole. */
function Hidden({ label, text }: { label: string; text: string }) {
  return (
    <div className="ys-field vh-hidden">
      <span>{label}</span>
      <Input disabled value={text} aria-label={label} />
      <span className="ys-weak">无查看完整信息的权限，保存时保持不变</span>
    </div>
  )
}
