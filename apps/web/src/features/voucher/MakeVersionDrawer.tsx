// Proposing a version of the posting rules from a coming day on.
import { makePostingVersion } from '@yunshu/contract/voucher/posting'
import { staleAfter } from '@yunshu/contract/topics'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { accountOf } from '@yunshu/domain/voucher/chart'
import { ruleCodes, vatRates, type RuleCode, type VatRate } from '@yunshu/domain/voucher/postingRules'
import { transportVat } from '@yunshu/domain/voucher/postings'
import { costAccounts, type CostAccount } from '@yunshu/domain/voucher/shares'
import { printVat } from '@yunshu/domain/figures/decimal'
import { Checkbox, Form, Select } from 'antd'
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

interface Choice<V> {
  readonly value: V
  readonly label: string
}
/** Charges by the choice they have: a charge under one choice leaves the others. */
function ChosenCodes<V extends string | number>({
  choices,
  of,
  onChange,
}: {
  choices: readonly Choice<V>[]
  of: (code: RuleCode) => V | undefined
  onChange: (next: { code: RuleCode; value: V }[]) => void
}) {
  const held = ruleCodes.flatMap(code => {
    const value = of(code)
    return value === undefined ? [] : [{ code, value }]
  })
  const put = (value: V, codes: readonly RuleCode[]): void =>
    onChange([
      ...held.filter(each => each.value !== value && !codes.includes(each.code)),
      ...codes.map(code => ({ code, value })),
    ])
  return choices.map(({ value, label }) => (
    <label key={value} className="vc-trial-field">
      <span>{label}</span>
      <Select<RuleCode[]>
        mode="multiple"
        aria-label={label}
        options={options}
        value={held.filter(each => each.value === value).map(({ code }) => code)}
        onChange={codes => put(value, codes)}
      />
    </label>
  ))
}

const costChoices = costAccounts
  .filter(code => code !== '6401.01')
  .map(value => ({ value, label: `${value} ${accountOf(value).name}` }))
const rateChoices = vatRates.filter(rate => rate !== transportVat).map(value => ({ value, label: printVat(value) }))

/** Charges of carriers whose cost is not that of freight. */
function CostsInput({ value, onChange }: FieldProps<{ code: RuleCode; account: CostAccount }[]>) {
  const held = Array.isArray(value) ? value : []
  return (
    <ChosenCodes
      choices={costChoices}
      of={code => held.find(each => each.code === code)?.account}
      onChange={next => onChange?.(next.map(each => ({ code: each.code, account: each.value })))}
    />
  )
}

/** Charges of shippers whose rate is not that of transport. */
function RatesInput({ value, onChange }: FieldProps<{ code: RuleCode; vatBp: VatRate }[]>) {
  const held = Array.isArray(value) ? value : []
  return (
    <ChosenCodes
      choices={rateChoices}
      of={code => held.find(each => each.code === code)?.vatBp}
      onChange={next => onChange?.(next.map(each => ({ code: each.code, vatBp: each.value })))}
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
      initial={{ serviceCodes: [], costAccounts: [], vatRates: [] }}
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
      <Field name="costAccounts" label="承运侧科目" hint="没有选的费用计入运费成本（6401.01）" wide>
        <CostsInput />
      </Field>
      <Field name="vatRates" label="货主费用的税率" hint="没有选的费用按 9%；一张发票只有一个税率" wide>
        <RatesInput />
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
