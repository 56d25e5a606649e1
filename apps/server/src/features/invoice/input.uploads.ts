// The files of an input invoice before its transaction: stored, and the XML among them read.
import { readFile } from 'node:fs/promises'
import { invoiceFileKinds } from '../../files/kinds.ts'
import type { Early } from '../../http/serve.ts'
import { readInvoiceXml } from '../../imports/invoiceXml.ts'
import { storeUploadsOf } from '../file/file.commands.ts'
import type { ReadUploads } from './input.commands.ts'

/** Stores the files of the call; figures of the first XML, or why it is no invoice. */
export async function readUploads(early: Early): Promise<ReadUploads> {
  const stored = await storeUploadsOf(early, invoiceFileKinds)
  const xml = stored.files.find(file => file.mime === 'application/xml')
  const upload = xml && early.files.find(file => file.sha256 === xml.sha256)
  return { stored, read: upload && readInvoiceXml(await readFile(upload.path)) }
}
