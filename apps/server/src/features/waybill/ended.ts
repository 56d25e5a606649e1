// The end of a waybill that is not hauled: cancelled, lapsed or voided.
import type { Ctx } from '../../work/ctx.ts'
import { endAgreements } from '../agreement/carriage.commands.ts'
import { endFuel } from '../fuel/ending.commands.ts'
import { endParts } from '../part/advance.commands.ts'
import { giveBackToTask } from '../task/task.commands.ts'
import { dropClaims } from './claim.commands.ts'
import { dropArrivals } from './dropArrivals.commands.ts'
import type { Effect } from './effect.ts'
import { dropSwaps } from './swap.commands.ts'

/** Gives its quantity back, and lets what hung on it come to nothing. */
export function endedEffect(ctx: Ctx): Effect {
  return {
    set: { sign_by: null, answer_by: null, disputed_weight_g: null },
    follow: async moved => {
      await giveBackToTask(ctx, moved)
      await dropClaims(ctx, moved)
      await dropSwaps(ctx, moved.id)
      await dropArrivals(ctx, moved.id)
      await endAgreements(ctx, moved.id)
      await endFuel(ctx, moved)
      await endParts(ctx, moved)
      return moved.version
    },
  }
}
