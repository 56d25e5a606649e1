// Writes tables.gen.ts from the migrated schema; a test runs it and fails when the committed file differs.
import { PostgresDialect as CodegenDialect, generate, TypeScriptSerializer } from 'kysely-codegen'
import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { fileURLToPath } from 'node:url'

/** The text of tables.gen.ts for the database at `url`. */
export async function generateTables(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect: new PostgresDialect({ pool }) })
  try {
    const text = await generate({
      db,
      dialect: new CodegenDialect(),
      outFile: null,
      defaultSchemas: ['public'],
      excludePattern: 'migrations',
      typeMapping: {
        int8: 'number',
        int4: 'number',
        int2: 'number',
        json: 'unknown',
        jsonb: 'unknown',
        uuid: 'string',
        text: 'string',
        bool: 'boolean',
        bytea: 'Buffer',
      },
      serializer: new TypeScriptSerializer({ typeOnlyImports: true }),
    })
    return (
      '// Tables of the database, generated from the migrations by codegen.ts: do not edit.\n' +
      text.replace(/^\/\*\*[\s\S]*?\*\/\n+/, '')
    )
  } finally {
    await db.destroy()
  }
}

export const tablesFile = fileURLToPath(new URL('./tables.gen.ts', import.meta.url))
