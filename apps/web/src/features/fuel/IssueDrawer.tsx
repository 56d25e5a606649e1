// Handing fuel out to a waybill on its way, on a card or as a coupon; the room of the waybill stands beside the amount.
import type { Output } from '@yunshu/contract/call'
import { getFuelRoom, issueFuel, listFuelReady } from '@yunshu/contract/fuel/issue'
import { zNumber } from '@yunshu/contract/fields'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelMedia } from '@yunshu/domain/fuel/fuel'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { Alert, Button, Form } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
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
  const cardId: unknown = Form.useWatch('cardId', form)
  const typed = typeof waybillNo === 'string' ? waybillNo.trim() : ''
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
      {typed === '' ? (
        <ReadyWaybills onPick={no => form.setFieldValue('waybillNo', no)} />
      ) : (
        <Room waybillNo={typed} {...(typeof cardId === 'string' ? { cardId } : {})} />
      )}
    </FormDrawer>
  )
}

/** Nothing until a whole number of a waybill is typed. */
function Room({ waybillNo, cardId }: { waybillNo: string; cardId?: string }) {
  const isWhole = waybillNo.length >= 10 && zNumber.safeParse(waybillNo).success
  const { data } = useCall(
    getFuelRoom,
    { waybillNo, ...(cardId === undefined ? {} : { cardId }) },
    { enabled: isWhole, quiet: true },
  )
  if (!isWhole || data === undefined) return null
  return (
    <>
      {data.cardPlate !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={`这张油卡登记在 ${data.cardPlate} 名下，运单的车是 ${data.plate}，请确认没有选错`}
        />
      )}
      <RoomFacts of={data} />
    </>
  )
}

const RoomFacts = ({ of: data }: { of: Output<typeof getFuelRoom> }) => (
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

/** The waybills that wait for fuel; a press takes the number of one. */
function ReadyWaybills({ onPick }: { onPick: (waybillNo: string) => void }) {
  const { data } = useCall(listFuelReady, {}, { quiet: true })
  if (data === undefined) return null
  return (
    <Section title="待发放的运单">
      {data.rows.length === 0 ? (
        <p className="ys-weak">计划油费都已发放</p>
      ) : (
        <SimpleTable
          title="待发放的运单"
          rows={data.rows}
          columns={readyColumns(onPick)}
          rowKey={row => row.waybillNo}
        />
      )}
    </Section>
  )
}

type Ready = Output<typeof listFuelReady>['rows'][number]
const readyColumns = (onPick: (waybillNo: string) => void): readonly Column<Ready>[] => [
  {
    key: 'waybillNo',
    title: '运单号 / 接单时间',
    width: 180,
    card: 'title',
    render: ({ waybillNo }) => (
      <Button type="link" size="small" onClick={() => onPick(waybillNo)}>
        {waybillNo}
      </Button>
    ),
    under: ({ acceptedAt }) => <Time value={acceptedAt} />,
  },
  textColumn('plate', '车牌号 / 司机', row => row.plate, { width: 110, under: row => row.driver }),
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 150, card: 'hide' }),
  moneyColumn('left', '待发放 / 计划', row => row.left, {
    card: 'figure',
    under: row => <Money value={row.planned} />,
  }),
]
