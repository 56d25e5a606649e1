// Rules for cargo lost on the way, for the proof of delivery, and for weighing.
import { parseKg, grams, printKg } from '@yunshu/domain/figures/weight'
import { lossBases, lossKinds, lossScopes, roundings } from '@yunshu/domain/goods/goods'
import { printDecimal, readDecimal } from '@yunshu/domain/figures/decimal'
import { Form, type FormInstance } from 'antd'
import { FigureInput, UnitPriceInput, WholeInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { FlagInput } from '../../ui/fields/FlagInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'

// thousandths of a ‰ on the wire
const readPermille = (text: string): number | undefined => {
  const read = readDecimal(text.replace(/‰$/, ''), 3)
  return read !== undefined && read >= 0 && read <= 1_000_000 ? read : undefined
}
const printPermille = (allow: number): string => printDecimal(allow, 3, 0)
const readKg = (text: string): number | undefined => parseKg(text)
const printAllowKg = (allow: number): string => printKg(grams(allow))

/** The loss without deduction, in ‰ or in kilograms. */
function AllowInput({ kind, ...props }: FieldProps<number> & { kind: 'PERMILLE' | 'KG' }) {
  return kind === 'PERMILLE' ? (
    <FigureInput {...props} read={readPermille} print={printPermille} fault="比例应在0至1000‰之间" unit="‰" />
  ) : (
    <FigureInput {...props} read={readKg} print={printAllowKg} fault="重量格式不正确，最多三位小数" unit="公斤" />
  )
}

/** Bulk goods always have a rule for loss. */
const bulkKinds: readonly (keyof typeof lossKinds)[] = ['PERMILLE', 'KG']

export function LossSection({ form, isBulk = false }: { form: FormInstance; isBulk?: boolean }) {
  const kind = (Form.useWatch(['lossRule', 'kind'], form) as keyof typeof lossKinds | undefined) ?? 'NONE'
  return (
    <Section title="亏吨规则">
      <div className="ys-form-grid">
        <Field name={['lossRule', 'kind']} label="亏吨计算">
          <KeySelect table={lossKinds} {...(isBulk ? { keys: bulkKinds } : {})} placeholder="请选择" />
        </Field>
        {kind !== 'NONE' && (
          <Field name={['lossRule', 'allow']}>
            <AllowInput key={kind} kind={kind} />
          </Field>
        )}
        {kind !== 'NONE' && (
          <Field name={['lossRule', 'scope']}>
            <KeySelect table={lossScopes} placeholder="请选择" />
          </Field>
        )}
        {kind !== 'NONE' && (
          <Field name={['lossRule', 'deductUnitPrice']} hint="一般为货物单价">
            <UnitPriceInput unit="元/吨" />
          </Field>
        )}
        <Field name={['lossRule', 'basis']} label="运费计量依据">
          <KeySelect table={lossBases} placeholder="请选择" />
        </Field>
        <Field name={['lossRule', 'rounding']}>
          <KeySelect table={roundings} placeholder="请选择" />
        </Field>
      </div>
    </Section>
  )
}

export function ReceiptRuleSection({ form }: { form: FormInstance }) {
  const needsOriginal = Form.useWatch(['receiptRule', 'needOriginal'], form) === true
  return (
    <Section title="回单要求">
      <div className="ys-form-grid">
        <Field name={['receiptRule', 'needPhoto']} label="回单照片">
          <FlagInput on="需要" off="不需要" />
        </Field>
        <Field name={['receiptRule', 'needOriginal']} label="回单原件">
          <FlagInput on="需要" off="不需要" />
        </Field>
        {needsOriginal && (
          <Field name={['receiptRule', 'copies']} label="原件份数">
            <WholeInput unit="份" />
          </Field>
        )}
        <Field name={['receiptRule', 'returnDays']} label="返回期限">
          <WholeInput unit="天" />
        </Field>
      </div>
    </Section>
  )
}

/** The weighings and photos demanded at both ends; bulk is always weighed. */
export function PoundSection({ isBulk = false }: { isBulk?: boolean }) {
  return (
    <Section title="磅单要求" {...(isBulk ? { extra: <span className="ys-weak">散货装货、卸货都须过磅</span> } : {})}>
      <div className="ys-form-grid">
        <Field name={['poundRule', 'loadWeight']}>
          <FlagInput on="需要" off="不需要" disabled={isBulk} />
        </Field>
        <Field name={['poundRule', 'loadPhoto']}>
          <FlagInput on="需要" off="不需要" />
        </Field>
        <Field name={['poundRule', 'unloadWeight']}>
          <FlagInput on="需要" off="不需要" disabled={isBulk} />
        </Field>
        <Field name={['poundRule', 'unloadPhoto']}>
          <FlagInput on="需要" off="不需要" />
        </Field>
      </div>
    </Section>
  )
}
