// Faults of files before they are sent: too many, too large, or of a kind the server does not take.
import { problemText } from '@yunshu/domain/problems/problems'

/** Types the server takes as receipts (problem file.type). */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
/** The most files of one upload, and the most bytes of each: limits of the server's requests. */
export const photoMost = 9
const megabyte = 1_048_576
const photoBytes = 20 * megabyte

/** The first fault of chosen files in the words of the server; undefined when they can be sent. */
export function photoFault(files: readonly Pick<File, 'name' | 'type' | 'size'>[]): string | undefined {
  if (files.length === 0) return problemText('file.missing')
  if (files.length > photoMost) return `一次最多上传 ${photoMost} 个文件`
  const alien = files.find(({ type }) => !photoTypes.some(known => known === type))
  if (alien) return problemText('file.type', { name: alien.name })
  const large = files.find(({ size }) => size > photoBytes)
  return large && problemText('file.large', { name: large.name, limit: photoBytes / megabyte })
}
