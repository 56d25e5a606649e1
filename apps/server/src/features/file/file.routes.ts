// The address stored files are read from: its signature is the right to read, as long as the session it was made for.
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyInstance } from 'fastify'
import { q, reading, systemReach, type Tx } from '../../db/tx.ts'
import { sendRefusal } from '../../http/answer.ts'
import type { Deps } from '../../work/ctx.ts'
import { parseQuery } from '../../http/parse.ts'
import { isShown } from '../../files/kinds.ts'
import { streamPieces } from '../../files/pieces.ts'
import { exportFile, isAddressGood } from '../../files/signedAddress.ts'
import { listEndedSessions } from '../session/session.queries.ts'
import { rememberPhotos } from './servedPhotos.ts'

/** Mounts GET /files/:id?e=…&s=… and /files/export/:id; a wrong or old signature and a missing file look the same. */
export function mountFiles(app: FastifyInstance, deps: Deps): void {
  const findPhoto = rememberPhotos(deps.store)
  app.get<{ Params: { id: string } }>(
    '/files/:id',
    { config: { open: 'stored files by signed address' } },
    async (request, reply) => {
      try {
        const { id } = request.params
        const { e, n, s } = parseQuery(request.url)
        const now = Date.now()
        if (!isUuid(id) || !isAddressGood(deps.fileSecret, { id, e, n, s }, now)) throw new Problem('row.none')
        const row = await reading(deps.reads, systemReach, async tx => {
          await assertLives(tx, n, now)
          return tx.one(q.selectFrom('files').select(['name', 'mime', 'size', 'storage_key']).where('id', '=', id))
        })
        // a browser keeps what it has, but asks each time whether it still may show it
        const etag = `"${id}"`
        if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
        const isPhoto = row.mime.startsWith('image/')
        const photo = isPhoto ? await findPhoto(row.storage_key, row.mime) : undefined
        const body = isPhoto && photo === undefined ? undefined : await deps.store.getStream(row.storage_key)
        if (!body) throw new Problem('row.none')
        return await reply
          .header('Content-Length', photo?.size ?? row.size)
          .header('Content-Type', isShown(row.mime) ? row.mime : 'application/octet-stream')
          .header('Content-Disposition', disposition(isShown(row.mime) ? 'inline' : 'attachment', row.name))
          .header('X-Content-Type-Options', 'nosniff')
          .header('Content-Security-Policy', "default-src 'none'; sandbox")
          .header('Cache-Control', 'private, no-cache')
          .header('ETag', etag)
          // the camera's notes stay with us: whoever may see the picture need not know where its driver stood
          .send(photo === undefined ? body : streamPieces(body, photo.pieces))
      } catch (error) {
        reply.header('Cache-Control', 'no-store')
        return sendRefusal(reply, request, error)
      }
    },
  )
  app.get<{ Params: { id: string } }>(
    '/files/export/:id',
    { config: { open: 'files of the download centre by signed address' } },
    async (request, reply) => {
      try {
        const { id } = request.params
        const { e, n, s } = parseQuery(request.url)
        const now = Date.now()
        if (!isUuid(id) || !isAddressGood(deps.fileSecret, { id: exportFile(id), e, n, s }, now))
          throw new Problem('row.none')
        const row = await reading(deps.reads, systemReach, async tx => {
          await assertLives(tx, n, now)
          return tx.one(
            q
              .selectFrom('exports')
              .select(['file_name', 'storage_key', 'size'])
              .where('id', '=', id)
              .where('state', '=', 'done'),
          )
        })
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
        return sendRefusal(reply, request, error)
      }
    },
  )
}

/** Refuses (`row.none`) an address whose session is over. */
async function assertLives(tx: Tx, session: string | undefined, now: number): Promise<void> {
  if (!session || !isUuid(session) || (await listEndedSessions(tx, [session], now)).size > 0)
    throw new Problem('row.none')
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
