// What is done alike to a vehicle, driver or payee: documents added, papers handed in and judged, onto the blacklist and off it.
import type { Input } from '@yunshu/contract/call'
import type { blacklistVehicle, submitVehicle, verifyVehicle } from '@yunshu/contract/vehicle'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../http/ctx.ts'
import type { Held } from './held.commands.ts'
import { addDocuments, judgePapers, submitPapers } from './paper.commands.ts'
import { setBlacklisted } from './standing.commands.ts'

interface Kept<H extends Held, D extends string, P extends string> {
  /** The record under lock, in the actor's reach. */
  lock: (ctx: Ctx, id: string) => Promise<H>
  /** What it still lacks to be verified: fault by field or kind of document. */
  missing: (ctx: Ctx, held: H) => Promise<Readonly<Record<string, string>>>
  documents: Readonly<Record<D, string>>
  parts: Readonly<Record<P, string>>
  /** The records of the same thing or person, whichever carrier keeps them. */
  same: (held: H, alias: string) => RawBuilder<boolean>
}

/** The commands of one kind of record. */
export const keeping = <H extends Held, D extends string, P extends string>({ lock, missing, documents, parts, same }: Kept<H, D, P>) => ({
  /** Adds documents of one kind. */
  upload: async (ctx: Ctx, { id, category }: { id: string; category: D }) => addDocuments(ctx, await lock(ctx, id), category, documents[category]),
  /** Hands the papers in to be verified. */
  submit: async (ctx: Ctx, { id, version }: Input<typeof submitVehicle>) => {
    const held = await lock(ctx, id)
    return submitPapers(ctx, held, version, await missing(ctx, held))
  },
  /** The house's verdict. */
  judge: async (ctx: Ctx, verdict: Omit<Input<typeof verifyVehicle>, 'fields'> & { fields?: readonly P[] | undefined }) => {
    const held = await lock(ctx, verdict.id)
    return judgePapers(ctx, held, verdict, { missing: await missing(ctx, held), parts })
  },
  /** Onto the blacklist or off it. */
  ban: async (ctx: Ctx, input: Input<typeof blacklistVehicle>) => {
    const held = await lock(ctx, input.id)
    return setBlacklisted(ctx, held, input, (alias) => same(held, alias))
  },
})
