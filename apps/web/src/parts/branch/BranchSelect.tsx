// The branch field: whose books are shown.
import { listBranches } from '@yunshu/contract/session/session'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'

/** Branches are few: one answer, narrowed here by what is typed. */
export function BranchSelect({ placeholder = '全部', ...props }: FieldProps<string>) {
  return (
    <CallSelect
      {...props}
      placeholder={placeholder}
      call={listBranches}
      input={() => ({})}
      options={({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
