// Several of a list: typing narrows it, chosen ones stand as tags.
import { Select } from 'antd'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'

interface MultiSelectProps<T extends string | number> extends FieldProps<T[]> {
  options: readonly { readonly label: string; readonly value: T; readonly title?: string }[]
  most?: number
  loading?: boolean
}

export function MultiSelect<T extends string | number>({
  options,
  value,
  onChange,
  most,
  placeholder = '不限',
  ...rest
}: MultiSelectProps<T>) {
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ys-wide"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      options={[...options]}
      {...(most === undefined ? {} : { maxCount: most })}
      value={value === undefined || isUnreadable(value) ? [] : value}
      onChange={(next: T[]) => onChange?.(next)}
    />
  )
}
