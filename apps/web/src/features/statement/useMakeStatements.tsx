// Making statements from their list: of one shipper, or of all shippers of a month as a batch.
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { useBatchDialog } from '../../parts/batch/useBatch.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { MakeStatementDrawer } from './MakeStatementDrawer.tsx'
import { StateAllDialog } from './StateAllDialog.tsx'

/** The buttons for those who may, and what they open. */
export function useMakeStatements(): { primary: ReactNode; dialogs: ReactNode } {
  const canMake = useCan('statement.make')
  const [open, setOpen] = useState<'one' | 'all'>()
  const batch = useBatchDialog()
  const close = (): void => setOpen(undefined)
  return {
    primary: canMake && (
      <>
        <Button onClick={() => setOpen('all')}>生成全部</Button>
        <Button type="primary" onClick={() => setOpen('one')}>
          生成对账单
        </Button>
      </>
    ),
    dialogs: (
      <>
        {open === 'one' && (
          <Reopens by={() => setOpen('one')}>
            <MakeStatementDrawer onClose={close} />
          </Reopens>
        )}
        {open === 'all' && (
          <StateAllDialog
            onAsk={ask => {
              close()
              batch.ask(ask)
            }}
            onClose={close}
          />
        )}
        {batch.dialog}
      </>
    ),
  }
}
