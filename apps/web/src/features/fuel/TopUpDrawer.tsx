// Topping an account of fuel or tolls up: recorded by one person, in the stock when another confirms it.
import { topUpFuelAccount, type FuelAccountRow } from '@yunshu/contract/fuel/fuel'
import { fundSerialMax } from '@yunshu/contract/fund/fund'
import { staleAfter } from '@yunshu/contract/topics'
import { startOfDay } from '@yunshu/domain/figures/time'
import { fuelKinds } from '@yunshu/domain/fuel/fuel'
import { fundKinds } from '@yunshu/domain/fund'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'

const invalidates = staleAfter('fund', 'fuel')

export function TopUpDrawer({ account, onClose }: { account: FuelAccountRow | undefined; onClose: () => void }) {
  const [initial] = useState(() => ({
    date: startOfDay(serverNow()),
    ...(account === undefined ? {} : { accountId: account.id }),
  }))
  const words = fundKinds[fuelKinds[account?.kind ?? 'OIL'].fund]
  return (
    <FormDrawer
      call={topUpFuelAccount}
      title={account === undefined ? '账户充值' : `${account.provider} 充值`}
      submitText="提交复核"
      initial={initial}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={({ recordNo }) => {
        toast.success(`已登记 ${recordNo}，待另一人在资金登记复核`)
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="accountId" label="账户" wide>
          <FuelAccountSelect />
        </Field>
        <Field name="amount">
          <MoneyInput />
        </Field>
        <Field name="date" label={words.day}>
          <DateInput />
        </Field>
        <Field name="serial" label={words.serial}>
          <TextInput max={fundSerialMax} />
        </Field>
        <Field name="remark" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
    </FormDrawer>
  )
}
