// The one sheet of a call, read in a thread of its own before the call's transaction.
import { importLimits } from '@yunshu/domain/importing/importing'
import { Problem } from '@yunshu/domain/problems/problems'
import { readSheet, unreadableFile } from './readSheet.ts'
import type { SheetText } from './sheetText.ts'

/** An uploaded file as text, with its hash. */
export interface UploadedSheet {
  readonly name: string
  readonly sha256: string
  readonly sheet: SheetText
}

interface Uploading {
  readonly actor: { readonly userId: string; readonly companyId?: string | undefined }
  readonly files: readonly {
    readonly name: string
    readonly path: string
    readonly size: number
    readonly sha256: string
  }[]
}

/** Reads the one file of a call; refuses none, several and one that is too large at the field. */
export async function readUploadedSheet({ actor, files }: Uploading): Promise<UploadedSheet> {
  const [file, ...more] = files
  if (!file) throw new Problem('file.missing', {}, { fields: { files: '请选择要上传的文件' } })
  if (more.length > 0) throw unreadableFile('一次只能上传一个文件')
  if (file.size > importLimits.bytes) throw unreadableFile(`不能超过 ${importLimits.bytes / 1_048_576} MB`)
  return { name: file.name, sha256: file.sha256, sheet: await readSheet(file, actor.companyId ?? actor.userId) }
}
