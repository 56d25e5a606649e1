// Putting a terminal into a vehicle.
import { listVehicles } from '@yunshu/contract/fleet/vehicle'
import { bindTerminal, type TerminalRow } from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { terminalRoles } from '@yunshu/domain/terminal/terminal'
import { Form } from 'antd'
import { toast } from '../../lib/toast.ts'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('terminal', 'vehicle')

export function BindTerminalDrawer({ terminal, onClose }: { terminal: TerminalRow; onClose: () => void }) {
  const [form] = Form.useForm()
  const { id, version, phone } = terminal
  return (
    <FormDrawer
      open
      form={form}
      call={bindTerminal}
      title={`绑定车辆 ${phone}`}
      submitText="绑定"
      initial={{ role: 'main' }}
      fixed={{ id, version }}
      invalidates={invalidates}
      done={() => {
        toast.success('已绑定，此后上报的位置记在该车名下')
        onClose()
      }}
      onClose={onClose}
    >
      <div className="ys-form-grid">
        <Field name="vehicleId" label="车辆">
          <CallSelect
            call={listVehicles}
            placeholder="按车牌号查找"
            input={text => (text === '' ? {} : { text })}
            options={({ rows }) => rows.map(row => ({ value: row.id, label: `${row.plate} ${row.carrierName}` }))}
          />
        </Field>
        <Field name="role" label="角色" hint="每辆车只有一台主终端；主终端 3 分钟以上没有位置时才用备用终端的">
          <KeySelect table={terminalRoles} />
        </Field>
      </div>
    </FormDrawer>
  )
}
