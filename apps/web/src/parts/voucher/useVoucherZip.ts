// Vouchers as one file: at once for some, in the download centre for many.
import type { Input } from '@yunshu/contract/call'
import { listExports } from '@yunshu/contract/exporting/exporting'
import { downloadVouchers, packVouchers, zipMost } from '@yunshu/contract/voucher/zip'
import { formatDate } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { useCallback } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { Refusal, showError } from '../../lib/errors.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'

/** The reason a file is not sent at once, by the code of the refusal. */
const large: Readonly<Record<number, string>> = {
  [problems['voucher.zipTooMany'].code]: `凭证超过 ${zipMost} 张`,
  [problems['voucher.zipHeavy'].code]: '附件较大',
}

/** `take` answers when the file is there, or is being made. */
export function useVoucherZip(): { take: (filter: Input<typeof downloadVouchers>) => Promise<void>; isBusy: boolean } {
  const now = useSend(downloadVouchers, { quiet: true })
  const later = useSend(packVouchers, { invalidates: [listExports] })
  const { submit } = now
  const { run } = later
  const take = useCallback(
    async (filter: Input<typeof downloadVouchers>): Promise<void> => {
      try {
        saveFile(await submit(filter), `凭证包${formatDate(serverNow()).replaceAll('-', '')}.zip`)
      } catch (error) {
        const why = error instanceof Refusal ? large[error.code] : undefined
        if (why === undefined) return showError(error)
        if (await run(filter)) toast.success(`${why}，正在下载中心生成`)
      }
    },
    [submit, run],
  )
  return { take, isBusy: now.isBusy || later.isBusy }
}
