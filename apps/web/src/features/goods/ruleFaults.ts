// Faults of the goods form that no single field can tell, at their fields.
import { fieldLabel } from '@yunshu/contract/labels'
import { publishFaults } from '@yunshu/domain/goods/publishing'
import { serverNow } from '../../lib/clock.ts'
import type { FieldFaults } from '../../lib/errors.ts'
import { nameOf } from '../../lib/faults.ts'
import type { Goods } from './publishForm.ts'

/** Some rules go on from the name of their field: 重量 与体积至少填写一项. */
export const ruleFaults = (goods: Goods): FieldFaults =>
  Object.fromEntries(
    Object.entries(publishFaults(goods, serverNow())).map(([path, fault]) => [
      path,
      fault.startsWith('与') ? fieldLabel(nameOf(path)) + fault : fault,
    ]),
  )
