// Postings of shifts of stock: from one account of a provider to another (E6t, E10t), missing (E6x), too much (E6y).
import type { Fen } from '@yunshu/domain/figures/money'
import type { FuelKind } from '@yunshu/domain/fuel/fuel'
import { fuelShiftKinds, type FuelShiftKind } from '@yunshu/domain/fuel/fuelShift'
import * as shiftPostings from '@yunshu/domain/voucher/shiftPostings'
import type { Ctx } from '../../work/ctx.ts'
import { openEntriesOf } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

/** A shift as the books see it. */
export interface BookedShift {
  readonly id: string
  readonly shiftNo: string
  readonly kind: FuelShiftKind
  /** The kind of its accounts. */
  readonly of: FuelKind
  readonly branchId: string
  readonly provider: string
  readonly amount: Fen
  readonly maker: { readonly id: string; readonly name: string }
}

const transferred = { OIL: 'E6t', ETC: 'E10t' } as const satisfies Readonly<Record<FuelKind, string>>
const eventOf = ({ kind, of }: BookedShift): string =>
  ({ TRANSFER: transferred[of], LOSS: 'E6x', SURPLUS: 'E6y' })[kind]

/** Books a shift, on a voucher that names who asked and who agreed. */
export function postShift(ctx: Ctx, shift: BookedShift): void {
  const { id, shiftNo, kind, of, branchId, provider, amount, maker } = shift
  const lines = {
    TRANSFER: () => shiftPostings.transferStock({ kind: of, amount }),
    LOSS: () => shiftPostings.loseFuel({ amount }),
    SURPLUS: () => shiftPostings.gainFuel({ amount }),
  }[kind]()
  bookEntries(ctx, branchId, [
    {
      source: { type: 'fuelShift', id },
      event: eventOf(shift),
      summary: `${of === 'OIL' ? '油品' : 'ETC '}${fuelShiftKinds[kind]} ${shiftNo}`,
      lines,
      voucher: { kind: of === 'OIL' ? 'FUEL' : 'OTHER', counterparty: provider, maker },
    },
  ])
}

/** Takes a shift back in red. */
export async function postShiftUndone(ctx: Ctx, shift: BookedShift): Promise<void> {
  const { id, shiftNo, kind, branchId } = shift
  const entries = await openEntriesOf(ctx, 'fuelShift', [id], [eventOf(shift)])
  if (entries.length === 0) throw new Error(`shift ${shiftNo} was never booked`)
  bookEntries(
    ctx,
    branchId,
    entries.map(entry => redEntry(entry, `冲销${fuelShiftKinds[kind]} ${shiftNo}`)),
  )
}
