// Asking for a shift of stock: to another account of the provider, missing, or too much.
import type { FuelAccountRow } from '@yunshu/contract/fuel/fuel'
import { askFuelShift } from '@yunshu/contract/fuel/shift'
import type { FuelUseRow } from '@yunshu/contract/fuel/use'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelUseFaults } from '@yunshu/domain/fuel/fuel'
import { fuelShiftKinds, type FuelShiftKind } from '@yunshu/domain/fuel/fuelShift'
import { Form } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'

const invalidates = staleAfter('fuel')
const hints: Readonly<Record<FuelShiftKind, string>> = {
  TRANSFER: '同一分公司、同一供应商的两个账户之间划转，总余额不变。',
  LOSS: '供应商已扣、没有发给运单也追不回的油费，记入管理费用。',
  SURPLUS: '供应商余额比账上多、查明不用退回的部分，冲减管理费用。',
}

interface AskShiftDrawerProps {
  /** The account it begins with. */
  account?: FuelAccountRow | undefined
  /** The difference a loss is to account for; its account and amount are the line's. */
  use?: FuelUseRow | undefined
  onClose: () => void
}

export function AskShiftDrawer({ account, use, onClose }: AskShiftDrawerProps) {
  const [form] = Form.useForm()
  const [lost] = useState(
    () => use && ({ kind: 'LOSS', accountId: use.accountId, useId: use.id, amount: use.amount } as const),
  )
  const [initial] = useState(() =>
    use ? {} : ({ kind: 'TRANSFER', ...(account === undefined ? {} : { accountId: account.id }) } as const),
  )
  const watched: unknown = Form.useWatch('kind', form)
  const kind: FuelShiftKind = use || watched === 'LOSS' ? 'LOSS' : watched === 'SURPLUS' ? 'SURPLUS' : 'TRANSFER'
  return (
    <FormDrawer
      form={form}
      call={askFuelShift}
      title={use ? `记损耗 ${use.serial}` : '登记油品调整'}
      submitText="提交复核"
      initial={initial}
      {...(lost === undefined ? {} : { fixed: lost })}
      open
      onClose={onClose}
      invalidates={invalidates}
      onChange={({ kind: next }) => {
        // only a transfer goes to another account
        if (next !== 'TRANSFER') form.setFieldValue('toAccountId', undefined)
      }}
      done={({ shiftNo }) => {
        toast.success(`已登记 ${shiftNo}，待另一人复核`)
        onClose()
      }}
    >
      <p>{hints[kind]}</p>
      {use && (
        <Facts
          items={[
            ['差异', use.fault && fuelUseFaults[use.fault]],
            ['供应商', use.provider],
            ['油站', use.station],
            ['金额(元)', <Money key="amount" value={use.amount} strong />],
          ]}
        />
      )}
      <div className="ys-form-grid">
        {!use && (
          <>
            <Field name="kind" label="业务">
              <KeySelect table={fuelShiftKinds} />
            </Field>
            <Field name="amount">
              <MoneyInput />
            </Field>
            <Field name="accountId" label={kind === 'TRANSFER' ? '划出账户' : '账户'} wide>
              <FuelAccountSelect {...(kind === 'TRANSFER' ? {} : { kind: 'OIL' })} />
            </Field>
            {kind === 'TRANSFER' && (
              <Field name="toAccountId" label="划入账户" wide required>
                <FuelAccountSelect />
              </Field>
            )}
          </>
        )}
        <Field name="reason" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
    </FormDrawer>
  )
}
