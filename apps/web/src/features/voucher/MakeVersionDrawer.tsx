// Proposing a version of the posting rules from a coming day on.
import { makePostingVersion } from '@yunshu/contract/voucher/posting'
import { staleAfter } from '@yunshu/contract/topics'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { ruleCodes, type RuleCode } from '@yunshu/domain/voucher/postingRules'
import { Checkbox, Form } from 'antd'
import { toast } from '../../lib/toast.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('posting')
const options = ruleCodes.map(value => ({ value, label: chargeCodes[value].label }))

/** The charges that are revenue of services. */
function CodesInput({ id, value, onChange }: FieldProps<RuleCode[]>) {
  return (
    <Checkbox.Group
      {...(id === undefined ? {} : { id })}
      options={options}
      value={Array.isArray(value) ? value : []}
      onChange={next => onChange?.(next)}
    />
  )
}

export function MakeVersionDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  return (
    <FormDrawer
      form={form}
      call={makePostingVersion}
      title="新建记账规则版本"
      submitText="提交复核"
      initial={{ serviceCodes: [] }}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ versionNo }) => {
        toast.success(`已提交 ${versionNo}，待另一人复核`)
        onClose()
      }}
    >
      <p>
        勾选的费用计入服务费收入（6051.01），其余计入运输收入（6001.01）。签收日不早于生效日期的运单按新版本记账，已记的账不变。
      </p>
      <Field name="serviceCodes" wide>
        <CodesInput />
      </Field>
      <div className="ys-form-grid">
        <Field name="effectiveFrom" hint="最早明天">
          <DateInput />
        </Field>
        <Field name="branchId" hint="不选时用于没有自己版本的全部分公司">
          <BranchSelect />
        </Field>
        <Field name="note" label="说明" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
    </FormDrawer>
  )
}
