// Vouchers that are too many for one answer: their file comes in the download centre.
import type { Input, Output } from '@yunshu/contract/call'
import { exportPacks } from '@yunshu/contract/exporting/exportLists'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import type { packVouchers } from '@yunshu/contract/voucher/zip'
import { toWire } from '@yunshu/contract/wire'
import type { Ctx } from '../../work/ctx.ts'
import { putExport } from './exporting.commands.ts'

/** Puts the file on the list: it is made with the rights the person has then. */
export const startVoucherPack = (ctx: Ctx, filter: Input<typeof packVouchers>): Promise<Output<typeof packVouchers>> =>
  putExport(ctx, {
    list: 'voucherZip',
    title: exportPacks.voucherZip.label,
    ending: 'zip',
    filter: toWire(listVouchers, filter),
  })
