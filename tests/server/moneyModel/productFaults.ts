// Faults planted to show that the walk finds them: wrong rules of one side, and effects the product does not have.
import type { Fault } from './oracleState.ts'
import type { WalkOptions } from './productWalk.ts'

/** Wrong rules of the oracle that the driven commands can tell from right ones. */
export const plantedFaults = [
  'swallowLateSuccess',
  'payAgainAfterTimeout',
  'offsetOnlyAtSignature',
  'noRemainder',
  'firstByNumber',
  'dropMakerFor',
  'refuseUnknownNotice',
  'returnBooksTwice',
  'refundNotReserved',
  'penaltyCutsCost',
  'compensationCutsRevenue',
] as const satisfies readonly Fault[]

type Swallow = NonNullable<WalkOptions['swallow']>
/** Commands the product never hears of: its effect is missing, as by a fault of its own. */
export const plantedInProduct: Readonly<Record<string, Swallow>> = {
  'a late success is thrown away': (command, s) =>
    command.do === 'fact' && command.kind === 'SUCCESS' && s.payments.get(command.order)?.state === 'failed',
  'returned money is thrown away': (command, s) =>
    command.do === 'fact' && command.kind === 'RETURNED' && s.payments.get(command.order)?.state === 'success',
  'a receipt opens nothing': command => command.do === 'confirmReceipt',
  'a refund that is rejected holds its money': command => command.do === 'rejectRefund',
  'a waybill that is voided stays in the books': command => command.do === 'voidWaybill',
  'an order the bank never saw cannot be ended': (command, s) =>
    command.do === 'confirmResolution' && s.exceptions.get(command.exception)?.kind === 'NOT_FOUND',
  'a sheet that is closed lets nothing go': command => command.do === 'close',
  'a sheet of fees is approved and not booked': (command, s) =>
    command.do === 'approve' && s.sheets.get(command.sheet)?.kind === 'FEE',
}
