// The address stored files are read from: no session, the signature of the address is the right to read.
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyInstance } from 'fastify'
import { q, reading, systemReach } from '../../db/tx.ts'
import { refuse } from '../../http/answer.ts'
import type { Deps } from '../../work/ctx.ts'
import { parseQuery } from '../../http/parse.ts'
import { isShown } from '../../files/kinds.ts'
import { exportFile, isAddressGood } from '../../files/signedAddress.ts'

/** Mounts GET /files/:id?e=…&s=… and /files/export/:id; a wrong or old signature and a missing file look the same. */
export function mountFiles(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { id: string } }>(
    '/files/:id',
    { config: { open: 'stored files by signed address' } },
    async (request, reply) => {
      try {
        const { id } = request.params
        const { e, s } = parseQuery(request.url)
        if (!isUuid(id) || !isAddressGood(deps.fileSecret, { id, e, s }, Date.now())) throw new Problem('row.none')
        const row = await reading(deps.reads, systemReach, tx =>
          tx.one(q.selectFrom('files').select(['name', 'mime', 'storage_key']).where('id', '=', id)),
        )
        const bytes = await deps.store.get(row.storage_key)
        if (!bytes) throw new Problem('row.none')
        return await reply
          .header('Content-Type', isShown(row.mime) ? row.mime : 'application/octet-stream')
          .header('Content-Disposition', disposition(isShown(row.mime) ? 'inline' : 'attachment', row.name))
          .header('X-Content-Type-Options', 'nosniff')
          .header('Content-Security-Policy', "default-src 'none'; sandbox")
          .header('Cache-Control', 'private, max-age=600')
          .send(bytes)
      } catch (error) {
        reply.header('Cache-Control', 'no-store')
        return refuse(reply, request, error)
      }
    },
  )
  app.get<{ Params: { id: string } }>(
    '/files/export/:id',
    { config: { open: 'files of the download centre by signed address' } },
    async (request, reply) => {
      try {
        const { id } = request.params
        const { e, s } = parseQuery(request.url)
        if (!isUuid(id) || !isAddressGood(deps.fileSecret, { id: exportFile(id), e, s }, Date.now()))
          throw new Problem('row.none')
        const row = await reading(deps.reads, systemReach, tx =>
          tx.one(
            q
              .selectFrom('exports')
              .select(['file_name', 'storage_key', 'size'])
              .where('id', '=', id)
              .where('state', '=', 'done'),
          ),
        )
        const body = row.storage_key === null ? undefined : await deps.store.getStream(row.storage_key)
        if (!body) throw new Problem('row.none')
        return await reply
          .header('Content-Type', 'application/octet-stream')
          .header('Content-Disposition', disposition('attachment', row.file_name))
          .header('X-Content-Type-Options', 'nosniff')
          .header('Content-Security-Policy', "default-src 'none'; sandbox")
          .header('Cache-Control', 'private, no-store')
          .send(body)
      } catch (error) {
        reply.header('Cache-Control', 'no-store')
        return refuse(reply, request, error)
      }
    },
  )
}

/** The name people gave the file, in the form every browser reads (RFC 6266). */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
