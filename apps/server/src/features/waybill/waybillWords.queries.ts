// Numbers, and parts of plates, names and mobiles: the whole ones that hold them, so that an index finds the waybills
// (057_lists.sql).
import { checkPlate } from '@yunshu/domain/fleet/plate'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { isNumbered, pastedNumbers } from '../../db/pastedNumbers.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** The whole texts that hold what was typed; absent where nothing was typed, or so many hold it that most rows do. */
export interface Words {
  readonly plates?: readonly string[]
  readonly drivers?: { readonly names: readonly string[]; readonly mobiles: readonly string[] }
}

/** More than so many are no narrowing. */
const wordsMost = 1000

/** True for a plate as it stands on a vehicle, which is compared as it is. */
export const isWholePlate = (plate: string): boolean => checkPlate(plate) === undefined

/** True where a column is one of some texts. */
export const oneOf = (column: string, texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`

/** Waybills by these numbers: their own, those of others for them, or of their goods. */
export const rowsOfNumbers = (numbers: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select x.id, x.waybill_no from waybills x where x.waybill_no = any(${numbers})
    union all select x.id, x.upstream_no from waybills x where x.upstream_no = any(${numbers})
    union all select x.id, x.goods_no from waybills x where x.goods_no = any(${numbers})`
/** True for waybills by numbers somebody pasted. */
export const hasNumber = (numbers: readonly string[]): RawBuilder<boolean> =>
  isNumbered('w', rowsOfNumbers(pastedNumbers(numbers).typed))

async function holding(ctx: Pick<Ctx, 'tx'>, kinds: readonly string[], text: string) {
  // the words of all waybills are read here; the list itself then finds only the actor's own rows by them
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('waybill_words')
        .select(['kind', 'word'])
        .where('kind', 'in', [...kinds])
        .where(contains(['word'], text) ?? sql<boolean>`true`)
        .limit(wordsMost + 1),
    ),
  )
  return rows.length > wordsMost ? undefined : rows
}

/** The words of a filter. */
export async function findWords(
  ctx: Pick<Ctx, 'tx'>,
  { plate, driver }: { plate?: string | undefined; driver?: string | undefined },
): Promise<Words> {
  const plates = plate && !isWholePlate(plate) ? await holding(ctx, ['plate'], plate) : undefined
  const drivers = driver ? await holding(ctx, ['name', 'mobile'], driver) : undefined
  const of = (kind: string): string[] => drivers?.filter(row => row.kind === kind).map(({ word }) => word) ?? []
  return {
    ...(plates ? { plates: plates.map(({ word }) => word) } : {}),
    ...(drivers ? { drivers: { names: of('name'), mobiles: of('mobile') } } : {}),
  }
}
