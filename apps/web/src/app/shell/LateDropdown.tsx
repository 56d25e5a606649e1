// A dropdown menu that is made once the first page is drawn; until then its button stands alone.
import { Dropdown, type DropdownProps } from 'antd'
import { useSettled } from '../../lib/settled.ts'

/** As antd's, for one element. */
export function LateDropdown(props: DropdownProps) {
  return useSettled() ? <Dropdown {...props} /> : props.children
}
