// Handing fuel out to a waybill on its way, on a card or as a coupon; the room of the waybill stands beside the amount.
import { getFuelRoom, issueFuel } from '@yunshu/contract/fuel/issue'
import { zNumber } from '@yunshu/contract/fields'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelMedia } from '@yunshu/domain/fuel/fuel'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { Form } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'
import { FuelCardSelect } from './FuelCardSelect.tsx'

const invalidates = staleAfter('fuel')
const media = { CARD: fuelMedia.CARD, COUPON: fuelMedia.COUPON } as const

export function IssueDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const watched: unknown = Form.useWatch('medium', form)
  const accountId: unknown = Form.useWatch('accountId', form)
  const waybillNo: unknown = Form.useWatch('waybillNo', form)
  return (
    <FormDrawer
      form={form}
      call={issueFuel}
      title="发放油费"
      submitText="发放"
      initial={{ medium: 'CARD' }}
      open
      onClose={onClose}
      invalidates={invalidates}
      onChange={changed => {
        // a card is one of its account, and coupons have none
        if (changed.medium === 'COUPON' || changed.accountId !== undefined) form.setFieldValue('cardId', undefined)
      }}
      done={({ issueNo, couponNo }) => {
        toast.success(couponNo === undefined ? `已发放 ${issueNo}` : `已发放 ${issueNo}，券码 ${couponNo}`)
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="medium" label="方式">
          <KeySelect table={media} />
        </Field>
        <Field name="waybillNo">
          <TextInput max={35} />
        </Field>
        <Field name="accountId" label="账户" wide>
          <FuelAccountSelect kind="OIL" />
        </Field>
        {watched !== 'COUPON' && (
          <Field name="cardId" label="油卡" required>
            <FuelCardSelect accountId={typeof accountId === 'string' ? accountId : undefined} />
          </Field>
        )}
        <Field name="amount">
          <MoneyInput />
        </Field>
        <Field name="remark" wide>
          <TextInput max={200} rows={2} />
        </Field>
      </div>
      <Room waybillNo={typeof waybillNo === 'string' ? waybillNo.trim() : ''} />
    </FormDrawer>
  )
}

/** Nothing until a whole number of a waybill is typed. */
function Room({ waybillNo }: { waybillNo: string }) {
  const isWhole = waybillNo.length >= 10 && zNumber.safeParse(waybillNo).success
  const { data } = useCall(getFuelRoom, { waybillNo }, { enabled: isWhole, quiet: true })
  if (!isWhole || data === undefined) return null
  return (
    <Facts
      items={[
        ['运单状态', <StatusTag key="state" machine={waybillStates} state={data.state} />],
        ['车牌', data.plate],
        ['司机', data.driver],
        ['承运商', data.carrierName],
        ['计划油费(元)', <Money key="planned" value={data.planned} />],
        ['已发放(元)', <Money key="issued" value={data.issued} />],
        ['还可发放(元)', data.isOpen ? <Money key="left" value={data.left} strong /> : '现在不能发放'],
      ]}
    />
  )
}
