// Reads a multipart call into its fields and files, within limits; a half-sent body leaves nothing behind.
import '@fastify/multipart'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../work/ctx.ts'
import { assertCleanText } from '../strictJson.ts'
import { requestLimits } from './parse.ts'

/** Fields as texts (each name once) and files of the field `files`, held in memory until stored. */
export async function readUploads(
  request: FastifyRequest,
): Promise<{ texts: Record<string, string>; files: Upload[] }> {
  if (!request.isMultipart()) throw new Problem('request.type')
  const texts: Record<string, string> = {}
  const files: Upload[] = []
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch((error: unknown) => {
        if (error instanceof Error && 'statusCode' in error && error.statusCode === 413)
          throw new Problem('file.large', { name: part.filename, limit: requestLimits.fileBytes / 1_048_576 })
        throw error
      })
      const name = part.filename.replace(/[\\/\p{Cc}]/gu, '_').slice(-100)
      assertCleanText(name)
      files.push({ name, bytes })
    } else {
      if (typeof part.value !== 'string' || Object.hasOwn(texts, part.fieldname))
        throw new Problem('request.bad', { reason: `参数 ${part.fieldname} 不正确` })
      assertCleanText(part.value)
      texts[part.fieldname] = part.value
    }
  }
  return { texts, files }
}
