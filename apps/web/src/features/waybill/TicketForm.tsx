// The form of a weighing: gross, tare and the net they make, with photos of the paper.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { addPoundTicket } from '@yunshu/contract/waybill/life'
import { netOf, poundParties, poundPlaces, type PoundPlace } from '@yunshu/domain/waybill/pound'
import { isGrams, printTons } from '@yunshu/domain/figures/weight'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import type { FieldFaults } from '../../lib/errors.ts'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { WeightInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

interface Props {
  waybill: WaybillDetail
  onClose: () => void
  onReload: () => void
}

const noFaults: FieldFaults = {}

/** The place weighed first, by the position of the vehicle. */
const placeNow = ({ state }: WaybillDetail): PoundPlace =>
  state === 'toLoad' || state === 'loading' ? 'load' : 'unload'

/** Shippers enter their own scale only. */
export function TicketForm({ waybill, onClose, onReload }: Props) {
  const { version, notice } = useSeen(waybill)
  const [files, setFiles] = useState<readonly File[]>([])
  const [net, setNet] = useState<string>()
  const isCarrying = useCan('waybill.advance')
  const parties = isCarrying ? (['driver', 'receiver'] as const) : (['receiver'] as const)
  return (
    <FormDrawer
      open
      call={addPoundTicket}
      title={`登记磅单 ${waybill.waybillNo}`}
      submitText="保存磅单"
      fixed={{ id: waybill.id, version }}
      files={{ files }}
      invalidates={staleAfter('waybill')}
      initial={{ place: placeNow(waybill), party: parties[0], weighedAt: serverNow() }}
      onClose={onClose}
      refused={onReload}
      check={({ grossWeightG, tareWeightG }) =>
        netOf(grossWeightG, tareWeightG) === undefined ? { tareWeightG: '须小于毛重' } : noFaults
      }
      onChange={({ grossWeightG, tareWeightG }) => {
        const made = isGrams(grossWeightG) && isGrams(tareWeightG) ? netOf(grossWeightG, tareWeightG) : undefined
        setNet(made === undefined ? undefined : printTons(made))
      }}
      done={() => {
        toast.success('磅单已登记')
        onClose()
      }}
      summary={
        net === undefined ? (
          ''
        ) : (
          <>
            净重 <strong>{net}</strong> 吨
          </>
        )
      }
    >
      {notice}
      <div className="ys-form-grid">
        <Field name="place">
          <KeySelect table={poundPlaces} placeholder="请选择" />
        </Field>
        <Field name="party">
          <KeySelect table={poundParties} keys={parties} placeholder="请选择" />
        </Field>
        <Field name="ticketNo" label="磅单号">
          <TextInput max={40} />
        </Field>
        <Field name="weighedAt">
          <DateTimeInput isPast />
        </Field>
        <Field name="grossWeightG">
          <WeightInput />
        </Field>
        <Field name="tareWeightG">
          <WeightInput />
        </Field>
        <Field name="station">
          <TextInput max={60} />
        </Field>
      </div>
      <FilePick label="磅单照片" files={files} onChange={setFiles} />
    </FormDrawer>
  )
}
