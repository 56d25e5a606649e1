// The head of the sheet with the ways out of it: the goods, and trips from a file.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { getBackfill } from '@yunshu/contract/waybill/backfill'
import { Button } from 'antd'
import { useState, type ComponentProps } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import { ImportDialog } from '../../parts/importing/ImportDialog.tsx'
import { BackfillHead } from './BackfillHead.tsx'

type HeadProps = Pick<ComponentProps<typeof BackfillHead>, 'goods' | 'draft'>

/** The head with the way in by file: the next step on a phone. */
export function ImportingHead({ goods, draft }: HeadProps) {
  const isMobile = useMobile()
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <BackfillHead goods={goods} draft={draft}>
        <Button href={screenUrl('GoodsDetails', { id: goods.id })}>看货源</Button>
        <Button className="ys-first-act" {...(isMobile ? { type: 'primary' } : {})} onClick={() => setImporting(true)}>
          从文件导入
        </Button>
      </BackfillHead>
      {isImporting && <FileImport goods={goods} onClose={() => setImporting(false)} />}
    </>
  )
}

function FileImport({ goods, onClose }: Pick<HeadProps, 'goods'> & { onClose: () => void }) {
  return (
    <ImportDialog
      kind="waybills"
      targetId={goods.id}
      target={goods.goodsNo}
      invalidates={[...staleAfter('waybill', 'goods', 'task'), getBackfill]}
      onClose={onClose}
    />
  )
}
