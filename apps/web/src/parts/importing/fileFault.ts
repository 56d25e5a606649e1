// The fault of a file before it is sent to be imported.
import { importLimits } from '@yunshu/domain/importing/importing'
import { problemText } from '@yunshu/domain/problems/problems'

/** The fault of the chosen files in words; undefined when they can be sent. */
export function fileFault(files: readonly Pick<File, 'name' | 'size'>[]): string | undefined {
  const [file, ...more] = files
  if (!file) return problemText('file.missing')
  if (more.length > 0) return '一次只能上传一个文件'
  if (/\.xls$/i.test(file.name)) return '是旧版 .xls 文件，请用 Excel 或 WPS 另存为 .xlsx 后重新上传'
  if (!/\.(?:xlsx|csv)$/i.test(file.name)) return '请上传 .xlsx 或 .csv 文件'
  if (file.size === 0) return '文件是空的'
  return file.size > importLimits.bytes
    ? problemText('file.large', { name: file.name, limit: importLimits.bytes / 1_048_576 })
    : undefined
}
