// A stored file as calls show it.
import * as z from 'zod/mini'
import { zId, zTime } from './fields.ts'

/** A stored file as pages see it; `url` is signed, same-origin and short-lived. */
export const FileRef = z.object({
  id: zId,
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  url: z.string(),
  category: z.string(),
  uploadedAt: zTime,
  uploadedBy: z.string(),
  /** The camera's own notes of a photo, which nobody vouches for; only for people who judge receipts. Degrees. */
  taken: z.optional(
    z.object({ at: z.optional(zTime), place: z.optional(z.object({ lat: z.number(), lng: z.number() })) }),
  ),
})
export type FileRef = z.output<typeof FileRef>
