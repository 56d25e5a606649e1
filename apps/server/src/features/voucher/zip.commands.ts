// Taking vouchers out as one file.
import type { Input } from '@yunshu/contract/call'
import { zipMost, type downloadVouchers } from '@yunshu/contract/voucher/zip'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FileAnswer } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bytesAtOnce, findVouchersToPack, zipOfVouchers } from './zip.queries.ts'

/** Up to 200 vouchers with their lines and papers of 500 MB. */
export async function bundleVouchers(ctx: Ctx, filter: Input<typeof downloadVouchers>): Promise<FileAnswer> {
  const vouchers = await findVouchersToPack(ctx, filter, zipMost)
  const [first] = vouchers
  if (first === undefined) throw new Problem('voucher.zipNone')
  if (vouchers.length > zipMost) throw new Problem('voucher.zipTooMany', { most: zipMost })
  ctx.touched('voucher', first.id, { voucherNo: first.voucher_no, count: String(vouchers.length) })
  return {
    name: `凭证包${formatDateTime(ctx.now).replaceAll(/\D/g, '')}.zip`,
    mime: 'application/zip',
    body: await zipOfVouchers(ctx, vouchers, { bytes: bytesAtOnce }),
  }
}
