// One field of a call's form: label, required mark and rule come from the contract; rows of repeated fields likewise.
import type { InputSchema } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { createContext, use, useMemo, type ReactElement, type ReactNode } from 'react'
import { faultOf } from '../../lib/faults.ts'
import { Explained } from '../Explained.tsx'
import { RequiredContext } from '../fields/required.ts'
import { isUnreadable } from '../fields/unreadable.ts'
import { FieldMarks, type FieldMark } from './fieldMarks.ts'
import { schemaAt, type FieldPath } from './schemaAt.ts'

interface Place {
  readonly input: InputSchema | undefined
  /** The path in the input below which the fields stand. */
  readonly path: FieldPath
  /** The same for antd, which counts from the enclosing list. */
  readonly name: FieldPath
  /** The server's faults of fields, each with the value it is about: a fault is shown until the value changes. */
  readonly said: SaidFaults
}

interface Said {
  readonly path: string
  readonly value: unknown
  readonly fault: string
}

interface SaidFaults {
  about: (path: string) => Said | undefined
  replace: (faults: readonly Said[]) => void
}

/** Keeps the server's faults of fields, outside React: rules read them when they run. */
export function rememberSaid(): SaidFaults {
  let faults: readonly Said[] = []
  return {
    about: path => faults.find(each => each.path === path),
    replace: next => {
      faults = next
    },
  }
}

/** Given by CallForm. */
export const FormContext = createContext<Place>({ input: undefined, path: [], name: [], said: rememberSaid() })

interface FieldProps {
  /** Name in the call's input, relative to the enclosing FieldList row; a path for fields of an object. */
  name: string | FieldPath
  /** From contract/labels.ts unless told. */
  label?: string
  hint?: ReactNode
  /** Takes the whole line. */
  wide?: boolean
  /** A field the schema lets be absent but this form wants. */
  required?: boolean
  children: ReactElement
}

/** Binds an input (value, onChange, onBlur) to a field. Throws when the call has no such field. */
export function Field({ name, label, hint, wide = false, required = false, children }: FieldProps) {
  const place = use(FormContext)
  const own = useMemo(() => (typeof name === 'string' ? [name] : [...name]), [name])
  const path = [...place.path, ...own]
  const found = place.input && schemaAt(place.input, path)
  if (!found) throw new Error(`the call has no field ${path.join('.')}`)
  const text = label ?? fieldLabel(String(own.at(-1)))
  const mustBe = required || found.isRequired
  const mark = use(FieldMarks).get(path.join('.'))
  const check = async (_: unknown, value: unknown): Promise<void> => {
    if (isUnreadable(value)) throw new Error(value.fault)
    // a number that is taken away
    if (value === '' && !mustBe) return
    const fault = faultOf(required ? found.present : found.schema, value ?? undefined, text)
    if (fault !== undefined) throw new Error(fault)
    const said = place.said.about(path.join('.'))
    if (said && said.value === value) throw new Error(said.fault)
  }
  return (
    <RequiredContext value={mustBe}>
      <Form.Item
        name={[...place.name, ...own]}
        label={<Explained label={text} />}
        required={mustBe && !found.isFlag}
        extra={mark === undefined ? hint : <Mark {...mark} />}
        className={wide ? 'ys-wide-item' : ''}
        rules={[{ validator: check }]}
        validateTrigger="onBlur"
      >
        {children}
      </Form.Item>
    </RequiredContext>
  )
}

/** Words at a field about its value. */
export const Mark = ({ mark, isDoubt = false }: FieldMark) => (
  <span className={isDoubt ? 'ys-field-mark is-doubt' : 'ys-field-mark'}>{mark}</span>
)

interface FieldListProps<Row> {
  /** A path for a list inside an object. */
  name: string | FieldPath
  label?: string
  /** Fewest and most rows people can keep. */
  min?: number
  max: number
  addText: string
  /** The initial values of a new row. */
  blank: () => Row
  /** False while another row makes no sense yet. */
  canAdd?: boolean
  /** The fields of a row. */
  children: (index: number) => ReactNode
}

/** Repeated fields: loading points, cargo items, lines. */
export function FieldList<Row>({
  name,
  label,
  min = 1,
  max,
  addText,
  blank,
  canAdd = true,
  children,
}: FieldListProps<Row>) {
  const place = use(FormContext)
  const own = typeof name === 'string' ? [name] : name
  const text = label ?? fieldLabel(String(own.at(-1)))
  return (
    <Form.List name={[...place.name, ...own]}>
      {(rows, { add, remove }, { errors }) => (
        <fieldset className="ys-field-list" aria-label={text}>
          {rows.map(({ key, name: index }) => (
            <FormContext key={key} value={{ ...place, path: [...place.path, ...own, index], name: [index] }}>
              <div className="ys-field-row">
                <span className="ys-field-number">
                  {text}
                  {rows.length > 1 && ` ${index + 1}`}
                </span>
                <div className="ys-form-grid">{children(index)}</div>
                {rows.length > min && (
                  <Button
                    type="text"
                    danger
                    aria-label={`删除${text} ${index + 1}`}
                    icon={<DeleteOutlined />}
                    onClick={() => remove(index)}
                  />
                )}
              </div>
            </FormContext>
          ))}
          <Form.ErrorList errors={errors} />
          {canAdd && rows.length < max && (
            <Button type="dashed" icon={<PlusOutlined />} onClick={() => add(blank())}>
              {addText}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}
