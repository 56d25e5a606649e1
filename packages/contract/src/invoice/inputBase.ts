// The call that says what a carrier invoices: its freight without the fuel and tolls it was handed, or with them.
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zId, zKey, zText, zVersion } from '../fields.ts'

/** Holds for waybills signed from now on: those before keep theirs. `version` is that of the carrier. */
export const setInputBase = call({
  method: 'POST',
  path: '/auth/v1/invoice/input/base',
  title: '修改进项口径',
  permit: 'invoice.input',
  sides: ['platform'],
  money: true,
  overlay: '保存中...',
  input: z.strictObject({ carrierId: zId, version: zVersion, base: zKey(inputBases), reason: zText(200) }),
  output: zChanged,
})
