// The papers of four flows as one file: at once for some waybills, in the download centre for many.
import type { Input } from '@yunshu/contract/call'
import { chainZipMost, downloadChains, packChains } from '@yunshu/contract/chain/chain'
import { listExports } from '@yunshu/contract/exporting/exporting'
import { formatDate } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { useCallback } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { Refusal, showError } from '../../lib/errors.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'

/** `take` answers when the file is there, or is being made. */
export function useChainZip(): { take: (filter: Input<typeof downloadChains>) => Promise<void>; isBusy: boolean } {
  const now = useSend(downloadChains, { quiet: true })
  const later = useSend(packChains, { invalidates: [listExports] })
  const { submit } = now
  const { run } = later
  const take = useCallback(
    async (filter: Input<typeof downloadChains>): Promise<void> => {
      try {
        saveFile(await submit(filter), `四流核查包${formatDate(serverNow()).replaceAll('-', '')}.zip`)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== problems['chain.zipTooMany'].code) return showError(error)
        if (await run(filter)) toast.success(`运单超过 ${chainZipMost} 张，正在下载中心生成`)
      }
    },
    [submit, run],
  )
  return { take, isBusy: now.isBusy || later.isBusy }
}
