// Acts on an application at its record: the next step, the others, and its paper.
import type { InvoiceAppDetail } from '@yunshu/contract/invoice/application'
import { PageActions } from '../../ui/PageActions.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { appActs } from './appActs.ts'
import type { AppDialogMove } from './AppDialog.tsx'
import { InvoiceAppPaper } from './InvoiceAppPaper.tsx'

export function AppActions({ app, onMove }: { app: InvoiceAppDetail; onMove: (move: AppDialogMove) => void }) {
  const { print, sheet } = usePaper('invoiceApp')
  const acts = appActs(app, onMove)
  const paper = { label: '打印申请单', isAside: true, onClick: () => print(app.id, <InvoiceAppPaper of={app} />) }
  return (
    <>
      <PageActions primary={acts.find(({ danger, isAside }) => !danger && !isAside)} actions={[...acts, paper]} />
      {sheet}
    </>
  )
}
