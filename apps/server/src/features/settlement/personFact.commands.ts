// Words two people say of a payment, each under a number of its own: kept beside those of the bank, and applied by the act that keeps them.
import type { FactKind } from '@yunshu/domain/settlement/channelFacts'
import { v7 } from 'uuid'
import { isAnyOfSerial, paymentsOfSerial, returnsOfSerial } from '../../db/bankSerials.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lockSerial } from '../fund/fund.commands.ts'
import type { Payment } from './payment.queries.ts'
import type { BankWord } from './payment.results.ts'

/** A word of two people: what became of the money, the bank's number and day as they read them, and why. */
interface PersonWord {
  readonly kind: FactKind
  readonly bankSerial: string | null
  readonly bankDay: number | null
  readonly reason: string | null
  readonly exceptionId?: string
  /** The record it was said in, and by whom. */
  readonly said: Readonly<Record<string, string | number | null>>
}

/** Keeps a word of two people about a payment under lock. */
export async function keepPersonFact(
  ctx: Ctx,
  payment: Payment,
  { kind, bankSerial, bankDay, reason, exceptionId, said }: PersonWord,
): Promise<BankWord & { readonly bank_serial: string | null; readonly reason: string | null }> {
  const id = v7()
  await ctx.tx.run(
    q.insertInto('channel_facts').values({
      id,
      channel: payment.channel,
      fact_key: id,
      source: 'PERSON',
      order_key: payment.idem_key,
      kind,
      amount_fen: payment.amount_fen,
      bank_serial: bankSerial,
      reason,
      raw: JSON.stringify({ ...said, bankDay }),
      happened_at: bankDay,
      received_at: ctx.now,
      shipper_id: payment.shipper_id,
      branch_id: payment.branch_id,
      verdict: 'APPLIED',
      exception_id: exceptionId ?? null,
    }),
  )
  return { id, bank_serial: bankSerial, reason, happened_at: bankDay, received_at: ctx.now }
}

/** Refuses a number that stands in another record of money that left the branch. */
export async function assertSerialFresh(ctx: Ctx, { branch_id: branchId }: Payment, serial: string): Promise<void> {
  await lockSerial(ctx, branchId, serial)
  const place = { branchId, serial }
  const isTaken = await ctx.tx.elevated(() => isAnyOfSerial(ctx.tx, [paymentsOfSerial(place), returnsOfSerial(place)]))
  if (isTaken) throw wrongField('bankSerial', `银行流水号${serial}已登记，请勿重复登记`)
}
