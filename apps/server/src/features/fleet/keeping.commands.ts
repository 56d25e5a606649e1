// Commands that are alike for vehicles, drivers and payees: documents added, papers handed in and judged, onto the
// blacklist and off it.
import type { Input } from '@yunshu/contract/call'
import type { blacklistVehicle, submitVehicle, verifyVehicle } from '@yunshu/contract/fleet/vehicle'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../work/ctx.ts'
import type { StoredUploads } from '../file/file.commands.ts'
import { documentsOf, type HeldFacts } from './fleet.queries.ts'
import { addDocuments, judgePapers, submitPapers, type Judged } from './paper.commands.ts'
import { setBlacklisted } from './standing.commands.ts'

interface Kept<H extends HeldFacts, D extends string, P extends string> {
  /** The record under lock, in the actor's reach. */
  lock: (ctx: Ctx, id: string) => Promise<H>
  /** Its gaps for verification with these kinds of document: fault by field or kind of document. */
  missing: (ctx: Ctx, held: H, documents: readonly string[]) => Readonly<Record<string, string>>
  documents: Readonly<Record<D, string>>
  parts: Readonly<Record<P, string>>
  /** The records of the same thing or person, whichever carrier keeps them. */
  same: (held: H, alias: string) => RawBuilder<boolean>
}

/** The commands of one kind of record. */
export const keepingCommands = <H extends HeldFacts, D extends string, P extends string>({
  lock,
  missing,
  documents,
  parts,
  same,
}: Kept<H, D, P>) => {
  const judged = async (ctx: Ctx, id: string): Promise<Judged> => {
    const held = await lock(ctx, id)
    const kinds = await documentsOf(ctx, held.kind, id)
    return { held, documents: kinds, missing: missing(ctx, held, kinds) }
  }
  return {
    /** Adds documents of one kind. */
    upload: async (ctx: Ctx, { id, category }: { id: string; category: D }, stored: StoredUploads) =>
      addDocuments(ctx, await lock(ctx, id), category, documents[category], stored),
    /** Hands the papers in to be verified. */
    submit: async (ctx: Ctx, { id, version }: Input<typeof submitVehicle>) =>
      submitPapers(ctx, await judged(ctx, id), version),
    /** The house's verdict. */
    judge: async (
      ctx: Ctx,
      verdict: Omit<Input<typeof verifyVehicle>, 'fields' | 'certificate'> & {
        fields?: readonly P[] | undefined
        certificate?: string | undefined
      },
    ) => judgePapers(ctx, await judged(ctx, verdict.id), verdict, parts),
    /** Onto the blacklist or off it. */
    ban: async (ctx: Ctx, input: Input<typeof blacklistVehicle>) => {
      const held = await lock(ctx, input.id)
      return setBlacklisted(ctx, held, input, alias => same(held, alias))
    },
  }
}
