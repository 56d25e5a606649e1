// Steps of records that two people book and two take back (冲销): the columns each step sets, the same for all of them.
import { writtenName, type Ctx } from './ctx.ts'

const nobody = { undo_reason: null, undo_asker_id: null, undo_asker_for: null, undo_asker_name: null }

/** The columns set by a step that books nothing: a request is rejected or withdrawn, a way back is asked for or dropped. */
export const columnsOfStep = (
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  name: 'reject' | 'withdraw' | 'askUndo' | 'keep',
  reason: string,
) =>
  ({
    reject: { checker_id: actor.userId, checker_name: actor.name, checked_at: now, answer: reason },
    withdraw: {},
    askUndo: {
      undo_reason: reason,
      undo_asker_id: actor.userId,
      undo_asker_for: actor.actingFor?.userId ?? null,
      undo_asker_name: writtenName(actor),
    },
    keep: nobody,
  })[name]
