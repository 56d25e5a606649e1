// The base of carriers' invoices: without the fuel and tolls they were handed, or with them.
import { inputBases, type InputBase } from '@yunshu/domain/invoice/inputClass'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** The base of a carrier today, which a signature keeps with its waybill. */
export async function inputBaseOf({ tx }: Pick<Ctx, 'tx'>, carrierId: string): Promise<InputBase> {
  const { input_base: base } = await tx.elevated(() =>
    tx.one(q.selectFrom('companies').select('input_base').where('id', '=', carrierId)),
  )
  return keyOf(inputBases, base)
}
