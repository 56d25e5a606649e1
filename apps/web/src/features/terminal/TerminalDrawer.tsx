// Writing a terminal into the list, or changing what is written down of it.
import { addTerminal, updateTerminal, type TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { checkTerminalPhone } from '@yunshu/domain/terminal/terminal'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { RuledInput } from '../../ui/fields/RuledInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'

const invalidates = staleAfter('terminal')

/** Facts a person knows; a terminal tells most of them itself. */
function FactFields({ first }: { first?: ReactNode }) {
  return (
    <div className="ys-form-grid">
      {first}
      <Field name="deviceNo" hint="留空则以终端首次注册时上报的为准">
        <TextInput max={30} />
      </Field>
      <Field name="maker">
        <TextInput max={20} />
      </Field>
      <Field name="model">
        <TextInput max={30} />
      </Field>
      <Field name="iccid">
        <TextInput max={20} />
      </Field>
      <Field name="note" wide>
        <TextInput max={200} rows={2} />
      </Field>
    </div>
  )
}

export function TerminalDrawer({ terminal, onClose }: { terminal: TerminalDetail | undefined; onClose: () => void }) {
  const [form] = Form.useForm()
  const done = (): void => {
    toast.success(terminal ? '已保存' : '已登记，终端下次注册即可接入')
    onClose()
  }
  if (!terminal)
    return (
      <FormDrawer
        open
        form={form}
        call={addTerminal}
        title="登记终端"
        submitText="登记"
        invalidates={invalidates}
        done={done}
        onClose={onClose}
      >
        <FactFields
          first={
            <Field name="terminalPhone" hint="终端内 SIM 卡号或厂商分配的设备号，前面的 0 可以不填">
              <RuledInput max={20} check={checkTerminalPhone} tidy={text => text.replace(/\s/g, '')} />
            </Field>
          }
        />
      </FormDrawer>
    )
  const { id, version, deviceNo, maker, model, iccid, note } = terminal
  return (
    <FormDrawer
      open
      form={form}
      call={updateTerminal}
      title={`修改终端 ${terminal.phone}`}
      submitText="保存"
      initial={{ deviceNo, maker, model, iccid, note }}
      fixed={{ id, version }}
      invalidates={invalidates}
      done={done}
      onClose={onClose}
    >
      <FactFields />
    </FormDrawer>
  )
}
