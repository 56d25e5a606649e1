// The files of an invoice written down by hand, for the second person who agrees to it.
import { getInvoice } from '@yunshu/contract/invoice/invoice'
import { getRed } from '@yunshu/contract/invoice/red'
import type { FileRef } from '@yunshu/contract/files'
import { useCall } from '../../lib/useCall.ts'
import { FilePhotos } from '../../ui/FilePhotos.tsx'

const Files = ({ files }: { files: readonly FileRef[] | undefined }) =>
  files === undefined ? null : files.length === 0 ? (
    <p className="ys-weak">登记人没有上传文件</p>
  ) : (
    <FilePhotos files={files} />
  )

/** Those of an invoice. */
export function InvoiceFilesOf({ id }: { id: string }) {
  return <Files files={useCall(getInvoice, { id }, { quiet: true }).data?.files} />
}

/** Those of a red invoice. */
export function RedFilesOf({ id }: { id: string }) {
  return <Files files={useCall(getRed, { id }, { quiet: true }).data?.files} />
}
